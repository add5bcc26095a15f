// Pages of tasks. Each reads a bounded part of an index, however many tasks there are.
import type { Listed, ListQuery } from "../ledger/ledger.ts";
import type { Lease } from "../rules/lease.ts";
import type { Task } from "../rules/task.ts";
import { cursorAt, placeOf } from "./cursor.ts";
import { newestOf } from "./event_rows.ts";
import { changedSql, type Place, startOf, type Strand } from "./list_order.ts";
import { placeColumns, strandsOf, strandSql } from "./list_order.ts";
import { rowOf } from "./list_row.ts";
import { columnList, taskRows } from "./rows.ts";
import type { Row, Statements } from "./statements.ts";

interface Placed extends Place {
  readonly task: Task;
}

const columns = columnList(taskRows);
const taskByAge = `SELECT ${columns} FROM task WHERE created_event = :created`;

/**
 * A page of tasks: the active one; the queued ones as claims would choose for the caller, then those
 * addressed to others; those in review; those that need a person; completed and cancelled ones, newest
 * first. A search is for `searchTasks`. Runs inside one read transaction.
 *
 * Refuses with `invalid_argument` a cursor that is not of this list. With `since` it reads every task that
 * changed after that event, and no other.
 */
export function listTasks(
  statements: Statements,
  query: ListQuery,
  options: { held: Lease | undefined },
): Omit<Listed, "lease"> {
  const { held } = options;
  const after = placeOf(query);
  const strands = strandsOf({ ...query, held });
  const wanted = query.limit + 1;
  const found = query.since === undefined
    ? inOrder(statements, strands, { after, wanted })
    : changedSince(statements, strands, { after, wanted, since: query.since });
  const shown = found.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ task }) => rowOf(statements, task, held)),
    newestEvent: newestOf(statements).event,
    ...(found.length > shown.length && last && { cursor: cursorAt(last, query) }),
  };
}

function inOrder(
  statements: Statements,
  strands: readonly Strand[],
  of: { after: Place | undefined; wanted: number },
): Placed[] {
  const { after, wanted } = of;
  const found: Placed[] = [];
  for (const group of new Set(strands.map((strand) => strand.group))) {
    if (after && group < after.group) continue;
    if (found.length >= wanted) break;
    const limit = wanted - found.length;
    const merged = strands.filter((strand) => strand.group === group)
      .flatMap((strand) => {
        const { major, minor } = after?.group === group ? after : startOf(strand);
        const sql = strandSql(strand, `${columns}, ${placeColumns(strand)}`);
        return statements.all(sql, { ...strand.values, major, minor, limit });
      })
      .map((row) => ({ ...placeOfRow(row, group), task: taskRows.decode(row) }))
      .sort((one, other) => one.major - other.major || one.minor - other.minor);
    found.push(...merged.slice(0, limit));
  }
  return found;
}

function changedSince(
  statements: Statements,
  strands: readonly Strand[],
  of: { after: Place | undefined; wanted: number; since: number },
): Placed[] {
  if (strands.length === 0) return [];
  const { group, major, minor } = of.after ?? { group: -1, major: 0, minor: 0 };
  const values = Object.assign({}, ...strands.map((strand) => strand.values));
  const bounds = { since: of.since, group, major, minor, limit: of.wanted };
  return statements.all(changedSql(strands), { ...values, ...bounds }).map((row) => ({
    ...placeOfRow(row, Number(row.group)),
    task: taskRows.decode(statements.first(taskByAge, { created: row.created_event! })!),
  }));
}

function placeOfRow(row: Row, group: number): Place {
  return { group, major: Number(row.major), minor: Number(row.minor) };
}
