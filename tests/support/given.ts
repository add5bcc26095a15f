// Given facts, when a command, then events or a refusal: the form in which the rules are specified.
// Whatever a test does not expect must not be there, so a refusal that leaves a trace fails by itself.
import assert from "node:assert/strict";
import { loadSlice } from "../../lib/ledger/slice.ts";
import type { Command } from "../../lib/rules/command.ts";
import { decide, type Decision } from "../../lib/rules/decide.ts";
import type { EventKind, LedgerEvent } from "../../lib/rules/event.ts";
import { evolve } from "../../lib/rules/evolve.ts";
import type { Lease, SessionLife } from "../../lib/rules/lease.ts";
import type { RefusalCode, WarningKind } from "../../lib/rules/refusal.ts";
import { emptyState, type LedgerState, statusOf } from "../../lib/rules/state.ts";
import type { Task, TaskStatus } from "../../lib/rules/task.ts";
import { minutes, start } from "./clock.ts";
import type { Fact } from "./facts.ts";
import { memoryLookups } from "./memory_lookups.ts";

/** What the shell knows at the time of a command. */
export interface Around {
  /** Life of the lease holder's session; unknown by default. */
  readonly life?: SessionLife;
  /** Minutes of grace; 10 by default. */
  readonly grace?: number;
}

type Some<Whole> = { readonly [Key in keyof Whole]?: Whole[Key] | undefined };

/** What a test expects. Events, refusal, warnings and marks that are left out must be absent. */
export interface Expected {
  readonly events?: readonly (EventKind | readonly [EventKind, Record<string, unknown>])[];
  readonly refusal?: RefusalCode | readonly [RefusalCode, Record<string, unknown>];
  readonly warnings?: readonly (WarningKind | readonly [WarningKind, Record<string, unknown>])[];
  readonly replayed?: true;
  readonly repeated?: true;
  /** Fence of the lease whose token is given. */
  readonly tokenFence?: number;
  /** Parts of the task that the reply is about, as it is afterwards. */
  readonly task?: Some<Task> & { readonly shown?: TaskStatus };
  /** Parts of the lease as it is afterwards; `null`: nobody holds it. */
  readonly lease?: Some<Lease> | null;
}

/** A ledger at one moment. */
export class Scene {
  /** Begins with a state, the history that made it and the system clock. */
  constructor(
    readonly state: LedgerState,
    readonly history: readonly LedgerEvent[],
    readonly now: number,
  ) {}

  /** The scene after more facts. */
  and(...facts: Fact[]): Scene {
    let { state, history, now } = this as Scene;
    for (const fact of facts) {
      now += minutes(fact.later);
      if (!fact.make) continue;
      const event = fact.make(state, now);
      state = evolve(state, event);
      history = [...history, event];
    }
    return new Scene(state, history, now);
  }

  /** Decides a command here. */
  when(command: Command, around: Around = {}): Result {
    const { state, history, now } = this;
    const lookups = memoryLookups(state, history);
    const { life = "unknown", grace = 10 } = around;
    const slice = loadSlice(command, lookups, { now, lifeOf: () => life, graceMinutes: grace });
    return new Result(this, decide(command, slice, now));
  }
}

/** What came of a command. */
export class Result {
  /** The scene after the decision's events. */
  readonly scene: Scene;

  /** Plays the decision's events onto the scene before it. */
  constructor(before: Scene, readonly decision: Decision) {
    const state = decision.events.reduce(evolve, before.state);
    this.scene = new Scene(state, [...before.history, ...decision.events], before.now);
  }

  /** Compares with what is expected and gives the scene afterwards. Not to be awaited. */
  then(expected: Expected): Scene {
    const { decision, scene } = this;
    compare("refusal", listed(decision.refusal && [decision.refusal], "code", "facts"), [
      ...(expected.refusal === undefined ? [] : [expected.refusal]),
    ]);
    compare("events", listed(decision.events, "kind", "data"), expected.events ?? []);
    compare("warnings", listed(decision.warnings, "kind", "facts"), expected.warnings ?? []);
    assert.equal(decision.replayed, expected.replayed, "replayed");
    assert.equal(decision.repeated, expected.repeated, "repeated");
    if ("tokenFence" in expected) assert.equal(decision.tokenFence, expected.tokenFence, "token");
    const { lease } = scene.state;
    if (expected.lease === null) assert.equal(lease, undefined, "nobody holds the lease");
    else if (expected.lease) compareParts("lease", lease ?? {}, expected.lease);
    if (expected.task) {
      const task = scene.state.tasks.get(decision.taskId ?? "");
      assert.ok(task, "the reply is about a task");
      const { shown, ...parts } = expected.task;
      if (shown !== undefined) assert.equal(statusOf(task, lease), shown, "status");
      compareParts("task", task, parts);
    }
    return scene;
  }
}

/** The ledger after some facts, from an empty one at the start of time. */
export function given(...facts: Fact[]): Scene {
  return new Scene(emptyState, [], start).and(...facts);
}

type Pair = readonly [string, Record<string, unknown>];

function listed(values: readonly object[] | undefined, name: string, content: string): Pair[] {
  return (values ?? []).map((value) => {
    const fields = value as Record<string, unknown>;
    return [String(fields[name]), fields[content] as Record<string, unknown>];
  });
}

function compare(what: string, actual: Pair[], expected: readonly (string | Pair)[]): void {
  const names = expected.map((one) => typeof one === "string" ? one : one[0]);
  assert.deepEqual(actual.map(([name]) => name), names, `${what}: ${JSON.stringify(actual)}`);
  expected.forEach((one, place) => {
    if (typeof one !== "string") compareParts(`${what} ${one[0]}`, actual[place]![1], one[1]);
  });
}

function compareParts(what: string, actual: object, expected: object): void {
  for (const [key, value] of Object.entries(expected)) {
    assert.deepEqual((actual as Record<string, unknown>)[key], value, `${what}: ${key}`);
  }
}
