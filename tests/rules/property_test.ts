// Random calls by several agents and a person, with a clock that is moved about: what must hold after each.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Command } from "../../lib/rules/command.ts";
import { decide, type Decision } from "../../lib/rules/decide.ts";
import { eventKinds } from "../../lib/rules/event.ts";
import { evolve } from "../../lib/rules/evolve.ts";
import { refusalCodes } from "../../lib/rules/refusal.ts";
import { emptyState } from "../../lib/rules/state.ts";
import { loadSlice } from "../../lib/ledger/slice.ts";
import { minutes } from "../support/clock.ts";
import { created, later } from "../support/facts.ts";
import { given, type Scene } from "../support/given.ts";
import { taskIdOf } from "../support/ids.ts";
import { assertSound } from "../support/invariants.ts";
import { memoryLookups } from "../support/memory_lookups.ts";
import { anyStep, commandOf, type Step } from "../support/random_steps.ts";

const parameters = { seed: 20260105, numRuns: 400 };
const sequences = fc.array(anyStep, { minLength: 20, maxLength: 60, size: "max" });

interface Moment {
  readonly step: Step;
  readonly command: Command;
  readonly before: Scene;
  readonly decision: Decision;
  readonly after: Scene;
}

/** Plays steps from a ledger of two tasks and shows each to a check. */
function play(steps: readonly Step[], check: (moment: Moment) => void): Scene {
  let scene = given(created({ taskId: taskIdOf(0) }), created({ taskId: taskIdOf(1) }));
  for (const step of steps) {
    const before = scene.and(later(step.move));
    const command = commandOf(step, before.history);
    const { decision, scene: after } = before.when(command, { life: step.life });
    check({ step, command, before, decision, after });
    scene = after;
  }
  return scene;
}

/** Checks many sequences, each moment of them; the first failure is shrunk to a short one. */
function always(check: (moment: Moment) => void, end: (scene: Scene) => void = () => {}): void {
  fc.assert(fc.property(sequences, (steps) => end(play(steps, check))), parameters);
}

Deno.test("decide() keeps one lease, rising fences, exact budgets, final ends, versions, numbers and times, after every call", () => {
  always(({ after: { history, state } }) =>
    assertSound(history, { tasks: state.tasks.values(), lease: state.lease })
  );
});

Deno.test("evolve() replays every random history to the same state", () => {
  always(() => {}, ({ history, state }) => {
    assert.deepEqual(history.reduce(evolve, emptyState), state);
  });
});

Deno.test("decide() is pure: it changes no state and decides the same again", () => {
  always(({ command, step, before: { state, history, now } }) => {
    const around = { now, lifeOf: () => step.life, graceMinutes: 10 };
    const slice = loadSlice(command, memoryLookups(state, history), around);
    const copy = structuredClone(slice);
    assert.deepEqual(decide(command, slice, now), decide(command, slice, now));
    assert.deepEqual(slice, copy);
  });
});

Deno.test("decide() leaves no trace of a refusal but those that the contract names", () => {
  const allowed = ["redated", "lease_expired", "noted", "stopped"];
  always(({ decision: { refusal, events } }) => {
    if (!refusal) return;
    for (const { kind } of events) assert.ok(allowed.includes(kind), `${refusal.code}: ${kind}`);
    const has = (kind: string) => events.some((event) => event.kind === kind);
    if (has("stopped")) assert.equal(refusal.code, "budget_spent");
    if (has("noted")) {
      assert.ok(["lease_lost", "task_final", "needs_person"].includes(refusal.code));
    }
  });
});

Deno.test("decide() lets none but the holder's session or the bearer of the current token act as the holder", () => {
  const holders = ["renewed", "logged", "passed", "submitted", "completed"];
  always(({ command, before, decision: { events } }) => {
    const { lease } = before.state;
    const takenOver = events.some((event) => event.kind === "taken_over");
    if (takenOver || !events.some((event) => holders.includes(event.kind))) return;
    const token = "leaseToken" in command ? command.leaseToken : undefined;
    const isBearer = token?.fence === lease?.fence && token?.hash === lease?.tokenHash;
    const isHolder = token === undefined && command.caller.session === lease?.session;
    assert.ok(isBearer || isHolder);
  });
});

Deno.test("claim() takes nobody's lease before its end unless its session has ended", () => {
  always(({ before, step, decision: { events } }) => {
    const { lease } = before.state;
    const taken = events.find(({ kind }) => kind === "lease_expired" || kind === "taken_over");
    if (!lease || !taken) return;
    const isNamesake = taken.kind === "taken_over" && taken.actor.name === lease.agent;
    const isOver = before.now >= lease.expiresAt;
    const hasGrace = before.now < lease.seenAt + minutes(10);
    assert.ok(isOver || (step.life === "ended" && (isNamesake || !hasGrace)));
  });
});

Deno.test("renew() and log() never bring the end nearer, and no lease lasts longer than its length", () => {
  always(({ before, after, decision: { events } }) => {
    const { lease } = after.state;
    if (!lease) return;
    assert.ok(lease.minutes >= 1 && lease.minutes <= 1440);
    assert.ok(lease.expiresAt > lease.grantedAt);
    if (events.length > 0) assert.ok(lease.expiresAt - after.now <= minutes(lease.minutes + 5));
    const isRenewed = events.length === 1 && ["renewed", "logged"].includes(events[0]!.kind);
    if (isRenewed) assert.ok(lease.expiresAt >= before.state.lease!.expiresAt);
  });
});

Deno.test("decide() keeps each task in one piece: reviews have authors, stops have reasons, target and cap are sane", () => {
  always(({ after }) => {
    for (const task of after.state.tasks.values()) {
      if (task.status === "in_review") {
        assert.ok(task.author && task.submittedVersion !== undefined);
        assert.notEqual(task.author.name, task.reviewer);
      }
      if (task.status === "needs_person") assert.ok(task.stopReason);
      if (task.status === "queued") assert.equal(task.heirAgent, undefined);
      assert.ok(!task.dependsOn.includes(task.taskId));
    }
  });
});

Deno.test("random calls reach every kind of event and every refusal of the rules", () => {
  const kinds = new Set<string>(["created"]);
  const codes = new Set<string>();
  const marks = { replayed: 0, repeated: 0 };
  always(({ decision }) => {
    if (decision.replayed) marks.replayed++;
    if (decision.repeated) marks.repeated++;
    for (const { kind } of decision.events) kinds.add(kind);
    if (decision.refusal) codes.add(decision.refusal.code);
  });
  assert.deepEqual([...kinds].sort(), [...eventKinds].sort());
  assert.ok(marks.replayed > 0 && marks.repeated > 0);
  // Storage and the workspace refuse for themselves.
  const ofRules = refusalCodes.slice(0, refusalCodes.indexOf("workspace_unknown"));
  assert.deepEqual(ofRules.filter((code) => !codes.has(code)), []);
});
