// What callers ask for, already parsed. Everything random or read from the machine rides in here.
import type { EntryKind, RequestKey } from "./event.ts";
import type { SessionFacts } from "./session.ts";
import type { GitHead, Priority } from "./task.ts";

/**
 * Who asks. `agent` is the name given in the call; where it is absent the rules take the name under
 * which the session holds the lease, else `usualName` (contract, Tools).
 */
export interface Caller {
  readonly kind: "agent" | "person";
  readonly session: string;
  readonly agent?: string;
  readonly usualName: string;
  /** What the session tells of itself; recorded with its first event. */
  readonly about?: SessionFacts;
}

/** A lease token as brought by a caller: its fence and the hash of its secret half. */
export interface BroughtToken {
  readonly fence: number;
  readonly hash: string;
}

interface Asked {
  readonly caller: Caller;
}

interface AskedOfTask extends Asked {
  /** Full id or a prefix of 4 or more digits; lower case, trimmed. */
  readonly taskId: string;
}

/** Makes a new queued task. */
export interface Create extends Asked {
  readonly type: "create";
  readonly newTaskId: string;
  readonly title: string;
  readonly objective: string;
  readonly constraints?: string;
  readonly targetAgent?: string;
  readonly maxHandoffs: number;
  readonly priority: Priority;
  readonly dependsOn: readonly string[];
  readonly reviewer?: string;
  readonly plan: readonly string[];
  readonly request?: RequestKey;
}

/** Takes the writer lease for a task, or for the best one. */
export interface Claim extends Asked {
  readonly type: "claim";
  readonly taskId?: string;
  readonly leaseMinutes?: number;
  /** Hash of the secret half of the token that is given if this claim takes the lease. */
  readonly newTokenHash: string;
  readonly git?: GitHead;
  readonly request?: RequestKey;
}

/** Makes the lease longer. */
export interface Renew extends AskedOfTask {
  readonly type: "renew";
  readonly leaseMinutes?: number;
  readonly leaseToken?: BroughtToken;
}

/** Hands the task on; `targetPerson` asks a person instead. */
export interface Pass extends AskedOfTask {
  readonly type: "pass";
  readonly summary: string;
  readonly nextAction: string;
  readonly targetAgent?: string;
  readonly targetPerson: boolean;
  readonly changedFiles: readonly string[];
  readonly leaseToken?: BroughtToken;
  readonly git?: GitHead;
}

/** Asks for a review. */
export interface Submit extends AskedOfTask {
  readonly type: "submit";
  readonly summary: string;
  readonly changedFiles: readonly string[];
  readonly reviewer?: string;
  readonly leaseToken?: BroughtToken;
  readonly git?: GitHead;
}

/** Ends the work. */
export interface Complete extends AskedOfTask {
  readonly type: "complete";
  readonly summary: string;
  readonly changedFiles: readonly string[];
  readonly leaseToken?: BroughtToken;
  readonly git?: GitHead;
}

/** Writes one journal entry. */
export interface Log extends AskedOfTask {
  readonly type: "log";
  readonly entry: EntryKind;
  readonly text: string;
  readonly ref?: string;
  readonly stepsDone: readonly number[];
  readonly changedFiles: readonly string[];
  readonly leaseToken?: BroughtToken;
}

/** Gives a verdict on submitted work. */
export interface Review extends AskedOfTask {
  readonly type: "review";
  readonly verdict: "approve" | "changes_requested";
  readonly comments: string;
  readonly expectedVersion?: number;
  readonly git?: GitHead;
}

/** What an update can clear. */
export const clearable = ["constraints", "target_agent", "depends_on", "plan"] as const;

/** Corrects a task that nobody else holds, or cancels it. */
export interface Update extends AskedOfTask {
  readonly type: "update";
  readonly expectedVersion: number;
  readonly title?: string;
  readonly objective?: string;
  readonly constraints?: string;
  readonly targetAgent?: string;
  readonly priority?: Priority;
  readonly dependsOn?: readonly string[];
  readonly plan?: readonly string[];
  readonly reviewer?: string;
  readonly clear: readonly (typeof clearable)[number][];
  /** Reason for cancelling. */
  readonly cancel?: string;
}

/** A person raises the cap on handoffs. */
export interface Extend extends AskedOfTask {
  readonly type: "extend";
  readonly handoffs: number;
  readonly why?: string;
}

/** A person ends another's lease. */
export interface Release extends AskedOfTask {
  readonly type: "release";
  readonly why?: string;
}

/** A person queues a task again, with an answer that becomes the next action. */
export interface Reopen extends AskedOfTask {
  readonly type: "reopen";
  readonly answer?: string;
}

/** A person cancels a task. */
export interface Cancel extends AskedOfTask {
  readonly type: "cancel";
  readonly reason: string;
}

/** Everything that can change the ledger. */
export type Command =
  | Create
  | Claim
  | Renew
  | Pass
  | Submit
  | Complete
  | Log
  | Review
  | Update
  | Extend
  | Release
  | Reopen
  | Cancel;

/** The commands that only the holder of the lease may give. */
export type HolderCommand = Renew | Pass | Submit | Complete;
