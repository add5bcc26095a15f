// The port: what the product needs of any ledger. The comments are the contract that the conformance suite checks.
import type { Command } from "../rules/command.ts";
import type { LedgerEvent } from "../rules/event.ts";
import type { Lease, LeaseState, SessionLife } from "../rules/lease.ts";
import type { Refusal, Warning } from "../rules/refusal.ts";
import type { SessionRecord } from "../rules/session.ts";
import type { Task, TaskStatus } from "../rules/task.ts";

/** The lease as a reply tells it, judged by the clock at the time of the call. */
export interface LeaseSight {
  readonly lease: Lease;
  readonly state: LeaseState;
  readonly life: SessionLife;
  /** System clock at the time of the call, epoch milliseconds. */
  readonly now: number;
}

/** A task with its derived status. */
export interface TaskSight {
  readonly task: Task;
  readonly status: TaskStatus;
}

/** What came of one command. */
export interface Outcome {
  /** Name under which the caller acted, as the rules settled it. */
  readonly agent: string;
  readonly session: string;
  /** Absent: done. */
  readonly refusal?: Refusal;
  readonly warnings: readonly Warning[];
  /** What was recorded by this call; empty where nothing changed. */
  readonly events: readonly LedgerEvent[];
  /** The task the command was about, as it stands now. */
  readonly sight?: TaskSight;
  /** Absent: nobody holds the lease. */
  readonly lease?: LeaseSight;
  /** Fence of the lease that this call took and whose token is to be given. */
  readonly tokenFence?: number;
  readonly replayed?: true;
  readonly repeated?: true;
}

/** Asks for a task with a part of its history. */
export interface ShowQuery {
  /** Full id or a unique prefix of 4 or more digits. */
  readonly taskId: string;
  /** Newest events to show: 0 to 200. */
  readonly history: number;
  /** Only events before this number. */
  readonly before?: number;
}

/** A task and its newest events in rising order. */
export interface Shown {
  readonly sight: TaskSight;
  readonly history: readonly LedgerEvent[];
  /** How many events on the task come before the first one shown. */
  readonly earlierEvents: number;
  /** Statuses of the tasks that this one depends on. */
  readonly dependencies: readonly { readonly taskId: string; readonly status: TaskStatus }[];
  readonly lease?: LeaseSight;
}

/** Which tasks to list. */
export interface ListQuery {
  /** A status, `open` (all but the final ones), `mine` (open and held by, addressed to or to be reviewed by the caller) or `all`. */
  readonly status: TaskStatus | "open" | "mine" | "all";
  /** The caller. */
  readonly agent?: string;
  readonly session: string;
  /** Words, phrases in quotes and beginnings with a star: the list is then that of a search. */
  readonly query?: string;
  /** Only tasks with an event after this number. */
  readonly since?: number;
  /** Rows: 1 to 100. */
  readonly limit: number;
  /** Opaque: as given by the page before. */
  readonly cursor?: string;
}

/** One row of a list. */
export interface ListRow extends TaskSight {
  /** Ids of open tasks that it waits for. */
  readonly waitsFor: readonly string[];
  /** Part of a text that the search found: one line of at most 120 code points. */
  readonly excerpt?: string;
}

/** What a search has not looked at for a page. */
export interface LeftOut {
  /** The page ended early because much had been looked at; its cursor goes on from there. */
  readonly older?: true;
  /** Beginnings, with their star, that stand for more words than were looked up. */
  readonly prefixes?: readonly string[];
}

/** A page of a list in claim order, active first, or of what a search found. */
export interface Listed {
  readonly rows: readonly ListRow[];
  /** Absent on the last page. */
  readonly cursor?: string;
  /** Absent where nothing was left out. */
  readonly leftOut?: LeftOut;
  /** Number of the newest event of the workspace, for `since`. */
  readonly newestEvent: number;
  readonly lease?: LeaseSight;
}

/** What a waiting agent could do now. */
export interface Chance {
  readonly taskId: string;
  readonly why: "claimable" | "lease_over" | "session_ended" | "review" | "holding";
}

/** A "no" of the storage itself, or one that concerns no command. */
export class LedgerRefusal extends Error {
  /** The "no" as a value; words for it are made elsewhere. */
  readonly refusal: Refusal;

  /** Carries a refusal out of a storage layer. */
  constructor(refusal: Refusal, options?: { cause?: unknown }) {
    super(refusal.code, options);
    this.name = "LedgerRefusal";
    this.refusal = refusal;
  }
}

/** What a call may be told beside its question. */
export interface CallOptions {
  /** Given up before the commit where it is aborted: nothing is recorded then. */
  readonly signal?: AbortSignal;
}

/**
 * One workspace's ledger.
 *
 * - `execute` is atomic and isolated: its slice is read, decided on and written in one transaction that
 *   begins with the write lock; the events and the state they make are stored together or not at all.
 *   Two calls at once, from any number of processes, have the effect of one after the other.
 * - A decision without events writes nothing.
 * - The clock is read once per call, after the write lock is held.
 * - Event numbers rise by one through the workspace without gaps, and times never run backwards.
 * - An acknowledged outcome is on disk.
 * - Reads see whole transactions and never wait for a writer.
 * - Waiting for another writer never blocks the event loop; after about 10 seconds it is `ledger_busy`.
 * - Every method rejects with `LedgerRefusal` for the storage's own refusals; other errors are faults.
 */
export interface Ledger {
  /** Decides and records one command. */
  execute(command: Command, options?: CallOptions): Promise<Outcome>;
  /** The task with its newest events; `task_not_found` where there is none. */
  show(query: ShowQuery): Promise<Shown>;
  /**
   * A page of tasks; `invalid_argument` for a cursor that it did not give.
   *
   * With `query`: the tasks, among those that the list would show, whose texts hold every term of it; which
   * texts and terms there are say `textsOf` and `termsOf`. A term is looked for in each text by itself, and
   * the terms may stand in different texts of the task, however old. First come tasks with all terms in one
   * title that they have or had, the title given last first; then the others, by the newest text with
   * one certain word of the query. The pages of one search show what was recorded before the first of them, each task
   * once. A query without a letter or digit finds nothing. A page may end early, even without a row, and
   * have a cursor: `leftOut` then says so.
   */
  list(query: ListQuery): Promise<Listed>;
  /** What the caller could take up now, if anything. */
  chance(who: { agent: string; session: string }): Promise<Chance | undefined>;
  /** Events with numbers after `after` in rising order, at most `limit`. */
  events(range: { after: number; limit: number }): Promise<readonly LedgerEvent[]>;
  /** Every task in the order of age, in pages: those created after an event number. */
  tasks(range: { afterCreated: number; limit: number }): Promise<readonly Task[]>;
  /** The lease as it stands. */
  lease(): Promise<LeaseSight | undefined>;
  /** Sessions that acted on a task, or all of them, by their first event; those that told of themselves. */
  sessions(of: { taskId?: string }): Promise<readonly SessionRecord[]>;
  /** A number that changes when another connection commits; cheap enough to poll. */
  changeMark(): Promise<number>;
  /** Gives up the storage; the lease stays as it is. */
  close(): void;
}
