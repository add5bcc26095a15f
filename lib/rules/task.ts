// What a task is and what its brief holds. Knows nothing of leases, storage or time.

/** Every status a task can show, in the order in which lists show them. */
export const taskStatuses = [
  "active",
  "queued",
  "in_review",
  "needs_person",
  "completed",
  "cancelled",
] as const;

/** A status as people and agents see it. `active` is derived: the task that the lease belongs to. */
export type TaskStatus = (typeof taskStatuses)[number];

/** A status as it is stored: all but `active`, so that no task can be active without a lease. */
export type StoredStatus = Exclude<TaskStatus, "active">;

/** Priorities from the most to the least pressing. */
export const priorities = ["urgent", "high", "normal", "low"] as const;

/** How pressing a task is; `normal` by default. */
export type Priority = (typeof priorities)[number];

/** A text and who wrote it when (epoch milliseconds). Data for the reader, never instructions. */
export interface Said {
  readonly by: string;
  readonly at: number;
  readonly text: string;
}

/** A journal entry that stands in the brief, with the number of its event. */
export interface Entry extends Said {
  readonly event: number;
}

/** One step of a plan. Steps are counted from 1 where agents name them. */
export interface Step {
  readonly text: string;
  readonly done: boolean;
}

/** Where the repository stands, as read from the `.git` files; absent is what could not be read. */
export interface GitHead {
  readonly branch?: string;
  readonly commit?: string;
  /** Digest of the index file's entries: path, mode and object id of each. */
  readonly index?: string;
}

/** Who made or did something: an agent under its name, or a person. */
export interface Actor {
  readonly kind: "agent" | "person";
  readonly name: string;
  readonly session: string;
}

/** The last verdict of a review. */
export interface Verdict extends Said {
  readonly verdict: "approve" | "changes_requested";
  /** Version of the task that was looked at. */
  readonly version: number;
}

/** Edits that a lost lease may have left in the workspace, until somebody finishes work on the task. */
export interface Unfinished {
  readonly by: string;
  /** When the lease was taken. */
  readonly since?: number;
  /** When it ended. */
  readonly at: number;
  /** Head when it was taken. */
  readonly git?: GitHead;
}

/** One piece of work with its brief. */
export interface Task {
  /** 10 lower-case hex digits. */
  readonly taskId: string;
  readonly title: string;
  readonly status: StoredStatus;
  readonly priority: Priority;
  /** Absent: anyone. */
  readonly targetAgent?: string;
  /** Rises by one with each event on the task except journal entries and renewals; 1 at creation. */
  readonly version: number;
  /** Number of the newest event on the task. */
  readonly event: number;
  /** Number of the event that created it: the order of age. */
  readonly createdEvent: number;
  readonly createdAt: number;
  readonly createdBy: Actor;
  /** Time of the newest event on it; of a final task the time of its end, whatever is noted later. */
  readonly updatedAt: number;
  readonly maxHandoffs: number;
  readonly handoffsUsed: number;
  /** Whether anyone has ever held it. */
  readonly everHeld: boolean;
  /** The agent that may give a verdict; absent: any other. */
  readonly reviewer?: string;
  /** The agent (and session) that submitted, while in review and after. */
  readonly author?: Actor;
  /** What the author submitted last, to tell whether a later submission changed anything. */
  readonly submission?: {
    readonly summary: string;
    readonly changedFiles: readonly string[];
    readonly commit?: string;
    readonly at: number;
  };
  /** Version that the author submitted. */
  readonly submittedVersion?: number;
  /** Verdicts that asked for changes so far. */
  readonly rounds: number;
  /** Whom an extension queues it for once a person is needed; absent: anyone. */
  readonly heirAgent?: string;
  /** Why a person is needed. */
  readonly stopReason?: "budget_spent" | "person_asked";
  readonly unfinished?: Unfinished;
  /** Head at the last pass, stop, submission or completion. */
  readonly git?: GitHead;
  readonly objective: Said;
  readonly constraints?: Said;
  readonly summary?: Said;
  readonly nextAction?: Said;
  readonly review?: Verdict;
  /** Union of all paths named so far, newest first. */
  readonly changedFiles: readonly string[];
  readonly decisions: readonly Entry[];
  /** Open blockers, newest first. */
  readonly blockers: readonly Entry[];
  readonly checkpoint?: Entry;
  readonly plan: readonly Step[];
  /** Ids of the tasks that must be completed first. */
  readonly dependsOn: readonly string[];
}

/** Handoffs that a task may still use; never negative. */
export function handoffsLeft(task: Task): number {
  return Math.max(0, task.maxHandoffs - task.handoffsUsed);
}

/** Tells a task that nothing but a person's `reopen` changes any more. */
export function isFinal(status: TaskStatus): boolean {
  return status === "completed" || status === "cancelled";
}
