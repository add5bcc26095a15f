// What each event makes of the lease and of the leases that ended. Knows no task but by its id.
import type { LedgerEvent } from "./event.ts";
import type { Lease, LeaseEnd, LeaseTerm } from "./lease.ts";
import type { LedgerState } from "./state.ts";

/** The state with its lease, fence and past leases as they are after an event. */
export function evolveLease(state: LedgerState, event: LedgerEvent): LedgerState {
  switch (event.kind) {
    case "claimed":
      return taken(state, event);
    case "taken_over":
      return taken(over(state, event, "taken_over"), event);
    case "renewed":
    case "logged":
    case "redated":
      return termed(state, event);
    case "lease_expired":
      return over(state, event, "expired");
    case "released":
    case "passed":
    case "submitted":
    case "completed":
      return over(state, event, event.kind);
    case "stopped":
      return event.data.fence === undefined ? seen(state, event) : over(state, event, "stopped");
    case "cancelled":
      if (event.data.fence === undefined) return seen(state, event);
      return over(
        state,
        event,
        event.actor.session === state.lease?.session ? "cancelled" : "cancelled_by_other",
      );
    case "noted":
      return noteKept(seen(state, event), event);
    default:
      return seen(state, event);
  }
}

function taken(
  state: LedgerState,
  event: LedgerEvent & { kind: "claimed" | "taken_over" },
): LedgerState {
  const { data, actor } = event;
  const lease: Lease = {
    fence: data.fence,
    taskId: event.taskId,
    agent: actor.name,
    session: actor.session,
    ...term(data),
    seenAt: data.grantedAt,
    since: event.at,
    ...(data.tokenHash !== undefined && { tokenHash: data.tokenHash }),
    ...(data.git && { git: data.git }),
  };
  return { ...state, fence: Math.max(state.fence, data.fence), lease };
}

function termed(
  state: LedgerState,
  event: LedgerEvent & { kind: "renewed" | "logged" | "redated" },
): LedgerState {
  if (state.lease === undefined) return state;
  const seenAt = event.kind === "redated"
    ? Math.min(state.lease.seenAt, event.data.grantedAt)
    : event.data.grantedAt;
  return { ...state, lease: { ...state.lease, ...term(event.data), seenAt } };
}

function over(state: LedgerState, event: LedgerEvent, ended: LeaseEnd): LedgerState {
  const { lease, ...rest } = state;
  if (lease === undefined || lease.taskId !== event.taskId) return state;
  const pastLeases = new Map(state.pastLeases).set(lease.fence, {
    fence: lease.fence,
    taskId: lease.taskId,
    agent: lease.agent,
    session: lease.session,
    ended,
    endedEvent: event.event,
    endedBy: event.actor.name,
    endedAt: event.at,
    noteKept: false,
    ...(lease.tokenHash !== undefined && { tokenHash: lease.tokenHash }),
  });
  return { ...rest, pastLeases };
}

/** The holder's last recorded event counts for the grace time of an ended session. */
function seen(state: LedgerState, event: LedgerEvent): LedgerState {
  if (state.lease === undefined || state.lease.session !== event.actor.session) return state;
  return { ...state, lease: { ...state.lease, seenAt: event.at } };
}

function noteKept(state: LedgerState, event: LedgerEvent & { kind: "noted" }): LedgerState {
  const fence = event.data.lostFence;
  const past = fence === undefined ? undefined : state.pastLeases.get(fence);
  if (past === undefined) return state;
  const pastLeases = new Map(state.pastLeases).set(past.fence, { ...past, noteKept: true });
  return { ...state, pastLeases };
}

function term(data: LeaseTerm): LeaseTerm {
  return { minutes: data.minutes, grantedAt: data.grantedAt, expiresAt: data.expiresAt };
}
