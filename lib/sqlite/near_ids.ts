// Which task ids come near to one that does not exist. Reads a bounded number of ids.
import type { Statements } from "./statements.ts";

/** How many ids are offered. */
const offered = 3;

const neighbours = [
  "SELECT task_id FROM task WHERE task_id >= :id ORDER BY task_id LIMIT 3",
  "SELECT task_id FROM task WHERE task_id < :id ORDER BY task_id DESC LIMIT 3",
  // A slip in the first digits has no neighbours; most likely one of the newest was meant.
  "SELECT task_id FROM task ORDER BY created_event DESC LIMIT 50",
];

/** A few ids that are likely to have been meant, the nearest first; none where nothing comes near. */
export function nearIds(statements: Statements, asked: string): readonly string[] {
  const known = new Set(
    neighbours.flatMap((sql) => statements.all(sql, sql.includes(":id") ? { id: asked } : {}))
      .map((row) => String(row.task_id)),
  );
  return [...known]
    .map((taskId) => ({ taskId, shared: sharedDigits(taskId, asked) }))
    .filter(({ taskId, shared }) => shared >= 7 || asked.slice(0, 3) === taskId.slice(0, 3))
    .sort((one, other) => other.shared - one.shared || (one.taskId < other.taskId ? -1 : 1))
    .slice(0, offered)
    .map(({ taskId }) => taskId);
}

/** Digits alike from the start and from the end: one digit wrong, missing or too many leaves the rest. */
function sharedDigits(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return start + end;
}
