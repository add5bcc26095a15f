// One task with the newest part of its history. Runs inside one read transaction.
import { LedgerRefusal, type Shown, type ShowQuery } from "../ledger/ledger.ts";
import { findTask, type Lookups } from "../ledger/slice.ts";
import type { Lease } from "../rules/lease.ts";
import { refuse } from "../rules/refusal.ts";
import { statusOf } from "../rules/state.ts";
import { eventColumns, eventOf } from "./event_rows.ts";
import type { Task } from "../rules/task.ts";
import type { Statements } from "./statements.ts";

/** Newest events of a task before a number. */
export const historySql = `SELECT ${eventColumns} FROM event
  WHERE task_id = :taskId AND event < :before ORDER BY event DESC LIMIT :limit`;

/** How many events of a task come before a number. */
export const earlierSql =
  "SELECT count(*) AS earlier FROM event WHERE task_id = :taskId AND event < :before";

/** Statuses of the tasks that one depends on. */
export const dependencyStatusSql = "SELECT status FROM task WHERE task_id = :taskId";

/** A task and its newest events in rising order. Refuses with `task_not_found`, naming ids that are near. */
export function showTask(
  statements: Statements,
  query: ShowQuery,
  options: { lookups: Lookups; held: Lease | undefined },
): Omit<Shown, "lease"> {
  const { lookups, held } = options;
  let task: Task | undefined;
  const { taskId, near } = findTask(query.taskId, {
    task: (id) => task = lookups.task(id),
    idsByPrefix: (prefix) => lookups.idsByPrefix(prefix),
    idsNear: (id) => lookups.idsNear(id),
  });
  if (taskId !== undefined) task ??= lookups.task(taskId);
  if (!task) throw new LedgerRefusal(refuse("task_not_found", { taskId: query.taskId, near }));
  const before = query.before ?? Number.MAX_SAFE_INTEGER;
  const newest = { taskId: task.taskId, before, limit: query.history };
  const history = statements.all(historySql, newest).map(eventOf).reverse();
  const shownFrom = { taskId: task.taskId, before: history[0]?.event ?? before };
  // A page that is not full has the first event on it.
  const hasEarlier = history.length === query.history;
  return {
    sight: { task, status: statusOf(task, held) },
    history,
    earlierEvents: hasEarlier ? Number(statements.first(earlierSql, shownFrom)?.earlier ?? 0) : 0,
    dependencies: task.dependsOn.flatMap((taskId) => {
      const dependency = lookups.task(taskId);
      return dependency ? [{ taskId, status: statusOf(dependency, held) }] : [];
    }),
  };
}
