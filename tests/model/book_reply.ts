// Judges one reply by the books: what a "no" may leave behind, what a "yes" must, and who may not be turned away.
import type { Decision } from "../../lib/rules/decide.ts";
import type { Occasion } from "./book_lease.ts";
import type { BookedTask } from "./book_tasks.ts";
import type { Before, Bookkeeper } from "./bookkeeper.ts";
import { markOfCommand, markOfEvent } from "./marks.ts";
import { hold } from "./violation.ts";

const priorities = ["urgent", "high", "normal", "low"];
const minute = 60_000;

/** Judges a reply; the events of the decision are entered already. */
export function judgeReply(
  books: Bookkeeper,
  on: Occasion,
  of: { decision: Decision; before: Before },
): void {
  const { decision, before } = of;
  judgeTrace(on, decision);
  judgeRepeat(on, decision, before);
  if (on.command.type === "claim") judgeClaim(books, on, decision);
  if (["renew", "pass", "submit", "complete", "log"].includes(on.command.type)) {
    judgeHolder(books, on, of);
  }
}

/** A yes leaves its event once; a no leaves nothing but what the contract names. */
function judgeTrace(on: Occasion, decision: Decision): void {
  const { command } = on;
  const { events, refusal } = decision;
  const mark = markOfCommand(command);
  const own = mark === undefined
    ? events.filter((event) => event.kind === "renewed")
    : events.filter((event) => markOfEvent(event) === mark);
  const isTold = decision.repeated === true || decision.replayed === true;
  const saved = refusal?.code === "budget_spent" && !isTold ? refusal.facts.event : undefined;
  const noted = refusal && "noteEvent" in refusal.facts ? refusal.facts.noteEvent : undefined;
  const kept = saved ?? noted;
  if (isTold) {
    hold(own.length === 0, "once", "a command that was told again left a second event");
  } else if (refusal) {
    const isKept = own.length === (kept === undefined ? 0 : 1) && own[0]?.event === kept;
    hold(isKept, "no_trace", `${refusal.code} kept ${own.length} events`);
  } else if (command.type === "claim") {
    const isNew = decision.tokenFence !== undefined;
    hold(own.length === (isNew ? 1 : 0), "once", "a claim and its event differ");
  } else {
    hold(own.length === 1, "once", `an accepted ${command.type} left ${own.length} events`);
  }
  if (!isTold && !refusal) return;
  const allowed = new Set(["redated", ...(isTold ? [] : ["lease_expired"])]);
  if (saved !== undefined) allowed.add("taken_over");
  const rest = events.filter((event) => event.event !== kept && !allowed.has(event.kind));
  hold(rest.length === 0, "no_trace", `${refusal?.code ?? "a retry"} left ${rest[0]?.kind}`);
}

/** A handover or verdict sent again right after itself must be recognised. */
function judgeRepeat(on: Occasion, decision: Decision, before: Before): void {
  const { command } = on;
  const { handover } = before;
  if (!["pass", "submit", "complete", "review"].includes(command.type) || !handover) return;
  const { agent, session } = command.caller;
  const isAgain = handover.mark === markOfCommand(command) && handover.session === session &&
    (agent === undefined || agent === handover.name);
  hold(isAgain === (decision.repeated === true), "once", `a repeated ${command.type}`);
}

function judgeClaim(books: Bookkeeper, on: Occasion, decision: Decision): void {
  const { command } = on;
  if (command.type !== "claim") return;
  const { refusal } = decision;
  const { lease } = books.lease;
  if (refusal?.code === "lease_held") {
    hold(lease !== undefined, "no_wedge", "held by nobody");
    const isOwn = lease.session === command.caller.session;
    hold(refusal.facts.yours === isOwn, "no_wedge", "a lease is told to be another's");
    const isEnded = on.lifeOf(lease.session) === "ended";
    const isOver = on.now >= lease.expiresAt ||
      (isEnded && on.now >= lease.seenEvent + on.graceMinutes * minute);
    hold(isOwn || !isOver, "no_wedge", "a lease that is over holds");
    const isBack = isEnded && lease.agent === decision.agent && command.taskId === undefined;
    hold(isOwn || !isBack, "no_wedge", "an agent cannot come back to its own lease");
  }
  if (command.taskId !== undefined || decision.replayed) return;
  const best = bestFor(books, decision.agent);
  if (refusal?.code === "nothing_to_claim") {
    hold(best === undefined, "no_wedge", `${best?.taskId} was there to claim`);
  }
  const taken = decision.events.find((event) => event.kind === "claimed");
  if (taken) hold(best?.taskId === taken.taskId, "address", `${best?.taskId} comes first`);
}

/** The task that a claim without an id should get; the one just claimed counts as queued. */
function bestFor(books: Bookkeeper, agent: string): BookedTask | undefined {
  const rank = (task: BookedTask) =>
    (task.target === agent ? 0 : 10) + priorities.indexOf(task.priority);
  let best: BookedTask | undefined;
  for (const task of books.tasks.tasks.values()) {
    if (task.status !== "queued") continue;
    if (task.target !== undefined && task.target !== agent) continue;
    if (books.tasks.waitsFor(task).length > 0) continue;
    if (!best || rank(task) < rank(best)) best = task;
  }
  return best;
}

const ownFaults = new Set(["budget_spent", "review_required", "self_review", "invalid_argument"]);

/** Who holds the lease by the books is not told that it does not. */
function judgeHolder(
  books: Bookkeeper,
  on: Occasion,
  of: { decision: Decision; before: Before },
): void {
  const { decision: { refusal, repeated, taskId }, before: { lease } } = of;
  const { command } = on;
  const token = "leaseToken" in command ? command.leaseToken : undefined;
  if (refusal?.code === "lease_lost") {
    const { ended } = books.lease;
    const ends = [...ended.values()].filter((end) => end.taskId === taskId);
    const isLost = token
      ? ended.get(token.fence)?.hash === token.hash
      : ends.some((end) => end.lost && end.session === command.caller.session);
    hold(isLost, "no_wedge", "lease_lost to one that lost none");
  }
  if (!lease || lease.taskId !== taskId || repeated || !refusal) return;
  const isHolder = token
    ? token.fence === lease.fence && token.hash === lease.hash
    : command.caller.session === lease.session;
  hold(!isHolder || ownFaults.has(refusal.code), "no_wedge", `${refusal.code} to the holder`);
}
