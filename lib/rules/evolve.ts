// The only writer of state: what each event makes of it. Replaying a history gives the stored rows exactly.
import type { LedgerEvent } from "./event.ts";
import { handedOver, journalled, said, steps, union, without } from "./evolve_brief.ts";
import { evolveLease } from "./evolve_lease.ts";
import type { LedgerState } from "./state.ts";
import { isFinal, type StoredStatus, type Task } from "./task.ts";

/** Events that leave a task's version as it is: journal entries and renewals (contract, Versions). */
const silent: ReadonlySet<LedgerEvent["kind"]> = new Set(["logged", "noted", "renewed"]);

/** The state after one more event. Never fails: an event about an unknown task changes no task. */
export function evolve(state: LedgerState, event: LedgerEvent): LedgerState {
  const before = state.tasks.get(event.taskId);
  const after = event.kind === "created"
    ? born(event)
    : before && changed(touched(before, event), event, state);
  const tasks = after ? new Map(state.tasks).set(event.taskId, after) : state.tasks;
  const isNew = event.actor.kind === "agent" && !state.agents.has(event.actor.name);
  return {
    ...evolveLease(state, event),
    newest: { event: event.event, at: event.at },
    tasks,
    agents: isNew ? new Set(state.agents).add(event.actor.name) : state.agents,
    sessions: introduced(state.sessions, event),
  };
}

/** A session is remembered by its first event that tells of it; what it goes on from may come later. */
function introduced(
  sessions: LedgerState["sessions"],
  event: LedgerEvent,
): LedgerState["sessions"] {
  const { session, name, kind } = event.actor;
  const known = sessions.get(session) ??
    (event.data.about && {
      ...event.data.about,
      session,
      name,
      kind,
      firstEvent: event.event,
      firstAt: event.at,
    });
  if (!known) return sessions;
  const parent = known.parent ?? continuedBy(event);
  const isSame = sessions.has(session) && known.parent === parent;
  if (isSame) return sessions;
  return new Map(sessions).set(session, { ...known, ...(parent !== undefined && { parent }) });
}

function continuedBy(event: LedgerEvent): string | undefined {
  if (event.kind === "taken_over") return event.data.fromSession;
  return event.kind === "claimed" ? event.data.continues : undefined;
}

function touched(task: Task, event: LedgerEvent): Task {
  return {
    ...task,
    event: event.event,
    // A note on a task that is over leaves the time of its end, which refusals tell.
    updatedAt: isFinal(task.status) && event.kind === "noted" ? task.updatedAt : event.at,
    version: task.version + (silent.has(event.kind) ? 0 : 1),
  };
}

function born(event: LedgerEvent & { kind: "created" }): Task {
  const { data, actor, at } = event;
  return {
    taskId: event.taskId,
    title: data.title,
    status: "queued",
    priority: data.priority,
    version: 1,
    event: event.event,
    createdEvent: event.event,
    createdAt: at,
    createdBy: actor,
    updatedAt: at,
    maxHandoffs: data.maxHandoffs,
    handoffsUsed: 0,
    everHeld: false,
    rounds: 0,
    objective: { by: actor.name, at, text: data.objective },
    changedFiles: [],
    decisions: [],
    blockers: [],
    plan: steps(data.plan),
    dependsOn: data.dependsOn,
    ...(data.targetAgent !== undefined && { targetAgent: data.targetAgent }),
    ...(data.reviewer !== undefined && { reviewer: data.reviewer }),
    ...(data.constraints !== undefined &&
      { constraints: { by: actor.name, at, text: data.constraints } }),
  };
}

function changed(task: Task, event: LedgerEvent, state: LedgerState): Task {
  switch (event.kind) {
    case "created":
    case "renewed":
    case "redated":
      return task;
    case "claimed":
    case "taken_over":
      return { ...task, everHeld: true };
    case "lease_expired":
    case "released": {
      const { since, git } = state.lease ?? {};
      const unfinished = {
        by: event.data.holder,
        at: event.at,
        ...(since !== undefined && { since }),
        ...(git && { git }),
      };
      return { ...without(task, ["targetAgent"]), unfinished };
    }
    case "passed":
      return {
        ...queuedFor(handedOver(task, event), event.data.targetAgent),
        handoffsUsed: task.handoffsUsed + 1,
      };
    case "stopped":
      return stopped(task, event);
    case "submitted":
      return submitted(task, event);
    case "approved":
      return { ...judged(task, event, "approve"), status: "completed" };
    case "rejected":
      return {
        ...queuedFor(judged(task, event, "changes_requested"), task.author?.name),
        handoffsUsed: task.handoffsUsed + 1,
      };
    case "completed":
      return withStatus(handedOver(task, event), "completed");
    case "cancelled":
      return withStatus(without(task, ["unfinished"]), "cancelled");
    case "updated":
      return updated(task, event);
    case "logged":
      return journalled(task, event);
    case "noted":
      return event.data.entry && event.data.text !== undefined
        ? journalled(task, event)
        : { ...task, changedFiles: union(task.changedFiles, event.data.changedFiles) };
    case "extended": {
      const raised = { ...task, maxHandoffs: task.maxHandoffs + event.data.handoffs };
      return task.status === "needs_person" ? queuedFor(raised, task.heirAgent) : raised;
    }
    case "reopened": {
      const isApproved = task.review?.verdict === "approve";
      const cleared = without(task, [
        ...(isApproved ? ["review" as const] : []),
        "author",
        "submittedVersion",
      ]);
      const open = queuedFor(cleared, undefined);
      const { answer } = event.data;
      return answer === undefined ? open : { ...open, nextAction: said(event, answer) };
    }
  }
}

function stopped(task: Task, event: LedgerEvent & { kind: "stopped" }): Task {
  const { data } = event;
  const told = data.comments === undefined
    ? handedOver(task, event)
    : judged(task, event, "changes_requested");
  return {
    ...withStatus(without(told, ["heirAgent"]), "needs_person"),
    stopReason: data.reason,
    ...(data.targetAgent !== undefined && { heirAgent: data.targetAgent }),
  };
}

function submitted(task: Task, event: LedgerEvent & { kind: "submitted" }): Task {
  const { data } = event;
  const reviewer = data.reviewer ?? task.reviewer;
  return {
    ...withStatus(handedOver(task, event), "in_review"),
    author: event.actor,
    submittedVersion: task.version,
    submission: {
      summary: data.summary,
      changedFiles: data.changedFiles,
      at: event.at,
      ...(data.git?.commit !== undefined && { commit: data.git.commit }),
    },
    ...(reviewer !== undefined && { reviewer }),
  };
}

function judged(
  task: Task,
  event: LedgerEvent & { kind: "approved" | "rejected" | "stopped" },
  verdict: "approve" | "changes_requested",
): Task {
  return {
    ...task,
    rounds: task.rounds + (verdict === "approve" ? 0 : 1),
    review: {
      ...said(event, event.data.comments ?? ""),
      verdict,
      version: event.data.reviewedVersion ?? task.submittedVersion ?? task.version,
    },
  };
}

function updated(task: Task, event: LedgerEvent & { kind: "updated" }): Task {
  const { data } = event;
  const base = without(task, [
    ...(data.constraints === null ? ["constraints" as const] : []),
    ...(data.targetAgent === null ? ["targetAgent" as const, "heirAgent" as const] : []),
  ]);
  // A target named while a person is asked is for whom the person will queue the task.
  const isHeir = typeof data.targetAgent === "string" && task.status === "needs_person";
  return {
    ...base,
    ...(isHeir && { heirAgent: data.targetAgent! }),
    ...(data.title !== undefined && { title: data.title }),
    ...(data.objective !== undefined && { objective: said(event, data.objective) }),
    ...(typeof data.constraints === "string" && { constraints: said(event, data.constraints) }),
    ...(typeof data.targetAgent === "string" && { targetAgent: data.targetAgent }),
    ...(data.priority !== undefined && { priority: data.priority }),
    ...(data.dependsOn !== undefined && { dependsOn: data.dependsOn }),
    ...(data.plan !== undefined && { plan: steps(data.plan) }),
    ...(data.reviewer !== undefined && { reviewer: data.reviewer }),
  };
}

function queuedFor(task: Task, targetAgent: string | undefined): Task {
  const free = withStatus(without(task, ["targetAgent", "heirAgent", "stopReason"]), "queued");
  return targetAgent === undefined ? free : { ...free, targetAgent };
}

function withStatus(task: Task, status: StoredStatus): Task {
  return { ...task, status };
}
