// The facts that the history is made of. Nothing edits or deletes one.
import type { Actor, GitHead, Priority } from "./task.ts";
import type { LeaseTerm } from "./lease.ts";
import type { SessionFacts } from "./session.ts";

/** Kinds of journal entries that `log_handoff` takes. */
export const entryKinds = [
  "progress",
  "decision",
  "blocker",
  "resolved",
  "command",
  "test",
  "checkpoint",
  "commit",
] as const;

/** Kind of a journal entry. */
export type EntryKind = (typeof entryKinds)[number];

/** A retry key with the hash of the arguments it came with. */
export interface RequestKey {
  readonly id: string;
  readonly argumentsHash: string;
}

/** What was handed over: the texts of a pass, a stop, a submission or a completion. */
export interface Handover {
  readonly summary: string;
  readonly nextAction?: string;
  readonly changedFiles: readonly string[];
  readonly git?: GitHead;
}

/** What each kind of event carries beside its number, time, task and actor. */
export interface EventData {
  created: {
    title: string;
    objective: string;
    constraints?: string;
    targetAgent?: string;
    maxHandoffs: number;
    priority: Priority;
    dependsOn: readonly string[];
    reviewer?: string;
    plan: readonly string[];
    request?: RequestKey;
  };
  claimed: LeaseTerm & {
    fence: number;
    tokenHash?: string;
    git?: GitHead;
    request?: RequestKey;
    /** Session of the same agent that held the task last, where this is another one. */
    continues?: string;
  };
  renewed: LeaseTerm & { fence: number };
  redated: LeaseTerm & { fence: number };
  taken_over: LeaseTerm & {
    fence: number;
    tokenHash?: string;
    fromAgent: string;
    fromSession: string;
    git?: GitHead;
    request?: RequestKey;
  };
  lease_expired: {
    fence: number;
    holder: string;
    holderSession: string;
    reason: "expired" | "ended";
    /** Whom the task was addressed to until then. */
    targetAgent?: string;
  };
  released: {
    fence: number;
    holder: string;
    holderSession: string;
    why?: string;
    targetAgent?: string;
  };
  passed: Handover & { fence: number; targetAgent?: string };
  stopped: Partial<Handover> & {
    reason: "budget_spent" | "person_asked";
    fence?: number;
    /** Whom the stopped pass named, or the author of the rejected work. */
    targetAgent?: string;
    /** Comments of the verdict that found no handoff left. */
    comments?: string;
    reviewedVersion?: number;
  };
  submitted: Handover & { fence: number; reviewer?: string };
  approved: { comments: string; reviewedVersion: number };
  rejected: { comments: string; reviewedVersion: number };
  completed: Handover & { fence: number };
  updated: {
    title?: string;
    objective?: string;
    /** `null` clears. */
    constraints?: string | null;
    targetAgent?: string | null;
    priority?: Priority;
    dependsOn?: readonly string[];
    plan?: readonly string[];
    reviewer?: string;
  };
  cancelled: { reason: string; fence?: number };
  logged: LeaseTerm & {
    fence: number;
    entry: EntryKind;
    text: string;
    ref?: string;
    stepsDone: readonly number[];
    changedFiles: readonly string[];
  };
  noted: {
    entry?: EntryKind;
    text?: string;
    ref?: string;
    changedFiles: readonly string[];
    /** The lease that its holder had lost when it sent this. */
    lostFence?: number;
    attempted?: string;
    summary?: string;
    nextAction?: string;
  };
  extended: { handoffs: number; why?: string };
  reopened: { answer?: string };
}

/** Kind of an event. */
export type EventKind = keyof EventData;

/** Every kind of event, in the order of the contract. */
export const eventKinds: readonly EventKind[] = [
  "created",
  "claimed",
  "renewed",
  "taken_over",
  "lease_expired",
  "passed",
  "stopped",
  "submitted",
  "approved",
  "rejected",
  "completed",
  "updated",
  "cancelled",
  "logged",
  "noted",
  "extended",
  "released",
  "reopened",
  "redated",
];

/** What the first event of a session carries beside its own data. */
export interface FirstWords {
  readonly about?: SessionFacts;
}

/** One fact of the history. */
export type LedgerEvent = {
  [Kind in EventKind]: {
    /** Number through the workspace, from 1, without gaps. */
    readonly event: number;
    readonly taskId: string;
    readonly kind: Kind;
    /** Epoch milliseconds; never before the event before it. */
    readonly at: number;
    readonly actor: Actor;
    readonly data: Readonly<EventData[Kind]> & FirstWords;
  };
}[EventKind];
