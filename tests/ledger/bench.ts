// The bench on which a ledger is exercised: its clock, its sessions, and shorthands for what tests do with it.
import assert from "node:assert/strict";
import { type Ledger, LedgerRefusal, type Outcome } from "../../lib/ledger/ledger.ts";
import type { Runtime } from "../../lib/ledger/runtime.ts";
import type { Command } from "../../lib/rules/command.ts";
import type { LedgerEvent } from "../../lib/rules/event.ts";
import { evolve } from "../../lib/rules/evolve.ts";
import type { SessionLife } from "../../lib/rules/lease.ts";
import type { RefusalCode } from "../../lib/rules/refusal.ts";
import { emptyState } from "../../lib/rules/state.ts";
import type { Task } from "../../lib/rules/task.ts";
import { SettableClock } from "../support/clock.ts";
import { assertSound } from "../support/invariants.ts";

/** A storage that was just made, with nothing in it. */
export interface Storage {
  /** Opens one more handle on the same storage, as another process would. */
  open(): Promise<Ledger>;
  /** Removes the storage; every handle is closed by then. */
  dispose(): Promise<void>;
}

/** Makes an empty storage for a test. */
export type NewStorage = (runtime: Runtime) => Promise<Storage>;

/** A storage under test with the world around it. */
export class Bench {
  readonly clock = new SettableClock();
  /** What is known of sessions; the others are unknown. */
  readonly lives = new Map<string, SessionLife>();
  readonly #handles: Ledger[] = [];
  #storage!: Storage;

  /** Runs a test on a bench of its own and clears it away. */
  static async run(make: NewStorage, test: (bench: Bench) => Promise<void>): Promise<void> {
    const bench = new Bench();
    bench.#storage = await make({
      clock: bench.clock.read,
      lifeOf: (session) => bench.lives.get(session) ?? "unknown",
      graceMinutes: 10,
    });
    try {
      await test(bench);
    } finally {
      for (const handle of bench.#handles) handle.close();
      await bench.#storage.dispose();
    }
  }

  /** One more handle, closed at the end of the test. */
  async open(): Promise<Ledger> {
    const handle = await this.#storage.open();
    this.#handles.push(handle);
    return handle;
  }
}

/** Gives commands one after the other; each must be done. Gives what came of the last. */
export async function done(ledger: Ledger, ...commands: Command[]): Promise<Outcome> {
  let outcome: Outcome | undefined;
  for (const command of commands) {
    outcome = await ledger.execute(command);
    assert.equal(outcome.refusal, undefined, `${command.type} is done`);
  }
  return outcome!;
}

/** Gives a command that must be refused. */
export async function refused(
  ledger: Ledger,
  command: Command,
  code: RefusalCode,
): Promise<Outcome> {
  const outcome = await ledger.execute(command);
  assert.equal(outcome.refusal?.code, code);
  return outcome;
}

/** The code and facts with which a read must be refused. */
export async function rejected(
  read: Promise<unknown>,
  code: RefusalCode,
): Promise<Record<string, unknown>> {
  const error = await read.then(() => undefined, (error: unknown) => error);
  assert.ok(error instanceof LedgerRefusal, `refused with ${code}: ${error}`);
  assert.equal(error.refusal.code, code);
  return error.refusal.facts as unknown as Record<string, unknown>;
}

/** The whole history, read in small pages. */
export async function historyOf(ledger: Ledger): Promise<LedgerEvent[]> {
  const history: LedgerEvent[] = [];
  for (;;) {
    const page = await ledger.events({ after: history.at(-1)?.event ?? 0, limit: 7 });
    history.push(...page);
    if (page.length < 7) return history;
  }
}

/** Every task, read in small pages. */
export async function tasksOf(ledger: Ledger): Promise<Task[]> {
  const tasks: Task[] = [];
  for (;;) {
    const page = await ledger.tasks({ afterCreated: tasks.at(-1)?.createdEvent ?? 0, limit: 3 });
    tasks.push(...page);
    if (page.length < 3) return tasks;
  }
}

/** Fails unless the history is sound and its replay gives exactly the stored tasks and lease. */
export async function assertVerified(ledger: Ledger): Promise<readonly LedgerEvent[]> {
  const history = await historyOf(ledger);
  const tasks = await tasksOf(ledger);
  const lease = (await ledger.lease())?.lease;
  const state = history.reduce(evolve, emptyState);
  assert.deepEqual(tasks, [...state.tasks.values()]);
  assert.deepEqual(lease, state.lease);
  assertSound(history, { tasks, lease });
  return history;
}
