// What each event makes of the state, and that events are the whole of it.
import assert from "node:assert/strict";
import { eventKinds, type LedgerEvent } from "../../lib/rules/event.ts";
import { evolve } from "../../lib/rules/evolve.ts";
import { emptyState, statusOf } from "../../lib/rules/state.ts";
import type { Task } from "../../lib/rules/task.ts";
import { at } from "../support/clock.ts";
import { first, second, secretOf } from "../support/commands.ts";
import {
  approved,
  cancelled,
  claimed,
  completed,
  created,
  expired,
  extended,
  later,
  logged,
  noted,
  passed,
  redated,
  rejected,
  released,
  renewed,
  reopened,
  stopped,
  submitted,
  takenOver,
  updated,
} from "../support/facts.ts";
import { given, type Scene } from "../support/given.ts";
import { ann, claude, codex, codexElsewhere, dsh, maker } from "../support/people.ts";

const taskOf = (scene: Scene): Task => scene.state.tasks.get(first)!;
const held = () => given(created({ plan: ["Read", "Write"] }), claimed(codex));

/** A history in which every kind of event happens once at least. */
const everything = () =>
  given(
    created({ plan: ["Read"], constraints: "C", targetAgent: "codex" }),
    created({ taskId: second, dependsOn: [first] }),
    updated(maker, { title: "T", targetAgent: null, constraints: null, plan: ["A", "B"] }),
    claimed(codex, { git: { branch: "main", commit: "aaa" } }),
    logged(codex, { entry: "decision", text: "UTC", stepsDone: [1], changedFiles: ["a"] }),
    later(3),
    renewed(codex),
    later(-20),
    redated(dsh),
    takenOver(codexElsewhere),
    noted(codex, { lostFence: 1, attempted: "pass", summary: "Late" }),
    later(100),
    expired(dsh),
    claimed(dsh),
    released(ann),
    claimed(dsh),
    passed(dsh, { changedFiles: ["b"] }),
    claimed(codex),
    submitted(codex, { changedFiles: ["c"] }),
    rejected(claude),
    claimed(codex),
    submitted(codex),
    approved(claude),
    reopened(ann, { answer: "Again" }),
    claimed(codex),
    stopped(codex, { targetAgent: "dsh" }),
    extended(ann),
    claimed(dsh),
    completed(dsh),
    cancelled(maker, { taskId: second }),
  );

Deno.test("evolve() replays a history of every kind of event to the same state", () => {
  const { history, state } = everything();
  const kinds = new Set(history.map((event) => event.kind));
  assert.deepEqual([...kinds].sort(), [...eventKinds].sort());
  const told = history.map((event) => JSON.parse(JSON.stringify(event)) as LedgerEvent);
  assert.deepEqual(told.reduce(evolve, emptyState), state);
});

Deno.test("evolve() changes no state that it was given", () => {
  const { history } = everything();
  let state = emptyState;
  for (const event of history) {
    const before = structuredClone(state);
    const next = evolve(state, event);
    assert.deepEqual(state, before, event.kind);
    state = next;
  }
});

Deno.test("evolve() makes no task active without a lease and no lease without an active task", () => {
  let state = emptyState;
  for (const event of everything().history) {
    state = evolve(state, event);
    const active = [...state.tasks.values()]
      .filter((task) => statusOf(task, state.lease) === "active");
    assert.deepEqual(active.map((task) => task.taskId), state.lease ? [state.lease.taskId] : []);
    if (state.lease) assert.equal(state.tasks.get(state.lease.taskId)?.status, "queued");
  }
});

Deno.test("evolve() leaves every task alone at an event about one that does not exist", () => {
  const before = given(created()).state;
  const { state } = given(created()).and(updated(dsh, { taskId: "ffffffffff", title: "X" }));
  assert.deepEqual(state.tasks, before.tasks);
  assert.equal(state.newest.event, 2);
});

Deno.test("evolve() keeps each text with who wrote it when", () => {
  const task = taskOf(held().and(later(4), passed(codex, { summary: "S", nextAction: "N" })));
  assert.deepEqual(task.objective, {
    by: "maker",
    at: at(0),
    text: "Make the parser read dates",
  });
  assert.deepEqual(task.summary, { by: "codex", at: at(4), text: "S" });
  assert.deepEqual(task.nextAction, { by: "codex", at: at(4), text: "N" });
});

Deno.test("evolve() gathers changed files over all handovers, newest first and each once", () => {
  const task = taskOf(
    held().and(
      passed(codex, { changedFiles: ["a", "b"] }),
      claimed(dsh),
      completed(dsh, { changedFiles: ["c", "a", "c"] }),
    ),
  );
  assert.deepEqual(task.changedFiles, ["c", "a", "b"]);
});

Deno.test("evolve() keeps the newest ten decisions, open blockers and the last checkpoint", () => {
  const decisions = Array.from(
    { length: 12 },
    (_, number) => logged(codex, { entry: "decision", text: `D${number}` }),
  );
  const task = taskOf(
    held().and(
      ...decisions,
      noted(dsh, { entry: "blocker", text: "No key" }),
      noted(dsh, { entry: "blocker", text: "No disk" }),
      logged(codex, { entry: "checkpoint", text: "Half way" }),
      logged(codex, { entry: "resolved", text: "Key came", ref: "15" }),
    ),
  );
  assert.deepEqual(
    task.decisions.map(({ text }) => text),
    ["D11", "D10", "D9", "D8", "D7", "D6", "D5", "D4", "D3", "D2"],
  );
  assert.deepEqual(task.blockers.map(({ text, event }) => [text, event]), [["No disk", 16]]);
  assert.equal(task.checkpoint?.text, "Half way");
});

Deno.test("evolve() remembers a lease that ended, with its token, its end and by whom", () => {
  const { state } = held().and(later(91), expired(dsh));
  assert.deepEqual(state.pastLeases.get(1), {
    fence: 1,
    taskId: first,
    agent: "codex",
    session: codex.session,
    tokenHash: secretOf(codex),
    ended: "expired",
    endedEvent: 3,
    endedBy: "dsh",
    endedAt: at(91),
    noteKept: false,
  });
});

Deno.test("evolve() tells a holder's own cancelling from another's", () => {
  const ended = (scene: Scene) => scene.state.pastLeases.get(1)?.ended;
  assert.equal(ended(held().and(cancelled(codex))), "cancelled");
  assert.equal(ended(held().and(cancelled(ann))), "cancelled_by_other");
});

Deno.test("evolve() knows the names of agents that acted, and neither targets nor people", () => {
  const { state } = given(created({ targetAgent: "ghost" }), claimed(codex), released(ann));
  assert.deepEqual([...state.agents], ["maker", "codex"]);
});

Deno.test("evolve() rewrites a plan with nothing of it done", () => {
  const scene = held().and(logged(codex, { stepsDone: [1] }));
  assert.deepEqual(taskOf(scene).plan.map(({ done }) => done), [true, false]);
  assert.deepEqual(taskOf(scene.and(updated(codex, { plan: ["Read"] }))).plan, [
    { text: "Read", done: false },
  ]);
});
