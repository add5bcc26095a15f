// How a caller stands to a task's lease, and what a refusal tells of it. Reads a draft, records little.
import type { BroughtToken, Command, HolderCommand, Log } from "./command.ts";
import type { Draft } from "./draft.ts";
import {
  claimableFrom,
  freshTerm,
  isExpired,
  type Lease,
  leaseState,
  minutesLeft,
  type PastLease,
  wasLost,
} from "./lease.ts";
import { type HolderFacts, type NoteFacts, type Refusal, refuse } from "./refusal.ts";
import type { Task } from "./task.ts";
import { type Action, cellOf, type Standing } from "./transitions.ts";

/** How a caller stands, with the lease it lost if it lost one. */
export interface Stand {
  readonly standing: Standing;
  /** The ended lease that the caller's session or token points to. */
  readonly past?: PastLease;
  readonly tokenGiven: boolean;
}

/** Tells how a caller stands to the lease of a task. A token given decides alone; else the session does. */
export function standOf(draft: Draft, task: Task, token: BroughtToken | undefined): Stand {
  const lease = draft.isLeased(task) ? draft.state.lease : undefined;
  if (token) return standOfToken(draft, task, { token, lease });
  if (lease?.session === draft.actor.session) return { standing: "holder", tokenGiven: false };
  const past = [...draft.state.pastLeases.values()]
    .filter((ended) => ended.session === draft.actor.session && ended.taskId === task.taskId)
    .sort((one, other) => other.fence - one.fence)[0];
  if (past && wasLost(past)) return { standing: "lost", past, tokenGiven: false };
  const isNamesake = lease?.agent === draft.actor.name && draft.actor.kind === "agent";
  return { standing: isNamesake ? "same_name" : "other", tokenGiven: false };
}

function standOfToken(
  draft: Draft,
  task: Task,
  of: { token: BroughtToken; lease: Lease | undefined },
): Stand {
  const { token, lease } = of;
  if (lease?.fence === token.fence && lease.tokenHash === token.hash) {
    return { standing: "holder", tokenGiven: true };
  }
  const past = draft.state.pastLeases.get(token.fence);
  const isOld = past?.taskId === task.taskId && past.tokenHash === token.hash;
  return isOld
    ? { standing: "lost", past, tokenGiven: true }
    : { standing: "other", tokenGiven: true };
}

/** Facts about the present lease for a refusal. */
export function holderFacts(draft: Draft, lease: Lease): HolderFacts {
  const life = draft.slice.holderLife;
  const state = leaseState(lease, draft.now, life);
  const from = claimableFrom(lease, life, draft.slice.graceMinutes);
  return {
    holder: lease.agent,
    heldTaskId: lease.taskId,
    expiresAt: lease.expiresAt,
    minutesLeft: minutesLeft(lease, draft.now),
    leaseState: state,
    ...(state === "ended" && { claimableFrom: from }),
  };
}

/**
 * Asks the table whether a holder's command may go on. An ended session of the same name is taken over
 * by the call itself, unless an `objection` would refuse it afterwards: a refusal leaves no trace. The
 * text of a caller that lost its lease is kept once as a note (contract, Fence).
 */
export function judgeHolder(
  draft: Draft,
  task: Task,
  of: { command: HolderCommand; objection: Refusal | undefined },
): Refusal | undefined {
  const { command, objection } = of;
  let stand = standOf(draft, task, command.leaseToken);
  if (stand.standing === "same_name" && draft.slice.holderLife === "ended") {
    if (objection) return objection;
    takeOver(draft, task);
    stand = { standing: "holder", tokenGiven: false };
  }
  const cell = cellOf(command.type, draft.status(task), stand.standing);
  if (typeof cell !== "string") {
    warnOver(draft);
    return objection;
  }
  return refusalOf(cell, { draft, task, stand, command });
}

/** Warns a holder that the time of its lease has passed. */
export function warnOver(draft: Draft): void {
  const { lease } = draft.state;
  if (!lease || !isExpired(lease, draft.now)) return;
  draft.warn("lease_over", { expiredAt: lease.expiresAt });
}

/** Makes the refusal of a holder's command out of what the table said. */
function refusalOf(
  code: Exclude<ReturnType<typeof cellOf>, object>,
  of: { draft: Draft; task: Task; stand: Stand; command: HolderCommand },
): Refusal {
  const { draft, task, stand, command } = of;
  const status = draft.status(task);
  const lease = draft.isLeased(task) ? draft.state.lease : undefined;
  if (code === "task_final") {
    return refuse(code, finalFacts(draft, task, keepNote(draft, task, { stand, command })));
  }
  if (code === "needs_person") {
    return refuse(code, personFacts(task, keepNote(draft, task, { stand, command })));
  }
  if (code === "lease_elsewhere" && lease) {
    return refuse(code, { taskId: task.taskId, ...holderFacts(draft, lease) });
  }
  if (code === "lease_lost" && stand.past) {
    const note = keepNote(draft, task, { stand, command });
    return refuse(code, lossFacts(task, { draft, past: stand.past, note }));
  }
  return refuse("not_holder", {
    taskId: task.taskId,
    status,
    tokenGiven: stand.tokenGiven,
    ...(lease && { holder: lease.agent }),
  });
}

/** Facts of a task that is final. */
export function finalFacts(draft: Draft, task: Task, note: NoteFacts = {}) {
  return { taskId: task.taskId, status: draft.status(task), endedAt: task.updatedAt, ...note };
}

/** Facts of a task that needs a person. */
export function personFacts(task: Task, note: NoteFacts = {}) {
  return { taskId: task.taskId, ...(task.stopReason && { reason: task.stopReason }), ...note };
}

/** Facts of a lost lease. */
export function lossFacts(
  task: Task,
  of: { draft: Draft; past: PastLease; note: NoteFacts },
) {
  const { draft, past, note } = of;
  const lease = draft.isLeased(task) ? draft.state.lease : undefined;
  return {
    taskId: task.taskId,
    status: draft.status(task),
    ended: past.ended,
    endedBy: past.endedBy,
    endedAt: past.endedAt,
    endedEvent: past.endedEvent,
    ...note,
    ...(lease && { holder: lease.agent }),
  };
}

/** Keeps what a refused holder sent, once per lease; a renewal has nothing to keep. */
export function keepNote(
  draft: Draft,
  task: Task,
  of: { stand: Stand; command: HolderCommand | Log },
): NoteFacts {
  const { stand: { past }, command } = of;
  if (past === undefined || !wasLost(past) || command.type === "renew") return {};
  if (past.noteKept) return { noteKeptBefore: true };
  const noteEvent = draft.record("noted", task.taskId, {
    lostFence: past.fence,
    attempted: command.type,
    changedFiles: command.changedFiles,
    ...("summary" in command && { summary: command.summary }),
    ...("nextAction" in command && { nextAction: command.nextAction }),
    ...(command.type === "log" && {
      entry: command.entry,
      text: command.text,
      ...(command.ref !== undefined && { ref: command.ref }),
    }),
  });
  return { noteEvent };
}

/** Takes the lease over from an ended session of the same name: a new fence, the same task. */
export function takeOver(
  draft: Draft,
  task: Task,
  claim: Partial<
    Pick<Command & { type: "claim" }, "newTokenHash" | "leaseMinutes" | "git" | "request">
  > = {},
): number {
  const lease = draft.state.lease!;
  const fence = draft.state.fence + 1;
  draft.record("taken_over", task.taskId, {
    fence,
    ...freshTerm(claim.leaseMinutes ?? lease.minutes, draft.now),
    fromAgent: lease.agent,
    fromSession: lease.session,
    ...(claim.newTokenHash !== undefined && { tokenHash: claim.newTokenHash }),
    ...(claim.git && { git: claim.git }),
    ...(claim.request && { request: claim.request }),
  });
  draft.warn("took_over", {
    from: lease.agent,
    since: lease.since,
    ...(lease.git && { then: lease.git }),
    ...(claim.git && { now: claim.git }),
  });
  return fence;
}

/** The refusal of a task that an action does not fit, where standing does not matter; none where it may go on. */
export function judgeStatus(draft: Draft, task: Task, action: Action): Refusal | undefined {
  const status = draft.status(task);
  const stand = standOf(draft, task, undefined);
  const cell = cellOf(action, status, stand.standing);
  if (typeof cell !== "string") return undefined;
  const { taskId } = task;
  const lease = draft.state.lease;
  switch (cell) {
    case "task_final":
      return refuse(cell, finalFacts(draft, task));
    case "needs_person":
      return refuse(cell, personFacts(task));
    case "not_queued":
      return refuse(cell, {
        taskId,
        status,
        ...(task.reviewer !== undefined && { reviewer: task.reviewer }),
      });
    case "lease_held":
      return lease && refuse(cell, {
        taskId,
        yours: false,
        ...holderFacts(draft, lease),
        ...(action.startsWith("update") && { toUpdate: true }),
      });
    case "not_in_review":
    case "not_final":
    case "no_lease":
      return { code: cell, facts: { taskId, status } };
    default:
      return refuse("not_holder", { taskId, status, tokenGiven: false });
  }
}
