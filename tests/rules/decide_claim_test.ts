// Claims by id and without one: who gets the lease, in which order, and the first refusal that applies.
import { claim, first, pass, second, secretOf, third } from "../support/commands.ts";
import {
  claimed,
  completed,
  created,
  later,
  passed,
  stopped,
  submitted,
} from "../support/facts.ts";
import { given } from "../support/given.ts";
import { claude, codex, codexElsewhere, dsh, maker } from "../support/people.ts";
import { at } from "../support/clock.ts";

Deno.test("claim() takes the lease with the first fence, for 90 minutes, of a queued task", () => {
  given(created())
    .when(claim(codex, { taskId: first }))
    .then({
      events: [["claimed", { fence: 1, minutes: 90, tokenHash: secretOf(codex) }]],
      tokenFence: 1,
      task: { shown: "active", everHeld: true, version: 2 },
      lease: { agent: "codex", session: codex.session, expiresAt: at(90), taskId: first },
    });
});

Deno.test("claim() takes the length asked for", () => {
  given(created())
    .when(claim(codex, { leaseMinutes: 1440 }))
    .then({ events: ["claimed"], lease: { minutes: 1440, expiresAt: at(1440) } });
});

Deno.test("claim() refuses with lease_held while another lease is live, whichever task is asked for", () => {
  const scene = given(created(), created({ taskId: second }), claimed(codex), later(5));
  const facts = { holder: "codex", heldTaskId: first, minutesLeft: 85, yours: false };
  for (const taskId of [first, second, undefined]) {
    scene.when(claim(claude, { taskId })).then({ refusal: ["lease_held", facts] });
  }
});

Deno.test("claim() refuses with lease_held for the holder's name in another session", () => {
  given(created(), claimed(codex))
    .when(claim(codexElsewhere, { taskId: first }))
    .then({ refusal: ["lease_held", { yours: false, leaseState: "live" }] });
});

Deno.test("claim() gives a session that holds the lease the same one without a token", () => {
  const scene = given(created(), created({ taskId: second }), claimed(codex), later(5));
  for (const taskId of [first, first.slice(0, 4), undefined]) {
    scene.when(claim(codex, { taskId, leaseMinutes: 200 })).then({
      tokenFence: undefined,
      task: { taskId: first, shown: "active" },
      lease: { fence: 1, expiresAt: at(90) },
    });
  }
});

Deno.test("claim() of another id while holding refuses with lease_held as yours", () => {
  given(created(), created({ taskId: second }), claimed(codex))
    .when(claim(codex, { taskId: second }))
    .then({ refusal: ["lease_held", { yours: true, heldTaskId: first, taskId: second }] });
});

Deno.test("claim() without an id takes what is addressed to it before anything more pressing", () => {
  given(
    created({ taskId: first, priority: "urgent" }),
    created({ taskId: second, priority: "low", targetAgent: "codex" }),
  ).when(claim(codex)).then({ events: ["claimed"], task: { taskId: second } });
});

Deno.test("claim() without an id takes the higher priority before the older task", () => {
  given(
    created({ taskId: first, priority: "low" }),
    created({ taskId: second, priority: "normal" }),
    created({ taskId: third, priority: "high" }),
  ).when(claim(codex)).then({ events: ["claimed"], task: { taskId: third } });
});

Deno.test("claim() without an id takes the oldest of equal tasks, by creation and not by change", () => {
  given(
    created({ taskId: first }),
    created({ taskId: second }),
    claimed(dsh, { taskId: first }),
    passed(dsh, { taskId: first }),
  ).when(claim(codex)).then({ events: ["claimed"], task: { taskId: first } });
});

Deno.test("claim() without an id refuses with nothing_to_claim and counts what waits for whom", () => {
  given(
    created({ taskId: first, targetAgent: "dsh" }),
    created({ taskId: second, dependsOn: [first] }),
    created({ taskId: third }),
    claimed(dsh, { taskId: third }),
    submitted(dsh, { taskId: third }),
    created({ taskId: "0123456789", maxHandoffs: 0 }),
    claimed(dsh, { taskId: "0123456789" }),
    stopped(dsh, { taskId: "0123456789" }),
  ).when(claim(codex)).then({
    refusal: ["nothing_to_claim", { dependency: 1, otherAgent: 1, inReview: 1, needsPerson: 1 }],
  });
});

Deno.test("claim() refuses with not_addressed_to_you for a task of another agent", () => {
  given(created({ targetAgent: "codex" }))
    .when(claim(claude, { taskId: first }))
    .then({ refusal: ["not_addressed_to_you", { targetAgent: "codex" }] });
});

Deno.test("claim() by id lets the creator take its own task, whoever it is addressed to", () => {
  given(created({ by: claude, targetAgent: "codex" }))
    .when(claim(claude, { taskId: first }))
    .then({ events: ["claimed"], task: { targetAgent: "codex", shown: "active" } });
});

Deno.test("claim() by id refuses the creator once somebody has held the task", () => {
  given(
    created({ by: claude }),
    claimed(dsh),
    passed(dsh, { targetAgent: "codex" }),
  ).when(claim(claude, { taskId: first })).then({ refusal: "not_addressed_to_you" });
});

Deno.test("claim() without an id never takes what is addressed to another, not even for its creator", () => {
  given(created({ by: claude, targetAgent: "codex" }))
    .when(claim(claude))
    .then({ refusal: ["nothing_to_claim", { otherAgent: 1, dependency: 0 }] });
});

Deno.test("claim() refuses with task_not_found for an unknown id, though a lease is held", () => {
  given(created(), claimed(codex))
    .when(claim(claude, { taskId: "ffffffffff" }))
    .then({ refusal: "task_not_found" });
});

Deno.test("claim() takes a unique prefix of an id and offers the ids that an ambiguous one fits", () => {
  const ids = ["abcd000001", "abcd000002"];
  const scene = given(...ids.map((taskId) => created({ taskId })));
  scene.when(claim(codex, { taskId: "abcd000002" })).then({ events: ["claimed"] });
  scene.when(claim(codex, { taskId: "abcd" }))
    .then({ refusal: ["task_not_found", { taskId: "abcd", near: ids }] });
  given(created({ taskId: ids[0]! })).when(claim(codex, { taskId: "abcd" }))
    .then({ events: ["claimed"], task: { taskId: ids[0]! } });
});

Deno.test("claim() names the state before the holder: final, needs a person, in review", () => {
  const others = [created({ taskId: second }), claimed(dsh, { taskId: second })];
  given(created(), claimed(codex), completed(codex), ...others)
    .when(claim(claude, { taskId: first })).then({ refusal: "task_final" });
  given(created(), claimed(codex), stopped(codex), ...others)
    .when(claim(claude, { taskId: first })).then({ refusal: "needs_person" });
  given(created({ reviewer: "dsh" }), claimed(codex), submitted(codex), ...others)
    .when(claim(claude, { taskId: first }))
    .then({ refusal: ["not_queued", { status: "in_review", reviewer: "dsh" }] });
});

Deno.test("claim() names the holder before the address, and the address before dependencies", () => {
  const waiting = created({ taskId: second, targetAgent: "codex", dependsOn: [third] });
  const scene = given(created({ taskId: third }), waiting, created());
  scene.and(claimed(dsh)).when(claim(claude, { taskId: second })).then({ refusal: "lease_held" });
  scene.when(claim(claude, { taskId: second })).then({ refusal: "not_addressed_to_you" });
  scene.when(claim(codex, { taskId: second })).then({ refusal: "dependency_open" });
});

Deno.test("claim() tells that branch or commit moved since the last pass", () => {
  const then = { branch: "main", commit: "aaa" };
  const scene = given(created(), claimed(codex), passed(codex, { git: then }));
  scene.when(claim(claude, { git: { branch: "main", commit: "bbb" } }))
    .then({ events: ["claimed"], warnings: [["git_moved", { then }]] });
  scene.when(claim(claude, { git: then })).then({ events: ["claimed"] });
  scene.when(claim(claude)).then({ events: ["claimed"] });
});

Deno.test("claim() after a pass is for the named agent alone, and for anyone where none is named", () => {
  const scene = given(created(), claimed(codex));
  const named = scene.when(pass(codex, { targetAgent: "dsh" })).then({
    events: [["passed", { targetAgent: "dsh" }]],
    warnings: ["unknown_agent"],
    lease: null,
  });
  named.when(claim(claude, { taskId: first })).then({ refusal: "not_addressed_to_you" });
  named.when(claim(maker, { taskId: first })).then({ refusal: "not_addressed_to_you" });
  named.when(claim(dsh, { taskId: first })).then({ events: [["claimed", { fence: 2 }]] });
  scene.and(passed(codex)).when(claim(claude)).then({ events: ["claimed"] });
});
