// Writes what a decision made: its events, and the rows that they change. Decides nothing.
import type { LedgerEvent } from "../rules/event.ts";
import type { LedgerState } from "../rules/state.ts";
import type { Task } from "../rules/task.ts";
import { appendEvent } from "./event_rows.ts";
import { likenessOf } from "./likeness.ts";
import {
  assignments,
  insertInto,
  leaseRows,
  pastLeaseRows,
  sessionRows,
  taskRows,
} from "./rows.ts";
import { indexEvent } from "./search_index.ts";
import type { Statements } from "./statements.ts";

const insertTask = insertInto("task", [...taskRows.columns, "likeness"]);
const insertLease = insertInto("lease", leaseRows.columns);
const updateLease = `UPDATE lease SET ${assignments(leaseRows.columns, ["fence"])} WHERE slot = 1
  AND fence = :fence`;
const savePastLease = `${insertInto("past_lease", pastLeaseRows.columns)}
  ON CONFLICT (fence) DO UPDATE SET note_kept = excluded.note_kept`;
const saveSession = `${insertInto("session", sessionRows.columns)}
  ON CONFLICT (session) DO UPDATE SET parent = excluded.parent`;

/** What a decision changes. */
export interface Change {
  /** The slice that the events were decided on. */
  readonly before: LedgerState;
  /** What `evolve` makes of it and the events. */
  readonly after: LedgerState;
  readonly events: readonly LedgerEvent[];
  /** Hash of the newest event before them. */
  readonly previous: string;
}

/**
 * Appends events to the history, indexes their texts, and brings the rows up to the state they lead to.
 * Returns the hash of the newest event. Runs inside the caller's transaction.
 */
export function record(statements: Statements, change: Change): string {
  let { previous } = change;
  for (const event of change.events) {
    previous = appendEvent(statements, event, { previous });
    indexEvent(statements, event);
  }
  saveState(statements, change.before, change.after);
  return previous;
}

function saveState(statements: Statements, before: LedgerState, after: LedgerState): void {
  const isOver = before.lease && before.lease.fence !== after.lease?.fence;
  // A task may leave the queue only once its lease is gone, and be leased only once it is queued.
  if (isOver) statements.run("DELETE FROM lease WHERE slot = 1");
  for (const task of after.tasks.values()) {
    saveTask(statements, before.tasks.get(task.taskId), task);
  }
  if (after.pastLeases !== before.pastLeases) {
    for (const past of after.pastLeases.values()) {
      if (past !== before.pastLeases.get(past.fence)) {
        statements.run(savePastLease, pastLeaseRows.encode(past));
      }
    }
  }
  if (after.lease && after.lease !== before.lease) {
    const isSame = before.lease?.fence === after.lease.fence;
    statements.run(isSame ? updateLease : insertLease, leaseRows.encode(after.lease));
  }
  if (after.fence !== before.fence) {
    statements.run("UPDATE workspace SET fence = :fence WHERE slot = 1", { fence: after.fence });
  }
  if (after.sessions !== before.sessions) {
    for (const session of after.sessions.values()) {
      if (session !== before.sessions.get(session.session)) {
        statements.run(saveSession, sessionRows.encode(session));
      }
    }
  }
  if (after.agents !== before.agents) {
    for (const name of after.agents) {
      if (!before.agents.has(name)) {
        statements.run("INSERT INTO agent (name) VALUES (:name)", { name });
      }
    }
  }
}

function saveTask(statements: Statements, before: Task | undefined, after: Task): void {
  if (before === after) return;
  if (before) return updateTask(statements, before, after);
  const row = taskRows.encode(after);
  const { createdBy, title, objective } = after;
  row.likeness = likenessOf({ agent: createdBy.name, title, objective: objective.text });
  statements.run(insertTask, row);
}

/** Naming a column makes SQLite write every index that holds it, even where its value stays the same. */
function updateTask(statements: Statements, before: Task, after: Task): void {
  const changed = taskRows.encodeChanges(before, after);
  const sql = updateOf(Object.keys(changed));
  changed.createdEvent = after.createdEvent;
  changed.taskId = after.taskId;
  statements.run(sql, changed);
}

const updates = new Map<string, string>();

/** The update of a task's columns; a text is kept, since a long one made anew takes as long to find as to run. */
function updateOf(columns: readonly string[]): string {
  const key = columns.join();
  let sql = updates.get(key);
  if (sql === undefined) {
    const set = assignments(columns, []);
    sql = `UPDATE task SET ${set} WHERE created_event = :createdEvent AND task_id = :taskId`;
    updates.set(key, sql);
  }
  return sql;
}
