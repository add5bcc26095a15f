// Fills a ledger with many tasks quickly: the rules decide and the store records, thousands to a transaction.
import type { Command } from "../lib/rules/command.ts";
import { decide } from "../lib/rules/decide.ts";
import { leaseLimits, minute } from "../lib/rules/limits.ts";
import { emptyState, type LedgerState, nothingWaits, type Slice } from "../lib/rules/state.ts";
import { priorities } from "../lib/rules/task.ts";
import { Connection } from "../lib/sqlite/connection.ts";
import { newestOf } from "../lib/sqlite/event_rows.ts";
import { record } from "../lib/sqlite/record.ts";
import type { Statements } from "../lib/sqlite/statements.ts";
import { agents, claim, createTask, firstMoment, taskIdOf } from "./ledgers.ts";

/** How many tasks go into one transaction. */
const batch = 20_000;

/** Of ten tasks in a row: who each is for, or that it is completed. */
const kinds = [
  ...["completed", "completed", "completed", "anyone", "anyone", "anyone"] as const,
  ...[agents[0], agents[0], agents[1], "carol"] as const,
];

/** Number of a task that is queued for the first agent, at a place between 0 and 1 of the ledger. */
export function numberOfAddressed(place: number, size: number): number {
  return Math.floor(place * size / kinds.length) * kinds.length + kinds.indexOf(agents[0]);
}

/**
 * Fills a new file with tasks: three in ten completed, three for anyone, four addressed to three agents, in
 * all priorities. A completed task has three events, any other one. Returns how many events there are.
 */
export async function fill(path: string, size: number): Promise<number> {
  const connection = await Connection.open({ path, journal: "wal" });
  try {
    // Makes the schema, which the settings below must not be in the way of.
    await connection.write(() => ({ value: undefined, isChanged: true }));
    connection.statements.run("PRAGMA synchronous = OFF");
    connection.statements.run("PRAGMA cache_size = -1000000");
    let state = emptyState;
    for (let first = 0; first < size; first += batch) {
      state = await connection.write((statements) => {
        const last = Math.min(size, first + batch);
        for (let number = first; number < last; number++) state = add(statements, number, state);
        return { value: state, isChanged: true };
      });
    }
    return state.newest.event;
  } finally {
    connection.close();
  }
}

function add(statements: Statements, number: number, before: LedgerState): LedgerState {
  const kind = kinds[number % kinds.length]!;
  const priority = priorities[Math.floor(number / kinds.length) % priorities.length]!;
  const isAddressed = kind !== "completed" && kind !== "anyone";
  const more = { priority, ...(isAddressed && { targetAgent: kind }) };
  let state = run(statements, createTask(number, more), before);
  if (kind === "completed") {
    const taskId = taskIdOf(number);
    const done = { summary: "Both formats are read.", changedFiles: [] };
    state = run(statements, claim("carol", taskId), state);
    const { caller } = claim("carol");
    state = run(statements, { type: "complete", caller, taskId, ...done }, state);
  }
  // Only the task at hand is kept: a slice, as the store would load it.
  return { ...state, tasks: new Map(), pastLeases: new Map() };
}

function run(statements: Statements, command: Command, ledger: LedgerState): LedgerState {
  const named = "taskId" in command ? command.taskId : undefined;
  const slice: Slice = {
    ledger,
    near: [],
    waiting: nothingWaits,
    dependencies: new Map(),
    dependants: [],
    holderLife: "unknown",
    graceMinutes: 10,
    ...(named !== undefined && { named }),
  };
  // All within the term of one lease, whatever the size.
  const now = firstMoment + ledger.newest.event / 100;
  const { events, after, refusal } = decide(command, slice, Math.floor(now));
  if (refusal) throw new Error(`Fill: ${command.type} is refused with ${refusal.code}`);
  record(statements, { before: ledger, after, events, previous: newestOf(statements).hash });
  return after;
}

/** When the clock of a filled ledger may go on: after its newest event and every term of a lease. */
export const afterFill: number = firstMoment + 2 * leaseLimits.most * minute;
