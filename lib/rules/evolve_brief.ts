// What the texts of an event make of a task's brief. Knows no status and no lease.
import type { EventData, LedgerEvent } from "./event.ts";
import { decisionsKept } from "./limits.ts";
import type { Entry, Said, Step, Task } from "./task.ts";

/** The brief after a handover: its texts, files and head; work was finished, so nothing is left over. */
export function handedOver(
  task: Task,
  event: LedgerEvent & { kind: "passed" | "stopped" | "submitted" | "completed" },
): Task {
  const { data } = event;
  return {
    ...without(task, ["unfinished"]),
    changedFiles: union(task.changedFiles, data.changedFiles ?? []),
    ...(data.summary !== undefined && { summary: said(event, data.summary) }),
    ...(data.nextAction !== undefined && { nextAction: said(event, data.nextAction) }),
    ...(data.git && { git: data.git }),
  };
}

/** The brief after a journal entry or a note with a text. */
export function journalled(task: Task, event: LedgerEvent & { kind: "logged" | "noted" }): Task {
  const { data } = event;
  const entry: Entry = { ...said(event, data.text ?? ""), event: event.event };
  const done = new Set("stepsDone" in data ? data.stepsDone : []);
  const next: Task = {
    ...task,
    changedFiles: union(task.changedFiles, data.changedFiles),
    plan: done.size === 0
      ? task.plan
      : task.plan.map((step, index) => done.has(index + 1) ? { ...step, done: true } : step),
  };
  switch (data.entry) {
    case "decision":
      return { ...next, decisions: [entry, ...task.decisions].slice(0, decisionsKept) };
    case "blocker":
      return { ...next, blockers: [entry, ...task.blockers] };
    case "resolved":
      return { ...next, blockers: task.blockers.filter((open) => String(open.event) !== data.ref) };
    case "checkpoint":
      return { ...next, checkpoint: entry };
    default:
      return next;
  }
}

/** A text of an event with who wrote it when. */
export function said(event: LedgerEvent, text: string): Said {
  return { by: event.actor.name, at: event.at, text };
}

/** A new plan, nothing of it done. */
export function steps(plan: EventData["created"]["plan"]): Step[] {
  return plan.map((text) => ({ text, done: false }));
}

/** All paths named so far, newest first and each once. */
export function union(known: readonly string[], more: readonly string[]): readonly string[] {
  if (more.length === 0) return known;
  const fresh = [...new Set(more)];
  const seen = new Set(fresh);
  return [...fresh, ...known.filter((path) => !seen.has(path))];
}

/** The task without some of what it may have. */
export function without<Key extends keyof Task>(task: Task, keys: readonly Key[]): Task {
  if (!keys.some((key) => key in task)) return task;
  const left = new Set<string>(keys);
  // Made anew: an object that something was deleted from is slower for good.
  const rest: Partial<Record<string, unknown>> = {};
  for (const key in task) if (!left.has(key)) rest[key] = task[key as keyof Task];
  return rest as unknown as Task;
}
