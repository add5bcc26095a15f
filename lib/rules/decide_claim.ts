// Claims: whose lease is in the way, which task is the best, and who may have it.
import type { Claim } from "./command.ts";
import type { Decision, Draft } from "./draft.ts";
import { claimableFrom, freshTerm, isExpired, renewedTerm } from "./lease.ts";
import { leaseLimits } from "./limits.ts";
import { type Refusal, refuse, type WarningFacts } from "./refusal.ts";
import { holderFacts, judgeStatus, takeOver } from "./standing.ts";
import type { Dependency, Waiting } from "./state.ts";
import { type GitHead, priorities, type Task, type TaskStatus, type Unfinished } from "./task.ts";

/** Decides a claim: one winner, the same lease again for its holder, the best task where none is named. */
export function decideClaim(command: Claim, draft: Draft): Decision {
  const replay = replayed(command, draft);
  if (replay) return replay;
  const named = draft.named();
  if (command.taskId !== undefined) {
    if (!named) return draft.refused(unknownTask(command.taskId, draft));
    const refusal = draft.isLeased(named) ? undefined : judgeStatus(draft, named, "claim");
    if (refusal) return draft.refused(refusal);
  }
  const way = clearWay(command, draft);
  if (way.refusal) return draft.refused(way.refusal);
  if (way.decision) return way.decision;
  return takeLease(command, draft);
}

/** A task that nobody knows, with ids that come near. */
export function unknownTask(taskId: string, draft: Draft): Refusal {
  return refuse("task_not_found", { taskId, near: draft.slice.near });
}

function replayed(command: Claim, draft: Draft): Decision | undefined {
  const { request } = draft.slice;
  if (!command.request || !request) return undefined;
  if (request.argumentsHash !== command.request.argumentsHash) {
    const facts = { requestId: command.request.id, taskId: request.taskId };
    return draft.refused(refuse("request_conflict", facts));
  }
  const { lease } = draft.state;
  const isSame = lease?.session === draft.actor.session && lease.fence === request.fence;
  if (!isSame) return undefined;
  if (isExpired(lease, draft.now)) draft.warn("lease_over", { expiredAt: lease.expiresAt });
  return draft.done({ taskId: lease.taskId, replayed: true });
}

/** Sees to the lease that is there: the caller's own, one that has gone stale, or one that holds. */
function clearWay(command: Claim, draft: Draft): { refusal?: Refusal; decision?: Decision } {
  const { lease } = draft.state;
  if (!lease) return {};
  const leased = draft.task(lease.taskId)!;
  const isWanted = command.taskId === undefined || draft.slice.named === lease.taskId;
  if (lease.session === draft.actor.session) {
    return isWanted ? { decision: sameLease(command, draft) } : { refusal: held(draft, true) };
  }
  if (isExpired(lease, draft.now)) return endStale(draft, { leased, reason: "expired", command });
  if (draft.slice.holderLife !== "ended") return { refusal: held(draft, false) };
  if (lease.agent === draft.actor.name && isWanted) {
    const tokenFence = takeOver(draft, leased, command);
    return { decision: draft.done({ taskId: leased.taskId, tokenFence }) };
  }
  const from = claimableFrom(lease, "ended", draft.slice.graceMinutes);
  if (draft.now < from) return { refusal: held(draft, false) };
  return endStale(draft, { leased, reason: "ended", command });
}

function held(draft: Draft, yours: boolean): Refusal {
  const facts = holderFacts(draft, draft.state.lease!);
  const named = draft.slice.named;
  return refuse("lease_held", { yours, ...facts, ...(named !== undefined && { taskId: named }) });
}

/** Claiming again what the session holds gives the same lease; a stale one is renewed by it. */
function sameLease(command: Claim, draft: Draft): Decision {
  const lease = draft.state.lease!;
  if (isExpired(lease, draft.now)) {
    const term = renewedTerm(lease, command.leaseMinutes, draft.now);
    draft.record("renewed", lease.taskId, { fence: lease.fence, ...term });
  }
  return draft.done({ taskId: lease.taskId });
}

/** Ends a stale lease: its task is queued again for anyone, no handoff used. */
function endStale(
  draft: Draft,
  of: { leased: Task; reason: "expired" | "ended"; command: Claim },
): Record<never, never> {
  const { leased, reason, command } = of;
  const lease = draft.state.lease!;
  draft.record("lease_expired", leased.taskId, {
    fence: lease.fence,
    holder: lease.agent,
    holderSession: lease.session,
    reason,
    ...(leased.targetAgent !== undefined && { targetAgent: leased.targetAgent }),
  });
  warnUnfinished(draft, draft.task(leased.taskId)!, command.git);
  return {};
}

/** What a warning tells of edits that a lost lease may have left. */
export function unfinishedFacts({ git, ...told }: Unfinished): WarningFacts["unfinished_edits"] {
  return { ...told, ...(git && { then: git }) };
}

function warnUnfinished(draft: Draft, task: Task, now: GitHead | undefined): void {
  if (!task.unfinished) return;
  draft.warn("unfinished_edits", { ...unfinishedFacts(task.unfinished), ...(now && { now }) });
}

function takeLease(command: Claim, draft: Draft): Decision {
  const stale = draft.slice.ledger.lease;
  const task = command.taskId === undefined ? bestTask(draft) : draft.named();
  if (!task) return draft.refused(refuse("nothing_to_claim", waiting(draft)));
  const refusal = wrongAddress(draft, task) ?? openDependencies(draft, task);
  if (refusal) return draft.refused(refusal);
  if (stale?.taskId !== task.taskId) warnUnfinished(draft, task, command.git);
  warnMoved(draft, task, command.git);
  const fence = draft.state.fence + 1;
  draft.record("claimed", task.taskId, {
    fence,
    tokenHash: command.newTokenHash,
    ...freshTerm(command.leaseMinutes ?? leaseLimits.usual, draft.now),
    ...(command.git && { git: command.git }),
    ...(command.request && { request: command.request }),
    ...continued(draft, task),
  });
  return draft.done({ taskId: task.taskId, tokenFence: fence });
}

/** Tells what changed in the repository since the last pass, outside of any lease on the task. */
function warnMoved(draft: Draft, task: Task, now: GitHead | undefined): void {
  const then = task.git;
  if (!then || !now) return;
  if (hasMoved(then, now)) draft.warn("git_moved", { then, now });
  else if (differs(then.index, now.index)) draft.warn("index_moved", {});
}

/** The session of the same agent that held the task last, where this is another one. */
function continued(draft: Draft, task: Task): { continues?: string } {
  const last = [...draft.state.pastLeases.values()]
    .filter((past) => past.taskId === task.taskId)
    .sort((one, other) => other.fence - one.fence)[0];
  const { name, session } = draft.actor;
  return last?.agent === name && last.session !== session ? { continues: last.session } : {};
}

/** The best of the queue and of the task that a stale lease has just given back. */
function bestTask(draft: Draft): Task | undefined {
  const back = draft.task(draft.slice.ledger.lease?.taskId);
  return [draft.task(draft.slice.best), back]
    .filter((task) => task !== undefined)
    .filter((task) => !openDependencies(draft, task))
    .sort(inClaimOrder(draft.actor.name))[0];
}

/** How many tasks wait; the one that a stale lease gave back and nobody took waits for a dependency. */
function waiting(draft: Draft): Waiting {
  const { waiting } = draft.slice;
  const isBack = draft.task(draft.slice.ledger.lease?.taskId) !== undefined;
  return isBack ? { ...waiting, dependency: waiting.dependency + 1 } : waiting;
}

/** Compares two queued tasks as claims choose: addressed to the agent, then priority, then age. */
export function inClaimOrder(agent: string): (one: Task, other: Task) => number {
  const rank = (task: Task) => [
    task.targetAgent === agent ? 0 : 1,
    priorities.indexOf(task.priority),
    task.createdEvent,
  ];
  return (one, other) => {
    const [ranks, others] = [rank(one), rank(other)];
    const first = ranks.findIndex((value, index) => value !== others[index]);
    return first < 0 ? 0 : ranks[first]! - others[first]!;
  };
}

/** The creator may take its task by id until somebody has held it, whoever it is addressed to. */
function wrongAddress(draft: Draft, task: Task): Refusal | undefined {
  const { targetAgent, taskId } = task;
  if (targetAgent === undefined || targetAgent === draft.actor.name) return undefined;
  const isCreator = task.createdBy.kind === "agent" && task.createdBy.name === draft.actor.name;
  if (isCreator && !task.everHeld) return undefined;
  return refuse("not_addressed_to_you", { taskId, targetAgent });
}

function openDependencies(draft: Draft, task: Task): Refusal | undefined {
  const open = task.dependsOn
    .map((taskId) => draft.slice.dependencies.get(taskId))
    .filter((dependency) => dependency !== undefined && dependency.status !== "completed")
    .map((dependency) => ({ taskId: dependency!.taskId, status: statusNow(draft, dependency!) }));
  return open.length === 0 ? undefined : refuse("dependency_open", { taskId: task.taskId, open });
}

/** A dependency whose stale lease this claim has ended is active no more. */
function statusNow(draft: Draft, dependency: Dependency): TaskStatus {
  const task = draft.task(dependency.taskId);
  return task ? draft.status(task) : dependency.status;
}

/** Tells that branch or commit are known at both times and differ. */
export function hasMoved(then: GitHead, now: GitHead): boolean {
  return differs(then.branch, now.branch) || differs(then.commit, now.commit);
}

function differs(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}
