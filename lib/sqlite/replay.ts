// Replays the history event by event and compares what it makes with the stored rows. Changes nothing.
import { isDeepStrictEqual } from "node:util";
import type { LedgerEvent } from "../rules/event.ts";
import { evolve } from "../rules/evolve.ts";
import type { Lease, PastLease } from "../rules/lease.ts";
import { emptyState, type LedgerState } from "../rules/state.ts";
import type { Task } from "../rules/task.ts";
import { likenessOf } from "./likeness.ts";
import type { SqliteLookups } from "./lookups.ts";
import type { RecordCodec } from "./record_codec.ts";
import { leaseRows, pastLeaseRows, sessionRows, taskRows } from "./rows.ts";
import type { Statements } from "./statements.ts";

/** Takes what was found, with the event or task that it is about. */
export type Report = (detail: string, about?: { event?: number; taskId?: string }) => void;

const rowSql = "SELECT event, likeness FROM task WHERE task_id = :taskId";
const countSql = `SELECT (SELECT count(*) FROM task) AS tasks,
  (SELECT count(*) FROM session) AS sessions,
  (SELECT count(*) FROM past_lease) AS past_leases,
  (SELECT count(*) FROM past_lease WHERE note_kept = 1) AS notes`;

/**
 * A replay of the whole history. It holds only tasks whose newest event is still to come, so that its
 * memory grows with what goes on at a time, not with the ledger.
 */
export class Replay {
  #state: LedgerState = emptyState;
  readonly #tasks = new Map<string, Task>();
  readonly #broken = new Set<string>();
  #created = 0;
  #ended = 0;
  readonly #notes = new Set<number>();

  /** A replay that compares with the rows behind the look-ups. */
  constructor(
    private readonly statements: Statements,
    private readonly lookups: SqliteLookups,
    private readonly report: Report,
  ) {}

  /** How many tasks were created so far. */
  get created(): number {
    return this.#created;
  }

  /** Takes the next event. */
  take(event: LedgerEvent): void {
    const { taskId } = event;
    const before = this.#tasks.get(taskId);
    this.#expect(event, before);
    const kept = this.#lostLease(event);
    const after = evolve({
      ...this.#state,
      tasks: new Map(before && [[taskId, before]]),
      pastLeases: new Map(kept && [[kept.fence, kept]]),
    }, event);
    for (const past of after.pastLeases.values()) {
      if (past !== kept) this.#comparePastLease(past, event);
    }
    const task = after.tasks.get(taskId);
    if (task) this.#compareWhenDone(task);
    this.#state = { ...after, tasks: emptyState.tasks, pastLeases: emptyState.pastLeases };
  }

  /** Compares what is left once every event was taken. */
  finish(): void {
    for (const { taskId, event } of this.#tasks.values()) {
      this.report(`The row names event ${event} or a later one that is not its newest`, { taskId });
    }
    const { lease, fence, agents, sessions } = this.#state;
    if (!isSame(leaseRows, lease, this.lookups.lease())) {
      this.report("The lease's row differs from the history", lease && { taskId: lease.taskId });
    }
    if (fence !== this.lookups.fence()) this.report("The stored fence differs from the history");
    if (!isDeepStrictEqual([...agents].sort(), [...this.lookups.agents()].sort())) {
      this.report("The stored names of agents differ from the history");
    }
    for (const session of sessions.values()) {
      if (!isSame(sessionRows, session, this.lookups.session(session.session))) {
        this.report(`The stored session "${session.session}" differs from the history`);
      }
    }
    const count = this.statements.first(countSql);
    const told = {
      tasks: this.#created,
      past_leases: this.#ended,
      notes: this.#notes.size,
      sessions: sessions.size,
    };
    for (const [name, number] of Object.entries(told)) {
      if (count?.[name] === number) continue;
      this.report(
        `The history makes ${number} ${name.replace("_", " ")}, stored: ${count?.[name]}`,
      );
    }
  }

  #expect(event: LedgerEvent, before: Task | undefined): void {
    const { taskId } = event;
    if (event.kind === "created") {
      this.#created++;
      const { title, objective } = event.data;
      const row = this.statements.first(rowSql, { taskId });
      const likeness = likenessOf({ agent: event.actor.name, title, objective });
      if (row && row.likeness !== likeness) {
        this.report("The row's likeness differs from the history", { taskId });
      }
    } else if (!before && !this.#broken.has(taskId)) {
      this.#broken.add(taskId);
      const detail = "The history goes on after the newest event that the task's row names";
      this.report(detail, { taskId, event: event.event });
    }
  }

  /** The lease whose lost text an event keeps, as it was before. */
  #lostLease(event: LedgerEvent): PastLease | undefined {
    if (event.kind !== "noted" || event.data.lostFence === undefined) return undefined;
    const { lostFence } = event.data;
    const past = this.lookups.pastLease(lostFence);
    if (!past?.noteKept) {
      const about = { event: event.event, taskId: event.taskId };
      this.report(`The past lease ${lostFence} does not tell of the note that was kept`, about);
    }
    this.#notes.add(lostFence);
    return past && { ...past, noteKept: false };
  }

  #comparePastLease(past: PastLease, event: LedgerEvent): void {
    if (this.#notes.has(past.fence)) return;
    this.#ended++;
    const row = this.lookups.pastLease(past.fence);
    if (isSame(pastLeaseRows, past, row && { ...row, noteKept: false })) return;
    const about = { event: event.event, taskId: past.taskId };
    this.report(`The row of the past lease ${past.fence} differs from the history`, about);
  }

  /** Compares a task once its newest event has been taken, and forgets it. */
  #compareWhenDone(task: Task): void {
    const { taskId } = task;
    const row = this.statements.first(rowSql, { taskId });
    if (row && Number(row.event) !== task.event) {
      this.#tasks.set(taskId, task);
      return;
    }
    this.#tasks.delete(taskId);
    if (!row && !this.#broken.has(taskId)) {
      this.#broken.add(taskId);
      this.report("The task has no row", { taskId });
    }
    if (row && !isSame(taskRows, task, this.lookups.task(taskId))) {
      this.report("The task's row differs from the history", { taskId, event: task.event });
    }
  }
}

/** Compares a value with a stored one, both as they come back from a row. */
function isSame<Value extends object = Task | Lease | PastLease>(
  rows: RecordCodec<Value>,
  made: Value | undefined,
  stored: Value | undefined,
): boolean {
  if (!made || !stored) return made === stored;
  return isDeepStrictEqual(rows.decode(rows.encode(made)), stored);
}
