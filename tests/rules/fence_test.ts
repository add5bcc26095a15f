// Who counts as the holder: sessions, tokens, takeovers, and what becomes of a holder that comes back late.
import assert from "node:assert/strict";
import {
  claim,
  complete,
  first,
  log,
  pass,
  renew,
  second,
  secretOf,
  submit,
  token,
} from "../support/commands.ts";
import {
  cancelled,
  claimed,
  completed,
  created,
  expired,
  later,
  noted,
  passed,
  released,
  submitted,
  takenOver,
} from "../support/facts.ts";
import { given } from "../support/given.ts";
import { at } from "../support/clock.ts";
import { ann, claude, codex, codexElsewhere, dsh } from "../support/people.ts";

const held = () => given(created(), claimed(codex), later(5));
const holderCommands = [renew, pass, submit, complete] as const;

Deno.test("renew(), pass(), submit(), complete() refuse with not_holder for another agent", () => {
  for (const command of holderCommands) {
    held().when(command(claude))
      .then({ refusal: ["not_holder", { holder: "codex", tokenGiven: false, status: "active" }] });
  }
});

Deno.test("renew(), pass(), submit(), complete() refuse with lease_elsewhere for the same name in another session", () => {
  for (const life of ["alive", "unknown"] as const) {
    for (const command of holderCommands) {
      held().when(command(codexElsewhere), { life })
        .then({ refusal: ["lease_elsewhere", { holder: "codex", minutesLeft: 85 }] });
    }
  }
});

Deno.test("pass() is the holder's by session, under whatever name it comes", () => {
  held().when(pass({ ...claude, session: codex.session }))
    .then({ events: ["passed"], lease: null });
});

Deno.test("pass() is done for whoever brings the current token, from any session", () => {
  held().when(pass(dsh, { leaseToken: token(1, codex) })).then({ events: ["passed"], lease: null });
  held().when(pass(codexElsewhere, { leaseToken: token(1, codex) }))
    .then({ events: ["passed"], lease: null });
});

Deno.test("pass() refuses with not_holder where the token is not the current one, the holder's session included", () => {
  const wrong = [token(1, claude), token(2, codex), token(99, codex)];
  for (const leaseToken of wrong) {
    held().when(pass(codex, { leaseToken }))
      .then({ refusal: ["not_holder", { tokenGiven: true }] });
  }
});

Deno.test("pass() refuses with lease_lost where the token is an old one, the holder's session included", () => {
  given(created(), claimed(codex), passed(codex), claimed(codex))
    .when(pass(codex, { leaseToken: token(1, codex) }))
    .then({ refusal: ["lease_lost", { ended: "passed" }], lease: { fence: 2 } });
});

Deno.test("pass() refuses with not_holder where the token belongs to a lease on another task", () => {
  given(
    created({ taskId: second }),
    claimed(codex, { taskId: second }),
    passed(codex, { taskId: second }),
    created(),
    claimed(dsh),
  ).when(pass(codex, { leaseToken: token(1, codex) })).then({ refusal: "not_holder" });
});

Deno.test("log() refuses a token that is not the current one instead of taking the entry as a note", () => {
  held().when(log(codex, { leaseToken: token(7, codex) }))
    .then({ refusal: ["not_holder", { tokenGiven: true }] });
  held().when(log(dsh, { leaseToken: token(1, codex) }))
    .then({ events: ["logged"], lease: { fence: 1, session: codex.session } });
});

Deno.test("pass() by the same name takes the lease over with that very call once the session has ended", () => {
  held().when(pass(codexElsewhere, { targetAgent: "claude-code" }), { life: "ended" }).then({
    events: [
      ["taken_over", { fence: 2, fromAgent: "codex", fromSession: codex.session }],
      ["passed", { fence: 2 }],
    ],
    warnings: [["took_over", { from: "codex" }], "unknown_agent"],
    lease: null,
    task: { shown: "queued", targetAgent: "claude-code", handoffsUsed: 1 },
  });
});

Deno.test("renew() by the same name after the session has ended keeps the lease's own length", () => {
  given(created(), claimed(codex, { minutes: 30 }), later(5))
    .when(renew(codexElsewhere), { life: "ended" })
    .then({
      events: [["taken_over", { fence: 2, minutes: 30 }], "renewed"],
      warnings: ["took_over"],
      tokenFence: undefined,
      lease: { fence: 2, session: codexElsewhere.session, minutes: 30 },
    });
});

Deno.test("pass() that takes a lease over gives no trace where it is refused for another reason", () => {
  given(created({ reviewer: "dsh" }), claimed(codex), later(5))
    .when(complete(codexElsewhere), { life: "ended" })
    .then({ refusal: "review_required", lease: { fence: 1, session: codex.session } });
  given(created({ reviewer: "dsh" }), claimed(codex), later(5))
    .when(pass(codexElsewhere, { targetAgent: "dsh" }), { life: "ended" })
    .then({ refusal: "invalid_argument", lease: { fence: 1 } });
  given(created(), claimed(codex), later(5))
    .when(submit(codexElsewhere, { reviewer: "codex" }), { life: "ended" })
    .then({ refusal: "self_review", lease: { fence: 1 } });
});

Deno.test("pass() by another name refuses with not_holder although the session has ended", () => {
  held().when(pass(claude), { life: "ended" }).then({ refusal: "not_holder" });
});

Deno.test("pass() by the session whose lease was taken over refuses with lease_lost and keeps its text", () => {
  given(created(), claimed(codex), takenOver(codexElsewhere))
    .when(pass(codex))
    .then({
      refusal: ["lease_lost", { ended: "taken_over", endedBy: "codex", holder: "codex" }],
      events: [["noted", { lostFence: 1, attempted: "pass", summary: "Half done" }]],
      lease: { fence: 2 },
    });
});

Deno.test("pass() by a holder whose lease ended refuses with lease_lost, tells what happened, and keeps all it sent", () => {
  given(created(), claimed(codex), later(91), expired(claude), claimed(claude), later(1))
    .when(pass(codex, { changedFiles: ["src/a.ts"] }))
    .then({
      refusal: ["lease_lost", {
        status: "active",
        ended: "expired",
        endedBy: "claude-code",
        endedEvent: 3,
        noteEvent: 5,
        holder: "claude-code",
      }],
      events: [["noted", {
        lostFence: 1,
        attempted: "pass",
        summary: "Half done",
        nextAction: "Do the rest",
        changedFiles: ["src/a.ts"],
      }]],
      task: { changedFiles: ["src/a.ts"], version: 4, summary: undefined, handoffsUsed: 0 },
      lease: { agent: "claude-code", fence: 2 },
    });
});

Deno.test("pass() keeps the text of a lost lease once, and says so the second time", () => {
  const lost = given(created(), claimed(codex), released(ann));
  lost.when(pass(codex)).then({ refusal: "lease_lost", events: ["noted"] })
    .when(complete(codex)).then({ refusal: ["lease_lost", { noteKeptBefore: true }] });
});

Deno.test("pass() keeps a text for each lost lease", () => {
  const twice = given(created(), claimed(codex), released(ann), noted(codex, { lostFence: 1 }));
  twice.and(claimed(codex), released(ann)).when(pass(codex))
    .then({ refusal: "lease_lost", events: [["noted", { lostFence: 2 }]] });
});

Deno.test("renew() of a lost lease leaves no note, since it has nothing to keep", () => {
  const lost = given(created(), claimed(codex), released(ann));
  const { decision } = lost.when(renew(codex));
  assert.equal(decision.refusal?.code, "lease_lost");
  assert.deepEqual(decision.events, []);
});

Deno.test("pass() with the old token of a lost lease is told the same from another session", () => {
  given(created(), claimed(codex), released(ann))
    .when(pass(codexElsewhere, { leaseToken: token(1, codex) }))
    .then({ refusal: ["lease_lost", { ended: "released", endedBy: "ann" }], events: ["noted"] });
});

Deno.test("pass() refuses with task_final where the lost task has ended since, and keeps the text", () => {
  given(created(), claimed(codex), cancelled(ann)).when(pass(codex)).then({
    refusal: ["task_final", { status: "cancelled", noteEvent: 4 }],
    events: ["noted"],
    task: { shown: "cancelled" },
  });
  given(created(), claimed(codex), released(ann), claimed(claude), completed(claude))
    .when(complete(codex))
    .then({ refusal: ["task_final", { status: "completed" }], events: ["noted"] });
});

Deno.test("pass() after its own end of the lease leaves no note", () => {
  given(created(), claimed(codex), completed(codex))
    .when(pass(codex)).then({ refusal: "task_final" });
  given(created(), claimed(codex), submitted(codex))
    .when(pass(codex)).then({ refusal: "not_holder" });
  given(created(), claimed(codex), passed(codex)).when(complete(codex))
    .then({ refusal: ["not_holder", { status: "queued", tokenGiven: false }] });
});

Deno.test("log() with the token of a lost lease refuses with lease_lost and keeps the entry", () => {
  given(created(), claimed(codex), released(ann))
    .when(log(codex, { leaseToken: token(1, codex), entry: "decision", text: "Use UTC" }))
    .then({
      refusal: ["lease_lost", { noteEvent: 4 }],
      events: [["noted", { attempted: "log", entry: "decision", text: "Use UTC" }]],
    });
});

Deno.test("log() with the token of a lost lease refuses with task_final where the task has ended since", () => {
  given(created(), claimed(codex), cancelled(ann))
    .when(log(codex, { leaseToken: token(1, codex) }))
    .then({ refusal: ["task_final", { status: "cancelled" }], events: ["noted"] });
});

Deno.test("log() without a token by a holder that lost its lease is a note like anyone's", () => {
  given(created(), claimed(codex), released(ann)).when(log(codex)).then({ events: ["noted"] });
});

Deno.test("claim() gives a higher fence each time, across tasks", () => {
  given(created(), claimed(codex), passed(codex), created({ taskId: second }))
    .when(claim(codex, { taskId: second }))
    .then({ events: [["claimed", { fence: 2, tokenHash: secretOf(codex) }]], tokenFence: 2 })
    .when(pass(codex, { taskId: second })).then({ events: ["passed"] })
    .when(claim(dsh, { taskId: first })).then({ events: ["claimed"], tokenFence: 3 });
});

Deno.test("claim() tells since when a task is final, whatever was noted since", () => {
  given(created(), claimed(codex), completed(codex), later(30), noted(dsh))
    .when(claim(claude, { taskId: first }))
    .then({ refusal: ["task_final", { status: "completed", endedAt: at(0) }] });
});
