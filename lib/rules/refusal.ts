// Every "no" and every warning of the product as values. Words for them live in lib/ledger/explain.ts alone.
import type { LeaseEnd, LeaseState } from "./lease.ts";
import type { GitHead, TaskStatus } from "./task.ts";

/** Who holds the lease and until when, as refusals tell it. Times in epoch milliseconds. */
export interface HolderFacts {
  readonly holder: string;
  readonly heldTaskId: string;
  readonly expiresAt: number;
  readonly minutesLeft: number;
  readonly leaseState: LeaseState;
  /** From when anyone may claim although time is left, where the session is known to have ended. */
  readonly claimableFrom?: number;
}

/** Where the text of a refused holder went: the number of the note's event. */
export interface NoteFacts {
  readonly noteEvent?: number;
  /** A text of this lease was kept before; this one was not. */
  readonly noteKeptBefore?: true;
}

/** What came of a lost lease. */
export interface LossFacts extends NoteFacts {
  readonly ended: LeaseEnd;
  readonly endedBy: string;
  readonly endedAt: number;
  readonly endedEvent: number;
}

/** Facts of each refusal that the rules can give. */
export interface RefusalFacts {
  invalid_argument: { field: string; value?: string; accepted: string };
  task_not_found: { taskId: string; near: readonly string[] };
  not_queued: { taskId: string; status: TaskStatus; reviewer?: string };
  not_in_review: { taskId: string; status: TaskStatus };
  not_final: { taskId: string; status: TaskStatus };
  task_final: { taskId: string; status: TaskStatus; endedAt: number } & NoteFacts;
  needs_person: { taskId: string; reason?: "budget_spent" | "person_asked" } & NoteFacts;
  nothing_to_claim: {
    dependency: number;
    otherAgent: number;
    inReview: number;
    needsPerson: number;
  };
  not_addressed_to_you: { taskId: string; targetAgent: string };
  dependency_open: { taskId: string; open: readonly { taskId: string; status: TaskStatus }[] };
  dependency_cycle: { path: readonly string[] };
  lease_held: { taskId?: string; yours: boolean; toUpdate?: true } & HolderFacts;
  lease_elsewhere: { taskId: string } & HolderFacts;
  lease_lost: { taskId: string; status: TaskStatus; holder?: string } & LossFacts;
  not_holder: { taskId: string; status: TaskStatus; holder?: string; tokenGiven: boolean };
  no_lease: { taskId: string; status: TaskStatus };
  budget_spent: { taskId: string; maxHandoffs: number; saved: true; event: number };
  review_required: { taskId: string; reviewer: string };
  self_review: { taskId: string; author: string };
  not_reviewer: { taskId: string; reviewer: string };
  version_conflict: { taskId: string; expected: number; version: number };
  request_conflict: { requestId: string; taskId: string };
  person_only: { action: string; mark?: string };
  workspace_unknown: { field: string; value?: string; reason: string; accepted: string };
  workspace_unsafe: { path: string; reason: string };
  ledger_busy: { path: string; waitedSeconds: number };
  ledger_damaged: { path: string; detail: string };
  ledger_newer: { path: string; found: number; known: number };
  /**
   * What became of the file: nothing stands under its name; another file does; its log was deleted, or
   * deleted and made anew by others. `isWritten`: the change stands in the file that was moved away.
   */
  ledger_moved: {
    path: string;
    how: "gone" | "replaced" | "log_gone" | "log_replaced";
    isWritten?: true;
  };
  storage_full: { path: string };
  storage_denied: { path: string; detail: string };
  fault: { detail: string };
}

/** Code of a refusal, as replies carry it. */
export type RefusalCode = keyof RefusalFacts;

/** Every code, in the order of the contract. */
export const refusalCodes: readonly RefusalCode[] = [
  "invalid_argument",
  "task_not_found",
  "not_queued",
  "not_in_review",
  "not_final",
  "task_final",
  "needs_person",
  "nothing_to_claim",
  "not_addressed_to_you",
  "dependency_open",
  "dependency_cycle",
  "lease_held",
  "lease_elsewhere",
  "lease_lost",
  "not_holder",
  "no_lease",
  "budget_spent",
  "review_required",
  "self_review",
  "not_reviewer",
  "version_conflict",
  "request_conflict",
  "person_only",
  "workspace_unknown",
  "workspace_unsafe",
  "ledger_busy",
  "ledger_damaged",
  "ledger_newer",
  "ledger_moved",
  "storage_full",
  "storage_denied",
  "fault",
];

/** A "no" with its code and facts. It changed nothing, except where the decision carries events. */
export type Refusal = {
  [Code in RefusalCode]: { readonly code: Code; readonly facts: Readonly<RefusalFacts[Code]> };
}[RefusalCode];

/** Facts of each warning. */
export interface WarningFacts {
  /** Somebody's lease ended before the work did. */
  unfinished_edits: { by: string; since?: number; at: number; then?: GitHead; now?: GitHead };
  lease_over: { expiredAt: number };
  clocks_disagree: { minutes: number };
  took_over: { from: string; since: number; then?: GitHead; now?: GitHead };
  unknown_agent: { name: string; role: "target_agent" | "reviewer"; known: readonly string[] };
  twin_task: { taskId: string };
  git_moved: { then: GitHead; now: GitHead };
  dependants: { taskIds: readonly string[] };
  dependency_cancelled: { taskId: string };
  no_progress: { since: number };
  already_holding: { taskId: string };
  /** The root is the home directory or `/`. */
  broad_root: { path: string };
  git_unreadable: { detail: string };
  index_unreadable: { detail: string };
  index_moved: Record<never, never>;
  files_missing: { paths: readonly string[] };
  files_changed: { paths: readonly string[] };
  storage: { detail: string };
}

/** Kind of a warning. */
export type WarningKind = keyof WarningFacts;

/** Something that the caller should know although the call went through. */
export type Warning = {
  [Kind in WarningKind]: { readonly kind: Kind; readonly facts: Readonly<WarningFacts[Kind]> };
}[WarningKind];

/** Makes a refusal. */
export function refuse<Code extends RefusalCode>(
  code: Code,
  facts: RefusalFacts[Code],
): Refusal {
  return { code, facts } as unknown as Refusal;
}

/** Makes a warning. */
export function warn<Kind extends WarningKind>(kind: Kind, facts: WarningFacts[Kind]): Warning {
  return { kind, facts } as unknown as Warning;
}
