// The writer lease and what is remembered of leases that ended. Pure arithmetic on given times.
import { clockSlack, minute } from "./limits.ts";
import type { GitHead } from "./task.ts";

/** The right to write in the workspace. At most one exists at a time. Times in epoch milliseconds. */
export interface Lease {
  /** Only ever rises in a workspace. */
  readonly fence: number;
  readonly taskId: string;
  readonly agent: string;
  readonly session: string;
  /** Hash of the secret half of the token; absent where a takeover gave none. */
  readonly tokenHash?: string;
  /** Length in minutes that a renewal without a length of its own uses. */
  readonly minutes: number;
  /** System clock as read at the grant or the last renewal. */
  readonly grantedAt: number;
  readonly expiresAt: number;
  /** Time of the holder's last recorded event. */
  readonly seenAt: number;
  /** When the holder came to hold it, by event time. */
  readonly since: number;
  /** Head of the workspace when the lease was taken. */
  readonly git?: GitHead;
}

/** How a lease came to its end. The first group ended by its holder's own doing, the second was lost. */
export type LeaseEnd =
  | "passed"
  | "stopped"
  | "submitted"
  | "completed"
  | "cancelled"
  | "expired"
  | "taken_over"
  | "released"
  | "cancelled_by_other";

/** A lease that ended, kept so that a holder who comes back late can be told. */
export interface PastLease {
  readonly fence: number;
  readonly taskId: string;
  readonly agent: string;
  readonly session: string;
  readonly tokenHash?: string;
  readonly ended: LeaseEnd;
  /** Number of the event that ended it. */
  readonly endedEvent: number;
  readonly endedBy: string;
  readonly endedAt: number;
  /** Whether a refused holder's text has been kept once. */
  readonly noteKept: boolean;
}

/** Whether the holder's session is known to run. Unknown counts as alive (contract, Ended session). */
export type SessionLife = "alive" | "ended" | "unknown";

/** How a lease stands: still valid, its time over, or its session ended. */
export type LeaseState = "live" | "expired" | "ended";

const lost: ReadonlySet<LeaseEnd> = new Set([
  "expired",
  "taken_over",
  "released",
  "cancelled_by_other",
]);

/** Tells a lease that somebody else ended from one that its holder gave back. */
export function wasLost(past: PastLease): boolean {
  return lost.has(past.ended);
}

/** Tells that the time of a lease has passed; the end itself counts as passed. */
export function isExpired(lease: Lease, now: number): boolean {
  return now >= lease.expiresAt;
}

/** State of a lease at a time, given what is known of its holder's session. An expired lease of an ended session is `expired`. */
export function leaseState(lease: Lease, now: number, life: SessionLife): LeaseState {
  if (isExpired(lease, now)) return "expired";
  return life === "ended" ? "ended" : "live";
}

/** Whole minutes left, rounded up; 0 when over. */
export function minutesLeft(lease: Lease, now: number): number {
  return Math.max(0, Math.ceil((lease.expiresAt - now) / minute));
}

/** Tells that the clock stands so far before the grant that it must have been set back (contract, Time). */
export function clocksDisagree(lease: Lease, now: number): boolean {
  return lease.grantedAt - now > clockSlack;
}

/**
 * From when anyone may claim a lease: its end, or for an ended session the earlier of its end and
 * `graceMinutes` after the holder's last event (contract, Ended session).
 */
export function claimableFrom(lease: Lease, life: SessionLife, graceMinutes: number): number {
  if (life !== "ended") return lease.expiresAt;
  return Math.min(lease.expiresAt, lease.seenAt + graceMinutes * minute);
}

/** Times of a lease after a grant, a renewal or a dating anew. */
export interface LeaseTerm {
  readonly minutes: number;
  readonly grantedAt: number;
  readonly expiresAt: number;
}

/** Term of a lease granted or dated anew now, with its full length. */
export function freshTerm(minutes: number, now: number): LeaseTerm {
  return { minutes, grantedAt: now, expiresAt: now + minutes * minute };
}

/**
 * Term after a renewal: counted from now, with the length asked for or the lease's own; it never
 * brings the end nearer, and the length changes only where the new end is the later one, so that
 * a length always covers the time left (contract, Renewal). An end that is kept keeps its grant where
 * that is the later one: else a clock set back by little, again and again, would never be noticed.
 */
export function renewedTerm(lease: Lease, minutes: number | undefined, now: number): LeaseTerm {
  const fresh = freshTerm(minutes ?? lease.minutes, now);
  if (fresh.expiresAt >= lease.expiresAt) return fresh;
  const grantedAt = Math.max(now, lease.grantedAt);
  return { minutes: lease.minutes, grantedAt, expiresAt: lease.expiresAt };
}
