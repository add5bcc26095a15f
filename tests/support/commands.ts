// Commands with sensible defaults, by who gives them. A test names only what matters to it.
import type {
  BroughtToken,
  Cancel,
  Claim,
  Command,
  Complete,
  Create,
  Extend,
  Log,
  Pass,
  Release,
  Renew,
  Reopen,
  Review,
  Submit,
  Update,
} from "../../lib/rules/command.ts";
import { taskIdOf } from "./ids.ts";
import { callerOf, type Who } from "./people.ts";

/** The task that commands and events are about where a test does not say. */
export const first: string = taskIdOf(1);
/** Another task. */
export const second: string = taskIdOf(2);
/** A third task. */
export const third: string = taskIdOf(3);

type Given<Kind extends Command> = Partial<Omit<Kind, "type" | "caller">>;

/** Hash that stands for the secret half of a token. */
export function secretOf(who: Who): string {
  return `hash of ${who.session}`;
}

/** The token that the `fence`th lease gave to somebody. */
export function token(fence: number, who: Who): BroughtToken {
  return { fence, hash: secretOf(who) };
}

/** Makes a task. */
export function create(who: Who, given: Given<Create> = {}): Create {
  return {
    type: "create",
    caller: callerOf(who),
    newTaskId: first,
    title: "Parse dates",
    objective: "Make the parser read dates",
    maxHandoffs: 4,
    priority: "normal",
    dependsOn: [],
    plan: [],
    ...given,
  };
}

/** Claims the best task. */
export function claim(who: Who, given: Given<Claim> = {}): Claim {
  return { type: "claim", caller: callerOf(who), newTokenHash: secretOf(who), ...given };
}

/** Renews the lease. */
export function renew(who: Who, given: Given<Renew> = {}): Renew {
  return { type: "renew", caller: callerOf(who), taskId: first, ...given };
}

/** Passes the task to anyone. */
export function pass(who: Who, given: Given<Pass> = {}): Pass {
  return {
    type: "pass",
    caller: callerOf(who),
    taskId: first,
    summary: "Half done",
    nextAction: "Do the rest",
    targetPerson: false,
    changedFiles: [],
    ...given,
  };
}

/** Asks for a review. */
export function submit(who: Who, given: Given<Submit> = {}): Submit {
  return {
    type: "submit",
    caller: callerOf(who),
    taskId: first,
    summary: "Ready to look at",
    changedFiles: [],
    ...given,
  };
}

/** Completes the task. */
export function complete(who: Who, given: Given<Complete> = {}): Complete {
  return {
    type: "complete",
    caller: callerOf(who),
    taskId: first,
    summary: "All done",
    changedFiles: [],
    ...given,
  };
}

/** Writes a progress entry. */
export function log(who: Who, given: Given<Log> = {}): Log {
  return {
    type: "log",
    caller: callerOf(who),
    taskId: first,
    entry: "progress",
    text: "Found the place",
    stepsDone: [],
    changedFiles: [],
    ...given,
  };
}

/** Approves. */
export function review(who: Who, given: Given<Review> = {}): Review {
  return {
    type: "review",
    caller: callerOf(who),
    taskId: first,
    verdict: "approve",
    comments: "Reads well",
    ...given,
  };
}

/** Changes the title, or what is given. */
export function update(who: Who, given: Given<Update> & { expectedVersion: number }): Update {
  const { expectedVersion: _, ...fields } = given;
  const title = Object.keys(fields).some((field) => field !== "taskId")
    ? {}
    : { title: "Parse dates and times" };
  return { type: "update", caller: callerOf(who), taskId: first, clear: [], ...title, ...given };
}

/** Raises the cap by two. */
export function extend(who: Who, given: Given<Extend> = {}): Extend {
  return { type: "extend", caller: callerOf(who), taskId: first, handoffs: 2, ...given };
}

/** Ends a lease. */
export function release(who: Who, given: Given<Release> = {}): Release {
  return { type: "release", caller: callerOf(who), taskId: first, why: "It hangs", ...given };
}

/** Queues a task again. */
export function reopen(who: Who, given: Given<Reopen> = {}): Reopen {
  return { type: "reopen", caller: callerOf(who), taskId: first, ...given };
}

/** Cancels as a person does. */
export function cancel(who: Who, given: Given<Cancel> = {}): Cancel {
  return {
    type: "cancel",
    caller: callerOf(who),
    taskId: first,
    reason: "Not needed any more",
    ...given,
  };
}
