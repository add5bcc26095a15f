// What a connection knows of the ledger from its own last writes, so that it need not read it back. Holds
// only as long as no other connection has committed since.
import type { Lookups } from "../ledger/slice.ts";
import type { LedgerEvent } from "../rules/event.ts";
import type { Lease, PastLease } from "../rules/lease.ts";
import type { Newest } from "../rules/state.ts";
import type { SessionRecord } from "../rules/session.ts";
import type { Task } from "../rules/task.ts";
import { newestOf } from "./event_rows.ts";
import type { SqliteLookups } from "./lookups.ts";
import type { Change } from "./record.ts";
import type { Statements } from "./statements.ts";

/** Most tasks, leases and sessions each that are kept in mind; the working set of a few agents is smaller. */
const most = 16;

/** What one transaction finds out or leaves behind. */
interface Known {
  newest?: Newest & { readonly hash: string };
  fence?: number;
  lease?: { readonly held: Lease | undefined };
  agents?: ReadonlySet<string>;
  readonly tasks: Map<string, Task | undefined>;
  readonly sessions: Map<string, SessionRecord | undefined>;
  readonly newestEvents: Map<string, LedgerEvent | undefined>;
  /** The newest ended lease on a task, by the task's id; by that and a session's, the session's own. */
  readonly pastLeases: Map<string, PastLease | undefined>;
}

/**
 * The look-ups of one connection for its writes. What the transaction before read or wrote is answered from
 * memory; everything else is read and kept. A transaction begins with `begin` and ends with `ended` where it
 * ended as it should: after one that did not nothing is believed.
 *
 * What is kept is what `evolve` made of the events, which is what the rows hold (`verify` checks that).
 */
export class RecalledLookups implements Lookups {
  #known = nothing();
  #mark: number | undefined;
  #isOpen = false;

  /** Look-ups on a connection's file. */
  constructor(private readonly statements: Statements, private readonly stored: SqliteLookups) {}

  /** Begins a transaction; `mark` changes when another connection has committed to the file. */
  begin(mark: number): void {
    if (this.#isOpen || mark !== this.#mark) this.#known = nothing();
    this.#mark = mark;
    this.#isOpen = true;
  }

  /** Ends the transaction as it should: what was read or recorded in it holds. */
  ended(): void {
    this.#isOpen = false;
    const { tasks, sessions, newestEvents, pastLeases } = this.#known;
    forgetMany(tasks);
    forgetMany(sessions);
    forgetMany(newestEvents);
    forgetMany(pastLeases);
  }

  /** Takes over what the transaction recorded; it holds once the transaction has ended. */
  recorded({ before, after, events }: Change, hash: string): void {
    const known = this.#known;
    known.newest = { ...after.newest, hash };
    known.fence = after.fence;
    known.lease = { held: after.lease };
    known.agents = after.agents;
    for (const task of after.tasks.values()) known.tasks.set(task.taskId, task);
    for (const session of after.sessions.values()) known.sessions.set(session.session, session);
    for (const event of events) known.newestEvents.set(event.taskId, event);
    for (const past of after.pastLeases.values()) {
      const old = before.pastLeases.get(past.fence);
      if (past !== old) this.#keepPast(past, { isNew: old === undefined });
    }
  }

  /** Hash of the newest event, or of none. */
  newestHash(): string {
    return this.#newest().hash;
  }

  newest(): Newest {
    const { event, at } = this.#newest();
    return { event, at };
  }

  fence(): number {
    return this.#known.fence ??= this.stored.fence();
  }

  lease(): Lease | undefined {
    return (this.#known.lease ??= { held: this.stored.lease() }).held;
  }

  task(taskId: string): Task | undefined {
    return recall(this.#known.tasks, taskId, () => this.stored.task(taskId));
  }

  idsByPrefix(prefix: string): readonly string[] {
    return this.stored.idsByPrefix(prefix);
  }

  idsNear(taskId: string): readonly string[] {
    return this.stored.idsNear(taskId);
  }

  pastLease(fence: number): PastLease | undefined {
    return this.stored.pastLease(fence);
  }

  pastLeaseOf(of: { taskId: string; session: string }): PastLease | undefined {
    const { pastLeases } = this.#known;
    return recall(pastLeases, bothOf(of), () => this.stored.pastLeaseOf(of));
  }

  newestPastLeaseOf(taskId: string): PastLease | undefined {
    const { pastLeases } = this.#known;
    return recall(pastLeases, taskId, () => this.stored.newestPastLeaseOf(taskId));
  }

  session(session: string): SessionRecord | undefined {
    return recall(this.#known.sessions, session, () => this.stored.session(session));
  }

  newestEventOf(taskId: string): LedgerEvent | undefined {
    return recall(this.#known.newestEvents, taskId, () => this.stored.newestEventOf(taskId));
  }

  request(of: Parameters<Lookups["request"]>[0]): ReturnType<Lookups["request"]> {
    return this.stored.request(of);
  }

  twin(of: Parameters<Lookups["twin"]>[0]): string | undefined {
    return this.stored.twin(of);
  }

  agents(): ReadonlySet<string> {
    return this.#known.agents ??= this.stored.agents();
  }

  bestQueued(of: { agent: string; except?: string }): Task | undefined {
    return this.stored.bestQueued(of);
  }

  waiting(of: { agent: string; except?: string }): ReturnType<Lookups["waiting"]> {
    return this.stored.waiting(of);
  }

  dependantsOf(taskId: string): readonly string[] {
    return this.stored.dependantsOf(taskId);
  }

  #newest(): Newest & { readonly hash: string } {
    return this.#known.newest ??= newestOf(this.statements);
  }

  /** A lease that has just ended is the newest of its task; of an older one only what is known is changed. */
  #keepPast(past: PastLease, { isNew }: { isNew: boolean }): void {
    const { pastLeases } = this.#known;
    for (const key of [past.taskId, bothOf(past)]) {
      if (isNew || pastLeases.get(key)?.fence === past.fence) pastLeases.set(key, past);
    }
  }
}

function nothing(): Known {
  return {
    tasks: new Map(),
    sessions: new Map(),
    newestEvents: new Map(),
    pastLeases: new Map(),
  };
}

function bothOf({ taskId, session }: { taskId: string; session: string }): string {
  return `${taskId} ${session}`;
}

/** What is known under a key, or else what is read; that there is nothing is known as well. */
function recall<Value>(
  known: Map<string, Value | undefined>,
  key: string,
  read: () => Value | undefined,
): Value | undefined {
  if (known.has(key)) return known.get(key);
  const value = read();
  known.set(key, value);
  return value;
}

/** Keeps few enough: what goes is read again when it is asked for. */
function forgetMany(known: Map<string, unknown>): void {
  if (known.size > most) known.clear();
}
