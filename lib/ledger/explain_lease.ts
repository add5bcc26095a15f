// Words for the refusals that concern the lease: who holds it, until when, how one was lost.
import type { HolderFacts, LossFacts, NoteFacts, RefusalFacts } from "../rules/refusal.ts";
import type { Words } from "./explain.ts";
import { isoTime } from "./iso_time.ts";
import type { Body } from "./view.ts";

/** Somebody, or the caller itself for another task, holds the lease. */
export function leaseHeld(
  facts: RefusalFacts["lease_held"],
): Words {
  const { taskId, yours, toUpdate, holder, heldTaskId } = facts;
  const asked = taskId === undefined ? "a task" : `task ${taskId}`;
  if (yours) {
    return {
      message:
        `Cannot claim ${asked}: you hold task ${heldTaskId}, and a workspace has one writer lease`,
      next: `Pass or complete task ${heldTaskId} first ({pass}, {complete})`,
      facts: { holder, yours },
    };
  }
  if (toUpdate) {
    return {
      message: `Cannot change ${asked}: "${holder}" holds it ${untilWords(facts)}`,
      next: "Leave a note for the holder with {log}; change the task once nobody else holds it",
      facts: untilFacts(facts),
    };
  }
  return {
    message: `Cannot take the lease for ${asked}: "${holder}" holds it for task ${heldTaskId} ${
      untilWords(facts)
    }`,
    next: "Do not write in this workspace; try again then, or ask the person",
    facts: untilFacts(facts),
  };
}

/** The caller held the lease, and it ended: how, and where its text went. */
export function leaseLost(
  facts: { taskId: string; status: string; holder?: string } & LossFacts,
): Words {
  const { taskId, status, holder, ended, endedBy, endedAt, endedEvent } = facts;
  const how = {
    expired: `it ran out, and "${endedBy}" came after you`,
    taken_over: `"${endedBy}" took it over`,
    released: `${endedBy}, a person, released it`,
    cancelled_by_other: `"${endedBy}" cancelled the task`,
    passed: `"${endedBy}" passed the task on with it`,
    stopped: `"${endedBy}" handed the task to a person with it`,
    submitted: `"${endedBy}" submitted the task for review with it`,
    completed: `"${endedBy}" completed the task with it`,
    cancelled: `"${endedBy}" cancelled the task with it`,
  }[ended];
  const present = holder === undefined ? `the task is ${status}` : `"${holder}" holds it now`;
  return {
    message: `Cannot act on task ${taskId}: your lease ended at ${
      isoTime(endedAt)
    } (event ${endedEvent}), ${how}; ${present}`,
    next: `${
      noteWords(facts)
    }Stop writing, call {show} to see what happened since, then {claim} it again if it is free`,
    facts: {
      task_id: taskId,
      status,
      lease_ended: ended,
      ended_by: endedBy,
      ended_at: isoTime(endedAt),
      ended_event: endedEvent,
      ...(holder !== undefined && { holder }),
      ...noteFacts(facts),
    },
  };
}

function untilWords(facts: HolderFacts): string {
  const { expiresAt, minutesLeft, leaseState, claimableFrom } = facts;
  if (leaseState === "ended" && claimableFrom !== undefined) {
    return `although its session has ended; anyone may claim from ${isoTime(claimableFrom)}`;
  }
  if (leaseState === "expired") {
    return `although it ran out at ${isoTime(expiresAt)}; claim to end it`;
  }
  return `until ${isoTime(expiresAt)} (${minutesLeft} minutes)`;
}

function untilFacts(facts: HolderFacts): Body {
  return {
    holder: facts.holder,
    expires_at: isoTime(facts.expiresAt),
    ...(facts.claimableFrom !== undefined && { claimable_from: isoTime(facts.claimableFrom) }),
  };
}

/** Says where a refused text went; empty where there was none. */
export function noteWords(facts: NoteFacts): string {
  if (facts.noteEvent !== undefined) {
    return `What you sent is kept as a note on the task (event ${facts.noteEvent}). `;
  }
  return facts.noteKeptBefore
    ? "One text of that lease is kept as a note already; nothing more is kept. "
    : "";
}

/** The number of the note that kept a refused text. */
export function noteFacts(facts: NoteFacts): Body {
  return facts.noteEvent === undefined ? {} : { note_event: facts.noteEvent };
}

/** Another session under the caller's name holds the lease. */
export function leaseElsewhere(facts: RefusalFacts["lease_elsewhere"]): Words {
  const { taskId, holder } = facts;
  return {
    message: `Cannot act on task ${taskId}: "${holder}" holds it in another session ${
      untilWords(facts)
    }`,
    next: "Go on in that session, or give its lease token; once it is over, claim the task here",
    facts: { task_id: taskId, ...untilFacts(facts) },
  };
}

/** The caller holds no lease on the task. */
export function notHolder(facts: RefusalFacts["not_holder"]): Words {
  const { taskId, status, holder, tokenGiven } = facts;
  const fact = tokenGiven
    ? "the lease token is not the current one"
    : holder === undefined
    ? `you hold no lease on it and it is ${status}`
    : `"${holder}" holds its lease`;
  return {
    message: `Cannot act on task ${taskId}: ${fact}`,
    next: holder === undefined
      ? "Call {claim} for this task first"
      : "Wait until it is passed on, or call {claim} for another task",
    facts: { task_id: taskId, status, ...(holder !== undefined && { holder }) },
  };
}
