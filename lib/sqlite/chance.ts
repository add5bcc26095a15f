// What a waiting agent could take up now, as the rules would answer its claim. Writes nothing.
import type { Chance } from "../ledger/ledger.ts";
import type { Runtime } from "../ledger/runtime.ts";
import type { Lookups } from "../ledger/slice.ts";
import { inClaimOrder } from "../rules/decide_claim.ts";
import { claimableFrom, isExpired, type Lease } from "../rules/lease.ts";
import type { Task } from "../rules/task.ts";
import { taskOf } from "./lookups.ts";
import { waitsFor } from "./list_row.ts";
import { columnList, taskRows } from "./rows.ts";
import type { Statements } from "./statements.ts";

/** The review that an agent owes: the one named for it, its own work aside. */
export const owedReviewSql = `SELECT ${columnList(taskRows)} FROM task
  WHERE reviewer = :agent AND status = 'in_review'
    AND json_extract(author, '$.name') <> :agent AND json_extract(author, '$.session') <> :session
  ORDER BY priority_rank, created_event LIMIT 1`;

/** Who waits, and what the look-ups run on. */
export interface Waiter {
  readonly agent: string;
  readonly session: string;
  readonly statements: Statements;
  readonly lookups: Lookups;
  readonly runtime: Runtime;
}

/**
 * The task that the caller holds, else the one that a claim without an id would take, else a review that
 * names it; undefined where there is none of them.
 */
export function chanceOf(waiter: Waiter): Chance | undefined {
  const { agent, session, statements, lookups } = waiter;
  const lease = lookups.lease();
  if (lease?.session === session) return { taskId: lease.taskId, why: "holding" };
  const claimable = lease ? whileLeased(waiter, lease) : freely(waiter);
  if (claimable) return claimable;
  const owed = taskOf(statements.first(owedReviewSql, { agent, session }));
  return owed && { taskId: owed.taskId, why: "review" };
}

function freely({ agent, lookups }: Waiter): Chance | undefined {
  const best = lookups.bestQueued({ agent });
  return best && { taskId: best.taskId, why: "claimable" };
}

function whileLeased(waiter: Waiter, lease: Lease): Chance | undefined {
  const { agent, lookups, runtime } = waiter;
  const now = runtime.clock();
  const life = runtime.lifeOf(lease.session);
  const why = isExpired(lease, now) ? "lease_over" : "session_ended";
  const isResumed = life === "ended" && lease.agent === agent && why === "session_ended";
  if (isResumed) return { taskId: lease.taskId, why };
  if (now < claimableFrom(lease, life, runtime.graceMinutes)) return undefined;
  const best = bestOfBoth(waiter, lookups.task(lease.taskId));
  return best && { taskId: best.taskId, why };
}

/** The best of the queue and of the leased task, which the claim would queue for anyone. */
function bestOfBoth(waiter: Waiter, leased: Task | undefined): Task | undefined {
  const { agent, lookups, statements } = waiter;
  const queued = lookups.bestQueued({ agent, ...(leased && { except: leased.taskId }) });
  const isReady = leased && waitsFor(statements, leased).length === 0;
  return [queued, isReady ? { ...leased, targetAgent: undefined } : undefined]
    .filter((task) => task !== undefined)
    .sort(inClaimOrder(agent))[0];
}
