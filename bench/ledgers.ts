// Ledgers for measuring and the commands of one round: a claim and a pass. Clock and ids are counted, so that
// the same rounds on two copies of a file write the same rows.
import type { Ledger } from "../lib/ledger/ledger.ts";
import type { Clock } from "../lib/ledger/runtime.ts";
import type { Claim, Create, Pass } from "../lib/rules/command.ts";
import { handoffLimits } from "../lib/rules/limits.ts";
import { openSqliteLedger } from "../lib/sqlite/sqlite_ledger.ts";

/** The time at which counted clocks begin, epoch milliseconds. */
export const firstMoment = Date.UTC(2026, 0, 1);

/** Opens a ledger as the server does, with a clock that rises by one second a look unless one is given. */
export function openLedger(path: string, options: { clock?: Clock } = {}): Promise<Ledger> {
  return openSqliteLedger({
    path,
    journal: "wal",
    runtime: { clock: options.clock ?? counted(), lifeOf: () => "alive", graceMinutes: 10 },
  });
}

/** The id of the task with a number; neighbours in number are no neighbours in the index. */
export function taskIdOf(number: number): string {
  // An odd factor and a modulus of 2^40: different numbers have different ids.
  return ((BigInt(number) * 668_265_263_251n) % (1n << 40n)).toString(16).padStart(10, "0");
}

/** Makes a task of ordinary length with as many handoffs as there can be. */
export function createTask(number: number, more: Partial<Create> = {}): Create {
  return {
    type: "create",
    caller: { kind: "agent", session: "bench-session-creator", usualName: "creator" },
    newTaskId: taskIdOf(number),
    title: `Task ${number}: make the importer read both date formats`,
    objective: "Read ISO dates and the old format, keep the time zone. ".repeat(6),
    maxHandoffs: handoffLimits.most,
    priority: "normal",
    dependsOn: [],
    plan: [],
    ...more,
  };
}

/** A round's claim: of a task by its id, or of the best one. */
export function claim(agent: string, taskId?: string): Claim {
  const git = { branch: "main", commit: "0123456789abcdef0123456789abcdef01234567" };
  const tokenHash = "ab".repeat(32);
  const asked = taskId === undefined ? {} : { taskId };
  return { type: "claim", caller: callerOf(agent), newTokenHash: tokenHash, git, ...asked };
}

/** A round's pass to another agent, or to anyone. */
export function pass(agent: string, taskId: string, targetAgent?: string): Pass {
  return {
    type: "pass",
    caller: callerOf(agent),
    taskId,
    ...baton,
    targetPerson: false,
    ...(targetAgent !== undefined && { targetAgent }),
  };
}

/** What a pass tells the next agent. */
export const baton = {
  summary: "The parser reads both formats; the tests for leap seconds are still missing. ".repeat(
    4,
  ),
  nextAction: "Write the tests for leap seconds, then run the importer on the archive. ".repeat(2),
  changedFiles: ["lib/import/dates.ts", "lib/import/zones.ts", "tests/import/dates_test.ts"],
} as const;

/** Two agents that pass a task to and fro. */
export const agents = ["alice", "bob"] as const;

/** Who claims in a round, and whom it passes to. */
export function hands(round: number): { from: string; to: string } {
  return round % 2 === 0 ? { from: agents[0], to: agents[1] } : { from: agents[1], to: agents[0] };
}

function callerOf(agent: string): Claim["caller"] {
  return { kind: "agent", session: `bench-session-${agent}`, agent, usualName: agent };
}

function counted(): Clock {
  let now = firstMoment;
  return () => now += 1000;
}
