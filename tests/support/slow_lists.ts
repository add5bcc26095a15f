// Pages of tasks for the slow ledger: sort all, then cut. Shows the order that every ledger must keep.
import { LedgerRefusal, type ListQuery, type ListRow } from "../../lib/ledger/ledger.ts";
import { refuse } from "../../lib/rules/refusal.ts";
import { type LedgerState, statusOf } from "../../lib/rules/state.ts";
import {
  isFinal,
  priorities,
  type Task,
  type TaskStatus,
  taskStatuses,
} from "../../lib/rules/task.ts";
import { waitsFor } from "./memory_lookups.ts";

/** A page of rows in list order, and where the next one begins. */
export function pageOf(
  state: LedgerState,
  query: ListQuery,
): { rows: readonly ListRow[]; cursor?: string } {
  const after = query.cursor === undefined ? undefined : placeOf(query.cursor, query);
  const found = shownTasks(state, query)
    .map((row) => ({ ...row, place: rank(row, query) }))
    .sort((one, other) => compare(one.place, other.place))
    .filter(({ place }) => after === undefined || compare(place, after) > 0);
  const shown = found.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ task, status }) => ({
      task,
      status,
      waitsFor: isFinal(status) ? [] : waitsFor(task, state),
    })),
    ...(last && found.length > shown.length && { cursor: cursorAt(last.place, query) }),
  };
}

/** A task with its derived status. */
export type Sight = { readonly task: Task; readonly status: TaskStatus };

function isAsked({ task, status }: Sight, query: ListQuery, { lease }: LedgerState): boolean {
  if (query.status === "all") return true;
  if (query.status === "open") return !isFinal(status);
  if (query.status !== "mine") return status === query.status;
  const { agent, session } = query;
  const isHeld = status === "active" && (lease?.session === session || lease?.agent === agent);
  const isNamed = agent !== undefined && (task.targetAgent === agent || task.reviewer === agent);
  return !isFinal(status) && (isHeld || isNamed);
}

/** The tasks that a list shows, in no order. */
export function shownTasks(state: LedgerState, query: ListQuery): Sight[] {
  return [...state.tasks.values()]
    .map((task) => ({ task, status: statusOf(task, state.lease) }))
    .filter((row) => isAsked(row, query, state))
    .filter(({ task }) => query.since === undefined || task.event > query.since);
}

/** Status; for queued ones whether they can be claimed; then priority and age, or the newest end first. */
function rank({ task, status }: Sight, { agent }: ListQuery): number[] {
  const group = taskStatuses.indexOf(status);
  if (isFinal(status)) return [group, 0, 0, -task.event];
  const address = task.targetAgent === undefined ? 1 : task.targetAgent === agent ? 0 : 2;
  const isQueued = status === "queued";
  return [group, isQueued ? address : 0, priorities.indexOf(task.priority), task.createdEvent];
}

/** Which of two places comes first. */
export function compare(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((value, index) => value !== other[index]);
  return place < 0 ? 0 : one[place]! - other[place]!;
}

const listOf = ({ status, agent, since, query }: ListQuery) =>
  [status, agent, since, query].map((asked) => asked ?? null);

/** The cursor of a place in a list. */
export function cursorAt(place: readonly number[], query: ListQuery): string {
  return btoa(encodeURIComponent(JSON.stringify([place, listOf(query)])));
}

/** The place that a cursor of this list names; refuses any other. */
export function placeOf(cursor: string, query: ListQuery): number[] {
  try {
    const [place, list] = JSON.parse(decodeURIComponent(atob(cursor)));
    if (JSON.stringify(list) === JSON.stringify(listOf(query))) return place;
  } catch {
    // What cannot be read is refused like what belongs to another list.
  }
  const facts = { field: "cursor", value: cursor, accepted: "the cursor of the page before" };
  throw new LedgerRefusal(refuse("invalid_argument", facts));
}
