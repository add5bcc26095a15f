// Renewals and the journal: counted from now, never nearer, notes of others.
import { log, renew } from "../support/commands.ts";
import { at } from "../support/clock.ts";
import {
  cancelled,
  claimed,
  completed,
  created,
  expired,
  later,
  logged,
  noted,
  passed,
  stopped,
  submitted,
} from "../support/facts.ts";
import { given } from "../support/given.ts";
import { ann, claude, codex, codexElsewhere, dsh } from "../support/people.ts";

const held = () => given(created({ plan: ["Read", "Write"] }), claimed(codex), later(10));

Deno.test("renew() counts from now, with the lease's own length where none is asked for", () => {
  held().when(renew(codex))
    .then({ events: [["renewed", { fence: 1, minutes: 90 }]], lease: { expiresAt: at(100) } });
  given(created(), claimed(codex, { minutes: 200, expiresAt: at(200) }), later(10))
    .when(renew(codex)).then({ events: ["renewed"], lease: { expiresAt: at(210) } });
});

Deno.test("renew() takes a longer length and keeps it for later renewals", () => {
  const longer = held().when(renew(codex, { leaseMinutes: 300 }))
    .then({ events: ["renewed"], lease: { minutes: 300, expiresAt: at(310) } });
  longer.and(later(5)).when(renew(codex))
    .then({ events: ["renewed"], lease: { minutes: 300, expiresAt: at(315) } });
});

Deno.test("renew() with a shorter length never brings the end nearer", () => {
  held().when(renew(codex, { leaseMinutes: 5 }))
    .then({ events: ["renewed"], lease: { minutes: 90, expiresAt: at(90) } });
});

Deno.test("log() by the holder is an entry and renews for the lease's own length", () => {
  held().when(log(codex, { entry: "test", text: "All green", ref: "deno test: 0" })).then({
    events: [["logged", { entry: "test", text: "All green", ref: "deno test: 0", fence: 1 }]],
    lease: { expiresAt: at(100) },
    task: { version: 2 },
  });
});

Deno.test("log() by the holder never brings the end nearer", () => {
  held().and(later(-4)).when(log(codex)).then({ events: ["logged"], lease: { expiresAt: at(96) } });
  given(created(), claimed(codex), later(-4)).when(log(codex))
    .then({ events: ["logged"], lease: { expiresAt: at(90) } });
});

Deno.test("log() by anyone else is a note that renews nothing", () => {
  for (const who of [claude, codexElsewhere, ann]) {
    held().when(log(who))
      .then({ events: [["noted", { entry: "progress" }]], lease: { expiresAt: at(90) } });
  }
});

Deno.test("log() is a note in every state but active, the last holder included", () => {
  const endings = [passed, stopped, submitted, completed, cancelled].map((end) =>
    given(created(), claimed(codex), end(codex))
  );
  for (const scene of [given(created()), ...endings]) {
    scene.when(log(codex)).then({ events: ["noted"] });
  }
});

Deno.test("log() ticks steps of the plan for the holder alone", () => {
  const done = [{ text: "Read", done: false }, { text: "Write", done: true }];
  held().when(log(codex, { stepsDone: [2] })).then({ events: ["logged"], task: { plan: done } });
  held().when(log(claude, { stepsDone: [2] }))
    .then({ refusal: ["invalid_argument", { field: "steps_done" }] });
  held().when(log(codex, { stepsDone: [1, 3] }))
    .then({ refusal: ["invalid_argument", { field: "steps_done", value: "3" }] });
  given(created(), claimed(codex)).when(log(codex, { stepsDone: [1] }))
    .then({ refusal: ["invalid_argument", { field: "steps_done" }] });
});

Deno.test("log() resolves an open blocker by its event number, and refuses any other", () => {
  const blocked = given(created(), noted(dsh, { entry: "blocker", text: "No key" }));
  blocked.when(log(claude, { entry: "resolved", text: "Key is there", ref: "2" }))
    .then({ events: ["noted"], task: { blockers: [] } });
  for (const ref of ["1", "x", undefined]) {
    blocked.when(log(claude, { entry: "resolved", ref }))
      .then({ refusal: ["invalid_argument", { field: "ref" }] });
  }
});

Deno.test("log() refuses with task_not_found for an unknown task", () => {
  given(created()).when(log(codex, { taskId: "ffffffffff" })).then({ refusal: "task_not_found" });
});

Deno.test("log() adds its files to those changed so far, newest first and each once", () => {
  held().and(logged(codex, { changedFiles: ["a", "b"] }))
    .when(log(codex, { changedFiles: ["c", "b"] }))
    .then({ events: ["logged"], task: { changedFiles: ["c", "b", "a"] } });
});

Deno.test("log() after the lease went to somebody else is a note, for the session that lost it", () => {
  given(created(), claimed(codex), later(91), expired(claude), claimed(claude))
    .when(log(codex)).then({ events: ["noted"], lease: { agent: "claude-code" } });
});
