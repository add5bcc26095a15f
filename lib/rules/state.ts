// The state that a decision looks at and that events change.
import type { Lease, PastLease, SessionLife } from "./lease.ts";
import type { LedgerEvent } from "./event.ts";
import type { SessionRecord } from "./session.ts";
import type { Task, TaskStatus } from "./task.ts";

/** Number and time of the newest event of the workspace; zero and zero in an empty ledger. */
export interface Newest {
  readonly event: number;
  readonly at: number;
}

/**
 * What events build: `evolve` is its only writer, so that replaying the history gives the stored rows
 * exactly. A whole ledger and the slice loaded for one command have the same shape.
 */
export interface LedgerState {
  readonly newest: Newest;
  /** The highest fence ever given; 0 before the first. */
  readonly fence: number;
  readonly lease?: Lease;
  readonly tasks: ReadonlyMap<string, Task>;
  /** Leases that ended, by fence. */
  readonly pastLeases: ReadonlyMap<number, PastLease>;
  /** Names of agents seen as actors, targets excluded. */
  readonly agents: ReadonlySet<string>;
  /** Sessions that told of themselves, by id. */
  readonly sessions: ReadonlyMap<string, SessionRecord>;
}

/** The state of a ledger that holds nothing yet. */
export const emptyState: LedgerState = {
  newest: { event: 0, at: 0 },
  fence: 0,
  tasks: new Map(),
  pastLeases: new Map(),
  agents: new Set(),
  sessions: new Map(),
};

/** What the history remembers of a request id. */
export interface RememberedRequest {
  readonly argumentsHash: string;
  readonly taskId: string;
  /** Fence that the remembered claim gave. */
  readonly fence?: number;
}

/** How many tasks wait, and for what. */
export interface Waiting {
  readonly dependency: number;
  readonly otherAgent: number;
  readonly inReview: number;
  readonly needsPerson: number;
}

/** Nothing waits. */
export const nothingWaits: Waiting = { dependency: 0, otherAgent: 0, inReview: 0, needsPerson: 0 };

/** A task that another one depends on. */
export interface Dependency {
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly dependsOn: readonly string[];
}

/** What an id or a prefix of one names: one task, or none and the ids that come near. */
export interface Found {
  readonly taskId?: string;
  readonly near: readonly string[];
}

/**
 * The consistency boundary: all that one decision may look at, loaded in the transaction in which its
 * events are written. It holds the named or best task, the workspace's lease and the task it belongs
 * to, the caller's own past lease of the named task (by its session or the token it brought), the newest
 * event of the named task, the remembered request, an equal recent task, the closure of the
 * dependencies, and whether the holder's session has ended (a fact found by the shell).
 */
export interface Slice {
  readonly ledger: LedgerState;
  /** Full id of the named task; absent where none was named or found. */
  readonly named?: string;
  /** Ids close to the one that was not found, or those that an ambiguous prefix fits. */
  readonly near: readonly string[];
  /** Best queued task for the caller, the leased one aside; its dependencies are completed. */
  readonly best?: string;
  readonly waiting: Waiting;
  readonly newestOfNamed?: LedgerEvent;
  readonly request?: RememberedRequest;
  /** Id of an equal task of the last minutes. */
  readonly twin?: string;
  /** Dependencies of the tasks loaded here and theirs, by id. */
  readonly dependencies: ReadonlyMap<string, Dependency>;
  /** What the dependencies asked for name, by how they were asked for. */
  readonly askedFor?: ReadonlyMap<string, Found>;
  /** Open tasks that depend on the named one. */
  readonly dependants: readonly string[];
  readonly holderLife: SessionLife;
  readonly graceMinutes: number;
}

/** Status of a task as everybody sees it: `active` is the task that the lease belongs to. */
export function statusOf(task: Task, lease: Lease | undefined): TaskStatus {
  return lease?.taskId === task.taskId ? "active" : task.status;
}
