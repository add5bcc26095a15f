// Calls that come twice: remembered requests of create and claim, and repeats of a task's newest event.
import {
  claim,
  complete,
  create,
  first,
  pass,
  review,
  second,
  submit,
  token,
} from "../support/commands.ts";
import {
  claimed,
  created,
  later,
  logged,
  noted,
  passed,
  released,
  takenOver,
  updated,
} from "../support/facts.ts";
import { given } from "../support/given.ts";
import { ann, claude, codex, codexElsewhere, dsh } from "../support/people.ts";

const request = { id: "r-1", argumentsHash: "same" };
const other = { id: "r-1", argumentsHash: "other" };
const day = 24 * 60;

Deno.test("create() with a remembered request returns the first task as it is now, and makes none", () => {
  given(created({ by: codex, request }), later(60), updated(dsh, { title: "Renamed" }))
    .when(create(codex, { newTaskId: second, request }))
    .then({ replayed: true, task: { taskId: first, title: "Renamed", version: 2 } });
});

Deno.test("create() with a remembered request and other arguments refuses with request_conflict", () => {
  given(created({ by: codex, request })).when(create(codex, { newTaskId: second, request: other }))
    .then({ refusal: ["request_conflict", { requestId: "r-1", taskId: first }] });
});

Deno.test("create() remembers a request for 24 hours, per agent and per tool", () => {
  const asked = create(codex, { newTaskId: second, title: "New", request });
  const made = given(created({ by: codex, request }));
  made.and(later(day)).when(asked).then({ replayed: true });
  made.and(later(day + 1)).when(asked).then({ events: ["created"], task: { taskId: second } });
  given(created({ by: dsh, request })).when(asked).then({ events: ["created"] });
  given(created(), claimed(codex, { request })).when(asked).then({ events: ["created"] });
});

Deno.test("create() is replayed to another session of the same agent", () => {
  given(created({ by: codex, request }))
    .when(create(codexElsewhere, { newTaskId: second, request })).then({ replayed: true });
});

Deno.test("create() that equals one of the last 10 minutes succeeds with a warning that names it", () => {
  const warnings = [["twin_task", { taskId: first }]] as const;
  const asked = create(codex, { newTaskId: second });
  const made = given(created({ by: codex }));
  made.and(later(10)).when(asked).then({ events: ["created"], warnings });
  made.and(later(11)).when(asked).then({ events: ["created"] });
  made.when(create(dsh, { newTaskId: second })).then({ events: ["created"] });
  made.when(create(codex, { newTaskId: second, objective: "Other" }))
    .then({ events: ["created"] });
});

Deno.test("claim() with a remembered request is replayed without a token to the session that holds its lease", () => {
  given(created(), claimed(codex, { request }), later(5), logged(codex))
    .when(claim(codex, { request }))
    .then({ replayed: true, tokenFence: undefined, task: { taskId: first, shown: "active" } });
});

Deno.test("claim() with a remembered request and other arguments refuses with request_conflict", () => {
  given(created(), claimed(codex, { request })).when(claim(codex, { request: other }))
    .then({ refusal: "request_conflict" });
});

Deno.test("claim() with a remembered request is judged anew once the lease it gave is gone", () => {
  given(created(), claimed(codex, { request }), passed(codex))
    .when(claim(codex, { request }))
    .then({ events: [["claimed", { fence: 2, request }]], tokenFence: 2 })
    .when(claim(codex, { request })).then({ replayed: true, lease: { fence: 2 } });
});

Deno.test("claim() with a remembered request is judged anew for another session of the agent", () => {
  given(created(), claimed(codex, { request })).when(claim(codexElsewhere, { request }))
    .then({ refusal: "lease_held" });
  given(created(), claimed(codex), takenOver(codexElsewhere, { request }))
    .when(claim(codexElsewhere, { request })).then({ replayed: true });
});

Deno.test("claim() with a remembered request is no replay where the session holds a later lease", () => {
  given(created(), claimed(codex, { request }), passed(codex), claimed(codex))
    .when(claim(codex, { request })).then({ lease: { fence: 2 } });
});

Deno.test("claim() that was refused is not remembered", () => {
  given(created(), claimed(dsh)).when(claim(codex, { request })).then({ refusal: "lease_held" })
    .and(released(ann)).when(claim(codex, { request: other })).then({
      events: ["claimed"],
      warnings: ["unfinished_edits"],
    });
});

const repeats = { events: [], repeated: true } as const;

Deno.test("pass() that repeats the task's newest event is answered as that one was, and uses nothing", () => {
  given(created(), claimed(codex)).when(pass(codex, { changedFiles: ["a"] }))
    .then({ events: ["passed"] })
    .when(pass(codex, { changedFiles: ["a"] }))
    .then({ ...repeats, task: { handoffsUsed: 1, version: 3, shown: "queued" } });
});

Deno.test("pass() to the person is repeated too", () => {
  const asked = pass(codex, { targetPerson: true });
  given(created(), claimed(codex)).when(asked).then({ events: ["stopped"] })
    .when(asked).then({ ...repeats, task: { shown: "needs_person" } });
});

Deno.test("pass() that found no handoff left is refused the same way when it comes again", () => {
  given(created({ maxHandoffs: 0 }), claimed(codex)).when(pass(codex))
    .then({ events: ["stopped"], refusal: ["budget_spent", { event: 3 }] })
    .when(pass(codex))
    .then({ refusal: ["budget_spent", { saved: true, event: 3 }], repeated: true });
});

Deno.test("submit(), complete() and review() are repeated", () => {
  const endings = [[submit(codex), "submitted"], [complete(codex), "completed"]] as const;
  for (const [command, kind] of endings) {
    given(created(), claimed(codex)).when(command).then({ events: [kind] })
      .when(command).then(repeats);
  }
  const sent = given(created(), claimed(codex)).when(submit(codex)).then({ events: ["submitted"] });
  sent.when(review(dsh)).then({ events: ["approved"] }).when(review(dsh)).then(repeats);
  const rejection = review(dsh, { verdict: "changes_requested" });
  sent.when(rejection).then({ events: ["rejected"] })
    .when(rejection).then({ ...repeats, task: { handoffsUsed: 1 } });
});

Deno.test("pass() is no repeat with other arguments, from another session or after another event", () => {
  const done = given(created(), claimed(codex), passed(codex));
  done.when(pass(codex)).then(repeats);
  const different = [
    pass(codex, { summary: "Other" }),
    pass(codex, { nextAction: "Other" }),
    pass(codex, { changedFiles: ["a"] }),
    pass(codex, { targetAgent: "dsh" }),
    pass(codex, { targetPerson: true }),
    pass(codexElsewhere),
    complete(codex, { summary: "Half done" }),
  ];
  for (const command of different) done.when(command).then({ refusal: "not_holder" });
  done.and(noted(claude)).when(pass(codex)).then({ refusal: "not_holder" });
});

Deno.test("pass() with a token is a repeat only with the token of the lease that it ended", () => {
  const done = given(created(), claimed(codex), passed(codex));
  done.when(pass(codex, { leaseToken: token(1, codex) })).then(repeats);
  done.when(pass(codex, { leaseToken: token(1, claude) })).then({ refusal: "not_holder" });
  done.when(pass(codex, { leaseToken: token(9, codex) })).then({ refusal: "not_holder" });
});

Deno.test("review() is no repeat where it names another version than the one judged", () => {
  const sent = given(created(), claimed(codex)).when(submit(codex)).then({ events: ["submitted"] });
  const done = sent.when(review(dsh)).then({ events: ["approved"] });
  done.when(review(dsh, { expectedVersion: 3 })).then(repeats);
  done.when(review(dsh, { expectedVersion: 2 })).then({ refusal: "task_final" });
  done.when(review(dsh, { comments: "Other" })).then({ refusal: "task_final" });
  done.when(review(dsh, { verdict: "changes_requested" })).then({ refusal: "task_final" });
});
