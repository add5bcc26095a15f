// One row of a list, with what its task waits for. Runs inside the read transaction of the list.
import type { ListRow } from "../ledger/ledger.ts";
import type { Lease } from "../rules/lease.ts";
import { statusOf } from "../rules/state.ts";
import { isFinal, type Task } from "../rules/task.ts";
import type { Statements } from "./statements.ts";

/** Statuses of what a task depends on, for those that are not completed. */
export const openDependenciesSql = `SELECT dependency.depends_on FROM dependency
  JOIN task ON task.task_id = dependency.depends_on
  WHERE dependency.task_id = :taskId AND task.status <> 'completed'`;

/** The ids of open tasks that a task waits for, in the order in which they were named. */
export function waitsFor(statements: Statements, task: Task): readonly string[] {
  if (task.dependsOn.length === 0) return [];
  const rows = statements.all(openDependenciesSql, { taskId: task.taskId });
  const open = new Set(rows.map((row) => row.depends_on));
  return task.dependsOn.filter((taskId) => open.has(taskId));
}

/** The row of a task. */
export function rowOf(statements: Statements, task: Task, held: Lease | undefined): ListRow {
  const status = statusOf(task, held);
  return { task, status, waitsFor: isFinal(status) ? [] : waitsFor(statements, task) };
}
