// Events that a test takes as given, with sensible defaults; numbers, times and fences are filled in later.
import type { EventData, EventKind, LedgerEvent } from "../../lib/rules/event.ts";
import { freshTerm } from "../../lib/rules/lease.ts";
import type { LedgerState } from "../../lib/rules/state.ts";
import { first, secretOf } from "./commands.ts";
import { agent, codex, dsh, maker, type Who } from "./people.ts";

/** A fact to be: it becomes an event once the state and the time before it are known. */
export interface Fact {
  /** Minutes that go by before it. */
  readonly later: number;
  readonly make?: (before: LedgerState, now: number) => LedgerEvent;
}

type Data<Kind extends EventKind> = Partial<EventData[Kind]> & { taskId?: string };

function fact<Kind extends EventKind>(
  kind: Kind,
  who: Who,
  of: {
    given: Data<Kind>;
    usual: (before: LedgerState, now: number) => EventData[Kind];
  },
): Fact {
  const { taskId = first, ...data } = of.given;
  const make = (before: LedgerState, now: number) =>
    ({
      event: before.newest.event + 1,
      taskId,
      kind,
      at: Math.max(now, before.newest.at),
      actor: who,
      data: { ...of.usual(before, now), ...data },
    }) as unknown as LedgerEvent;
  return { later: 0, make };
}

const fenceOf = (before: LedgerState) => before.lease?.fence ?? before.fence;
const holderOf = (before: LedgerState) => ({
  fence: fenceOf(before),
  holder: before.lease?.agent ?? codex.name,
  holderSession: before.lease?.session ?? codex.session,
});
const handover = (before: LedgerState) => ({
  summary: "Half done",
  changedFiles: [],
  fence: fenceOf(before),
});
const renewedBy = (before: LedgerState, now: number) => ({
  fence: fenceOf(before),
  ...freshTerm(before.lease?.minutes ?? 90, now),
});

/** Lets minutes go by; a negative number sets the clock back. */
export function later(minutes: number): Fact {
  return { later: minutes };
}

/** A task was made, by the maker and for anyone unless said otherwise. */
export function created(given: Data<"created"> & { by?: Who } = {}): Fact {
  const { by = maker, ...data } = given;
  const usual = () => ({
    title: "Parse dates",
    objective: "Make the parser read dates",
    maxHandoffs: 4,
    priority: "normal" as const,
    dependsOn: [],
    plan: [],
  });
  return fact("created", by, { given: data, usual });
}

/** Somebody took the lease, for 90 minutes and with a token. */
export function claimed(who: Who = codex, given: Data<"claimed"> = {}): Fact {
  const usual = (before: LedgerState, now: number) => ({
    fence: before.fence + 1,
    tokenHash: secretOf(who),
    ...freshTerm(90, now),
  });
  return fact("claimed", who, { given, usual });
}

/** The holder renewed for the lease's own length. */
export function renewed(who: Who = codex, given: Data<"renewed"> = {}): Fact {
  return fact("renewed", who, { given, usual: renewedBy });
}

/** The lease was dated anew. */
export function redated(who: Who = codex, given: Data<"redated"> = {}): Fact {
  return fact("redated", who, { given, usual: renewedBy });
}

/** The same name took the lease over from an ended session. */
export function takenOver(who: Who, given: Data<"taken_over"> = {}): Fact {
  const usual = (before: LedgerState, now: number) => ({
    fence: before.fence + 1,
    ...freshTerm(before.lease?.minutes ?? 90, now),
    fromAgent: before.lease?.agent ?? codex.name,
    fromSession: before.lease?.session ?? codex.session,
  });
  return fact("taken_over", who, { given, usual });
}

/** A claim by somebody else ended a stale lease. */
export function expired(who: Who = dsh, given: Data<"lease_expired"> = {}): Fact {
  const usual = (before: LedgerState) => ({ ...holderOf(before), reason: "expired" as const });
  return fact("lease_expired", who, { given, usual });
}

/** A person ended the lease. */
export function released(who: Who, given: Data<"released"> = {}): Fact {
  return fact("released", who, { given, usual: holderOf });
}

/** The holder passed the task on, to anyone unless said otherwise. */
export function passed(who: Who = codex, given: Data<"passed"> = {}): Fact {
  const usual = (before: LedgerState) => ({ ...handover(before), nextAction: "Do the rest" });
  return fact("passed", who, { given, usual });
}

/** A pass found no handoff left. */
export function stopped(who: Who = codex, given: Data<"stopped"> = {}): Fact {
  const usual = (before: LedgerState) => ({
    ...handover(before),
    nextAction: "Do the rest",
    reason: "budget_spent" as const,
  });
  return fact("stopped", who, { given, usual });
}

/** The holder asked for a review. */
export function submitted(who: Who = codex, given: Data<"submitted"> = {}): Fact {
  const usual = (before: LedgerState) => ({ ...handover(before), summary: "Ready to look at" });
  return fact("submitted", who, { given, usual });
}

/** A reviewer approved. */
export function approved(who: Who, given: Data<"approved"> = {}): Fact {
  const usual = (before: LedgerState) => ({
    comments: "Reads well",
    reviewedVersion: before.tasks.get(given.taskId ?? first)?.version ?? 1,
  });
  return fact("approved", who, { given, usual });
}

/** A reviewer asked for changes. */
export function rejected(who: Who, given: Data<"rejected"> = {}): Fact {
  const usual = (before: LedgerState) => ({
    comments: "Tests are missing",
    reviewedVersion: before.tasks.get(given.taskId ?? first)?.version ?? 1,
  });
  return fact("rejected", who, { given, usual });
}

/** The holder completed the task. */
export function completed(who: Who = codex, given: Data<"completed"> = {}): Fact {
  const usual = (before: LedgerState) => ({ ...handover(before), summary: "All done" });
  return fact("completed", who, { given, usual });
}

/** Somebody corrected the task; by default nothing but its version changed. */
export function updated(who: Who = maker, given: Data<"updated"> = {}): Fact {
  return fact("updated", who, { given, usual: () => ({}) });
}

/** Somebody cancelled the task, and its lease with it if it had one. */
export function cancelled(who: Who = maker, given: Data<"cancelled"> = {}): Fact {
  const usual = (before: LedgerState) => ({
    reason: "Not needed any more",
    ...(before.lease?.taskId === (given.taskId ?? first) && { fence: before.lease.fence }),
  });
  return fact("cancelled", who, { given, usual });
}

/** The holder wrote a progress entry. */
export function logged(who: Who = codex, given: Data<"logged"> = {}): Fact {
  const usual = (before: LedgerState, now: number) => ({
    ...renewedBy(before, now),
    entry: "progress" as const,
    text: "Found the place",
    stepsDone: [],
    changedFiles: [],
  });
  return fact("logged", who, { given, usual });
}

/** Somebody who does not hold the lease wrote a note. */
export function noted(who: Who = dsh, given: Data<"noted"> = {}): Fact {
  const usual = () => ({
    changedFiles: [],
    ...(given.lostFence === undefined && { entry: "progress" as const, text: "Saw this" }),
  });
  return fact("noted", who, { given, usual });
}

/** A person raised the cap by two. */
export function extended(who: Who, given: Data<"extended"> = {}): Fact {
  return fact("extended", who, { given, usual: () => ({ handoffs: 2 }) });
}

/** A person queued the task again. */
export function reopened(who: Who, given: Data<"reopened"> = {}): Fact {
  return fact("reopened", who, { given, usual: () => ({}) });
}

/** Makes names of agents known to the ledger: each made and cancelled nothing but a task of its own. */
export function seen(name: string, taskId: string): Fact {
  return created({ by: agent(name), taskId, title: `Made by ${name}` });
}
