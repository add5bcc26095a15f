// Making and correcting tasks: create and update, with their dependencies.
import type { Create, Update } from "./command.ts";
import { unknownTask } from "./decide_claim.ts";
import { sameAsReviewer } from "./decide_holder.ts";
import type { Decision, Draft } from "./draft.ts";
import type { EventData } from "./event.ts";
import { warnUnknown } from "./names.ts";
import { type Refusal, refuse } from "./refusal.ts";
import { judgeStatus, warnOver } from "./standing.ts";
import type { Found } from "./state.ts";
import type { Task } from "./task.ts";

/** Decides a new task; the same request again tells the first result. */
export function decideCreate(command: Create, draft: Draft): Decision {
  const { request } = draft.slice;
  if (command.request && request) {
    const { taskId } = request;
    return request.argumentsHash === command.request.argumentsHash
      ? draft.done({ taskId, replayed: true })
      : draft.refused(refuse("request_conflict", { requestId: command.request.id, taskId }));
  }
  if (command.targetAgent !== undefined && command.targetAgent === command.reviewer) {
    return draft.refused(sameAsReviewer(command.targetAgent));
  }
  const refusal = unknownDependency(draft, command.dependsOn);
  if (refusal) return draft.refused(refusal);
  const dependsOn = wholeIds(draft, command.dependsOn);
  warnUnknown(draft, "target_agent", command.targetAgent);
  warnUnknown(draft, "reviewer", command.reviewer);
  if (draft.slice.twin !== undefined) draft.warn("twin_task", { taskId: draft.slice.twin });
  warnCancelled(draft, dependsOn);
  const taskId = command.newTaskId;
  draft.record("created", taskId, {
    title: command.title,
    objective: command.objective,
    maxHandoffs: command.maxHandoffs,
    priority: command.priority,
    dependsOn,
    plan: command.plan,
    ...(command.constraints !== undefined && { constraints: command.constraints }),
    ...(command.targetAgent !== undefined && { targetAgent: command.targetAgent }),
    ...(command.reviewer !== undefined && { reviewer: command.reviewer }),
    ...(command.request && { request: command.request }),
  });
  return draft.done({ taskId });
}

/** Decides a correction, or an agent's cancelling, of a task that nobody else holds. */
export function decideUpdate(command: Update, draft: Draft): Decision {
  const isCancel = command.cancel !== undefined;
  const data = changes(command, draft);
  if (isCancel && Object.keys(data).length > 0) {
    return draft.refused(refuse("invalid_argument", {
      field: "cancel",
      accepted: "no other change beside it, for a cancelled task keeps what it says",
    }));
  }
  if (!isCancel && Object.keys(data).length === 0) {
    return draft.refused(refuse("invalid_argument", {
      field: "update",
      accepted: "at least one field to change, clear or cancel",
    }));
  }
  const task = draft.named();
  if (!task) return draft.refused(unknownTask(command.taskId, draft));
  const refusal = judgeStatus(draft, task, isCancel ? "update_cancel" : "update") ??
    (isCancel ? mayCancel(draft, task) : undefined) ??
    wrongDependencies(command, draft, task) ??
    wrongVersion(draft, task, command.expectedVersion) ??
    wrongReviewer(command, draft, task) ??
    wrongTarget(command, task);
  if (refusal) return draft.refused(refusal);
  if (draft.isLeased(task)) warnOver(draft);
  const { taskId } = task;
  if (isCancel) {
    cancelTask(draft, task, command.cancel!);
    return draft.done({ taskId });
  }
  warnUnknown(draft, "target_agent", command.targetAgent);
  warnUnknown(draft, "reviewer", command.reviewer);
  warnCancelled(draft, data.dependsOn ?? []);
  draft.record("updated", taskId, data);
  return draft.done({ taskId });
}

/** Ends a task and the lease on it, and tells who depended on it. */
export function cancelTask(draft: Draft, task: Task, reason: string): void {
  const fence = draft.isLeased(task) ? draft.state.lease?.fence : undefined;
  const { dependants } = draft.slice;
  if (dependants.length > 0) draft.warn("dependants", { taskIds: dependants });
  draft.record("cancelled", task.taskId, { reason, ...(fence !== undefined && { fence }) });
}

/** A version that the caller did not expect; compared with what it could see before this call. */
export function wrongVersion(draft: Draft, task: Task, expected: number): Refusal | undefined {
  const { taskId } = task;
  const version = draft.slice.ledger.tasks.get(taskId)?.version ?? task.version;
  return version === expected
    ? undefined
    : refuse("version_conflict", { taskId, expected, version });
}

function mayCancel(draft: Draft, task: Task): Refusal | undefined {
  const { kind, name } = draft.actor;
  const isCreator = task.createdBy.kind === kind && task.createdBy.name === name;
  if (kind === "person" || isCreator || draft.isLeased(task)) return undefined;
  const status = draft.status(task);
  return refuse("not_holder", { taskId: task.taskId, status, tokenGiven: false });
}

function wrongReviewer(command: Update, draft: Draft, task: Task): Refusal | undefined {
  if (command.reviewer === undefined || command.reviewer === task.reviewer) return undefined;
  if (draft.status(task) === "in_review") {
    return refuse("invalid_argument", {
      field: "reviewer",
      value: command.reviewer,
      accepted: "nothing while the task is in review",
    });
  }
  const { kind, name } = draft.actor;
  const isCreator = task.createdBy.kind === kind && task.createdBy.name === name;
  const mayChange = kind === "person" || (isCreator && draft.status(task) === "queued");
  return mayChange ? undefined : refuse("person_only", { action: "change the reviewer" });
}

function wrongTarget(command: Update, task: Task): Refusal | undefined {
  const present = task.status === "needs_person" ? task.heirAgent : task.targetAgent;
  const cleared = command.clear.includes("target_agent") ? undefined : present;
  const target = command.targetAgent ?? cleared;
  const reviewer = command.reviewer ?? task.reviewer;
  const isTouched = command.targetAgent !== undefined || command.reviewer !== undefined;
  return isTouched && target !== undefined && target === reviewer
    ? sameAsReviewer(target)
    : undefined;
}

function wrongDependencies(command: Update, draft: Draft, task: Task): Refusal | undefined {
  const asked = command.dependsOn;
  if (!asked) return undefined;
  return unknownDependency(draft, asked) ??
    cycle(draft, task.taskId, wholeIds(draft, asked));
}

function unknownDependency(draft: Draft, asked: readonly string[]): Refusal | undefined {
  const unknown = asked.find((given) => foundAs(draft, given).taskId === undefined);
  return unknown === undefined
    ? undefined
    : refuse("task_not_found", { taskId: unknown, near: foundAs(draft, unknown).near });
}

function foundAs(draft: Draft, asked: string): Found {
  return draft.slice.askedFor?.get(asked) ?? { near: [] };
}

/** The full ids of dependencies that all exist, each once. */
function wholeIds(draft: Draft, asked: readonly string[]): string[] {
  return unique(asked.map((given) => foundAs(draft, given).taskId ?? given));
}

/** Finds a way from the asked dependencies back to the task, and names it. */
function cycle(draft: Draft, taskId: string, asked: readonly string[]): Refusal | undefined {
  const seen = new Set<string>();
  const ways: string[][] = asked.map((id) => [taskId, id]);
  for (let way = ways.pop(); way; way = ways.pop()) {
    const last = way.at(-1)!;
    if (last === taskId) return refuse("dependency_cycle", { path: way });
    if (seen.has(last)) continue;
    seen.add(last);
    for (const next of draft.slice.dependencies.get(last)?.dependsOn ?? []) {
      ways.push([...way, next]);
    }
  }
  return undefined;
}

function warnCancelled(draft: Draft, dependsOn: readonly string[]): void {
  for (const taskId of unique(dependsOn)) {
    const isCancelled = draft.slice.dependencies.get(taskId)?.status === "cancelled";
    if (isCancelled) draft.warn("dependency_cancelled", { taskId });
  }
}

function changes(command: Update, draft: Draft): EventData["updated"] {
  const cleared = new Set(command.clear);
  return {
    ...(command.title !== undefined && { title: command.title }),
    ...(command.objective !== undefined && { objective: command.objective }),
    ...(cleared.has("constraints") && { constraints: null }),
    ...(command.constraints !== undefined && { constraints: command.constraints }),
    ...(cleared.has("target_agent") && { targetAgent: null }),
    ...(command.targetAgent !== undefined && { targetAgent: command.targetAgent }),
    ...(command.priority !== undefined && { priority: command.priority }),
    ...(cleared.has("depends_on") && { dependsOn: [] }),
    ...(command.dependsOn && { dependsOn: wholeIds(draft, command.dependsOn) }),
    ...(cleared.has("plan") && { plan: [] }),
    ...(command.plan && { plan: command.plan }),
    ...(command.reviewer !== undefined && { reviewer: command.reviewer }),
  };
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
