// Leases whose time has passed: who ends them, what is kept, and what their holder may still do.
import {
  claim,
  complete,
  first,
  log,
  pass,
  renew,
  second,
  submit,
  third,
  update,
} from "../support/commands.ts";
import { at } from "../support/clock.ts";
import { claimed, completed, created, later, logged } from "../support/facts.ts";
import { given } from "../support/given.ts";
import { claude, codex, codexElsewhere, dsh } from "../support/people.ts";

const stale = () => given(created({ targetAgent: "codex" }), claimed(codex), later(90));
const over = ["lease_over", { expiredAt: at(90) }] as const;

Deno.test("claim() by anyone else ends a stale lease: queued again, target cleared but kept in the event, no handoff used", () => {
  stale().when(claim(claude, { taskId: first })).then({
    events: [
      ["lease_expired", {
        fence: 1,
        holder: "codex",
        holderSession: codex.session,
        reason: "expired",
        targetAgent: "codex",
      }],
      ["claimed", { fence: 2 }],
    ],
    warnings: [["unfinished_edits", { by: "codex", since: at(0), at: at(90) }]],
    tokenFence: 2,
    task: {
      shown: "active",
      targetAgent: undefined,
      handoffsUsed: 0,
      unfinished: { by: "codex", since: at(0), at: at(90) },
    },
    lease: { agent: "claude-code" },
  });
});

Deno.test("claim() leaves a lease alone one millisecond before its end", () => {
  given(created(), claimed(codex), later(90 - 1 / 60_000))
    .when(claim(claude, { taskId: first }))
    .then({ refusal: ["lease_held", { minutesLeft: 1 }], lease: { agent: "codex" } });
});

Deno.test("claim() by the holder's name from another session ends its stale lease as anyone's does", () => {
  stale().when(claim(codexElsewhere)).then({
    events: [["lease_expired", { holder: "codex" }], ["claimed", { fence: 2 }]],
    warnings: ["unfinished_edits"],
  });
});

Deno.test("claim() ends a stale lease even where the address then refuses", () => {
  const scene = given(
    created(),
    created({ taskId: second, targetAgent: "dsh" }),
    claimed(codex),
    later(91),
  );
  const after = scene.when(claim(claude, { taskId: second })).then({
    events: ["lease_expired"],
    refusal: "not_addressed_to_you",
    warnings: ["unfinished_edits"],
    lease: null,
  });
  after.when(claim(dsh, { taskId: first })).then({
    events: ["claimed"],
    warnings: [["unfinished_edits", { by: "codex" }]],
  });
});

Deno.test("claim() ends a stale lease even where dependencies then refuse", () => {
  given(
    created(),
    created({ taskId: second, dependsOn: [third] }),
    created({ taskId: third }),
    claimed(codex),
    later(91),
  ).when(claim(claude, { taskId: second })).then({
    events: ["lease_expired"],
    refusal: "dependency_open",
    warnings: ["unfinished_edits"],
    lease: null,
  });
});

Deno.test("claim() leaves a stale lease where the id is unknown or its task final, since those refuse first", () => {
  const scene = given(
    created({ taskId: second }),
    claimed(codex, { taskId: second }),
    completed(codex, { taskId: second }),
    created(),
    claimed(codex),
    later(91),
  );
  scene.when(claim(claude, { taskId: "ffffffffff" }))
    .then({ refusal: "task_not_found", lease: { agent: "codex" } });
  scene.when(claim(claude, { taskId: second }))
    .then({ refusal: "task_final", lease: { agent: "codex" } });
});

Deno.test("claim() without an id chooses among the queue and the task that the stale lease gave back", () => {
  given(created({ priority: "high" }), created({ taskId: second }), claimed(codex), later(91))
    .when(claim(claude))
    .then({
      events: ["lease_expired", "claimed"],
      warnings: ["unfinished_edits"],
      task: { taskId: first },
    });
  given(created(), created({ taskId: second, priority: "high" }), claimed(codex), later(91))
    .when(claim(claude))
    .then({
      events: ["lease_expired", "claimed"],
      warnings: ["unfinished_edits"],
      task: { taskId: second },
    });
});

Deno.test("claim() counts the task that a stale lease gave back among those that wait for a dependency", () => {
  given(
    created({ taskId: second, targetAgent: "dsh" }),
    created({ dependsOn: [second] }),
    claimed(codex),
    later(91),
  ).when(claim(claude)).then({
    events: ["lease_expired"],
    refusal: ["nothing_to_claim", { dependency: 1, otherAgent: 1, inReview: 0, needsPerson: 0 }],
    warnings: ["unfinished_edits"],
    lease: null,
  });
});

Deno.test("claim() of another task by the stale holder's own session refuses with lease_held", () => {
  given(created(), created({ taskId: second }), claimed(codex), later(91))
    .when(claim(codex, { taskId: second }))
    .then({ refusal: ["lease_held", { yours: true, leaseState: "expired", minutesLeft: 0 }] });
});

Deno.test("claim() again by the holder of a stale lease renews it, by id or without", () => {
  for (const taskId of [first, undefined]) {
    stale().when(claim(codex, { taskId })).then({
      events: [["renewed", { fence: 1, minutes: 90 }]],
      tokenFence: undefined,
      task: { shown: "active", version: 2 },
      lease: { fence: 1, expiresAt: at(180) },
    });
  }
});

Deno.test("renew(), log(), pass(), submit(), complete() still work for the holder of a stale lease, with a warning", () => {
  const warnings = [over];
  stale().when(renew(codex))
    .then({ events: ["renewed"], warnings, lease: { expiresAt: at(180) } });
  stale().when(log(codex)).then({ events: ["logged"], warnings, lease: { expiresAt: at(180) } });
  stale().when(pass(codex)).then({ events: ["passed"], warnings, task: { shown: "queued" } });
  stale().when(submit(codex))
    .then({ events: ["submitted"], warnings, task: { shown: "in_review" } });
  stale().when(complete(codex))
    .then({ events: ["completed"], warnings, task: { shown: "completed" } });
});

Deno.test("update() still works for the holder of a stale lease, and others still meet lease_held", () => {
  stale().when(update(codex, { expectedVersion: 2 }))
    .then({ events: ["updated"], warnings: [over], task: { shown: "active" } });
  stale().when(update(claude, { expectedVersion: 2 }))
    .then({ refusal: ["lease_held", { leaseState: "expired" }] });
  stale().when(pass(claude)).then({ refusal: "not_holder" });
  stale().when(pass(codexElsewhere)).then({ refusal: "lease_elsewhere" });
});

Deno.test("claim() warns of unfinished edits until somebody finishes work on the task", () => {
  const taken = stale().when(claim(claude)).then({
    events: ["lease_expired", "claimed"],
    warnings: ["unfinished_edits"],
  });
  taken.when(pass(claude)).then({ events: ["passed"], task: { unfinished: undefined } })
    .when(claim(dsh)).then({ events: ["claimed"] });
});

Deno.test("claim() tells where the head stood when the unfinished lease was taken", () => {
  const then = { branch: "main", commit: "aaa" };
  const now = { branch: "main", commit: "bbb" };
  given(created(), claimed(codex, { git: then }), later(91))
    .when(claim(claude, { git: now }))
    .then({
      events: ["lease_expired", "claimed"],
      warnings: [["unfinished_edits", { then, now }]],
      task: { unfinished: { by: "codex", since: at(0), at: at(91), git: then } },
    });
});

Deno.test("log() by the holder keeps a lease from going stale", () => {
  given(created(), claimed(codex), later(60), logged(codex), later(60))
    .when(claim(claude)).then({ refusal: ["lease_held", { minutesLeft: 30 }] });
});
