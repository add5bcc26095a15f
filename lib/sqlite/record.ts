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
import { type Effect, runEffect, type Statements, type Write } from "./statements.ts";

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

/** What is to be written, and the hash of the newest event once it is. */
export interface Writes {
  readonly effects: readonly Effect[];
  readonly hash: string;
}

/**
 * Makes what appends events to the history, indexes their texts, and brings the rows up to the state they lead
 * to. Nothing is written before the effects are run, one after another, in the caller's transaction: SQLite then
 * works through them at once, which is quicker than by turns with the making of the rows.
 */
export function writesOf(statements: Statements, change: Change): Writes {
  const effects: Effect[] = [];
  const write: Write = (sql, values) => effects.push(statements.ready(sql, values));
  let { previous: hash } = change;
  for (const event of change.events) {
    hash = appendEvent(write, event, { previous: hash });
    indexEvent(write, event);
  }
  saveState(write, change.before, change.after);
  return { effects, hash };
}

/** Records a change in the caller's transaction. Returns the hash of the newest event. */
export function record(statements: Statements, change: Change): string {
  const { effects, hash } = writesOf(statements, change);
  for (const effect of effects) runEffect(effect);
  return hash;
}

function saveState(write: Write, before: LedgerState, after: LedgerState): void {
  const isOver = before.lease && before.lease.fence !== after.lease?.fence;
  // A task may leave the queue only once its lease is gone, and be leased only once it is queued.
  if (isOver) write("DELETE FROM lease WHERE slot = 1");
  for (const task of after.tasks.values()) {
    saveTask(write, before.tasks.get(task.taskId), task);
  }
  if (after.pastLeases !== before.pastLeases) {
    for (const past of after.pastLeases.values()) {
      if (past !== before.pastLeases.get(past.fence)) {
        write(savePastLease, pastLeaseRows.encode(past));
      }
    }
  }
  if (after.lease && after.lease !== before.lease) {
    const isSame = before.lease?.fence === after.lease.fence;
    write(isSame ? updateLease : insertLease, leaseRows.encode(after.lease));
  }
  if (after.fence !== before.fence) {
    write("UPDATE workspace SET fence = :fence WHERE slot = 1", { fence: after.fence });
  }
  if (after.sessions !== before.sessions) {
    for (const session of after.sessions.values()) {
      if (session !== before.sessions.get(session.session)) {
        write(saveSession, sessionRows.encode(session));
      }
    }
  }
  if (after.agents !== before.agents) {
    for (const name of after.agents) {
      if (!before.agents.has(name)) write("INSERT INTO agent (name) VALUES (:name)", { name });
    }
  }
}

function saveTask(write: Write, before: Task | undefined, after: Task): void {
  if (before === after) return;
  if (before) return updateTask(write, before, after);
  const row = taskRows.encode(after);
  const { createdBy, title, objective } = after;
  row.likeness = likenessOf({ agent: createdBy.name, title, objective: objective.text });
  write(insertTask, row);
}

/** Naming a column makes SQLite write every index that holds it, even where its value stays the same. */
function updateTask(write: Write, before: Task, after: Task): void {
  const changed = taskRows.encodeChanges(before, after);
  const set = assignments(Object.keys(changed), []);
  changed.createdEvent = after.createdEvent;
  changed.taskId = after.taskId;
  write(
    `UPDATE task SET ${set} WHERE created_event = :createdEvent AND task_id = :taskId`,
    changed,
  );
}
