// The bookkeeper's own page on tasks: status, budget, target, review and version, kept from the events alone.
import type { LedgerEvent } from "../../lib/rules/event.ts";
import type { LedgerState } from "../../lib/rules/state.ts";
import type { StoredStatus } from "../../lib/rules/task.ts";
import { hold } from "./violation.ts";

/** A task as the bookkeeper has it. */
export interface BookedTask {
  readonly taskId: string;
  readonly creator: string;
  /** As stored: a task with the lease counts as queued. */
  status: StoredStatus;
  version: number;
  cap: number;
  used: number;
  target: string | undefined;
  /** For whom an extension queues it. */
  heir: string | undefined;
  reviewer: string | undefined;
  author: { name: string; session: string } | undefined;
  everHeld: boolean;
  dependsOn: readonly string[];
  priority: string;
  /** Kind, session and number of its newest event. */
  newest: { kind: LedgerEvent["kind"]; session: string; event: number };
}

const silent = new Set(["logged", "noted", "renewed"]);
const afterEnd = new Set(["noted", "reopened"]);

/** One page: all tasks. */
export class TaskBook {
  /** Tasks by id. */
  readonly tasks: Map<string, BookedTask> = new Map();

  /** Enters one event, refusing what no rule allows. `leased` is the task with the lease before it. */
  enter(event: LedgerEvent, leased: string | undefined): void {
    const newest = { kind: event.kind, session: event.actor.session, event: event.event };
    if (event.kind === "created") return this.#create(event, newest);
    const task = this.tasks.get(event.taskId);
    hold(task !== undefined, "status", `${event.kind} on a task that nobody made`);
    const isOver = task.status === "completed" || task.status === "cancelled";
    hold(!isOver || afterEnd.has(event.kind), "final", `${event.kind} on a ${task.status} task`);
    const isActive = leased === task.taskId;
    this.#change(task, event, isActive);
    task.newest = newest;
    if (!silent.has(event.kind)) task.version++;
    hold(task.used <= task.cap, "budget", `${task.used} of ${task.cap} handoffs used`);
  }

  /** Compares a task, or all of them, with the state that the rules made. */
  compare(state: LedgerState, only?: ReadonlySet<string>): void {
    if (!only) hold(state.tasks.size === this.tasks.size, "replay", "another number of tasks");
    for (const id of only ?? this.tasks.keys()) {
      const task = state.tasks.get(id);
      const own = this.tasks.get(id);
      const says = task &&
        [task.status, task.version, task.maxHandoffs, task.handoffsUsed, task.targetAgent];
      const books = own && [own.status, own.version, own.cap, own.used, own.target];
      hold(String(says) === String(books), "replay", `${id}: state ${says}, book ${books}`);
      const isEqual = task?.reviewer === own?.reviewer && task?.author?.name === own?.author?.name;
      hold(isEqual, "review", `${id}: another reviewer or author`);
    }
  }

  /** Ids of the dependencies of a task that are not completed. */
  waitsFor(task: BookedTask): string[] {
    return task.dependsOn.filter((id) => this.tasks.get(id)?.status !== "completed");
  }

  #create(event: LedgerEvent & { kind: "created" }, newest: BookedTask["newest"]): void {
    const { data, actor } = event;
    hold(!this.tasks.has(event.taskId), "once", "a task was made twice");
    const isKnown = data.dependsOn.every((id) => this.tasks.has(id));
    hold(isKnown, "dependencies", "a task waits for one that nobody made");
    this.tasks.set(event.taskId, {
      taskId: event.taskId,
      creator: `${actor.kind} ${actor.name}`,
      status: "queued",
      version: 1,
      cap: data.maxHandoffs,
      used: 0,
      target: data.targetAgent,
      heir: undefined,
      reviewer: data.reviewer,
      author: undefined,
      everHeld: false,
      dependsOn: data.dependsOn,
      priority: data.priority,
      newest,
    });
  }

  #change(task: BookedTask, event: LedgerEvent, isActive: boolean): void {
    switch (event.kind) {
      case "claimed":
        return this.#claim(task, event);
      case "taken_over":
        hold(isActive, "status", "taken over without a lease on the task");
        return;
      case "lease_expired":
      case "released":
        hold(isActive, "status", `${event.kind} without a lease on the task`);
        task.target = undefined;
        return;
      case "passed":
        hold(isActive, "status", "passed without a lease on the task");
        hold(task.used < task.cap, "budget", `passed with ${task.used} of ${task.cap} used`);
        task.used++;
        task.target = event.data.targetAgent;
        return;
      case "stopped":
        return this.#stop(task, event, isActive);
      case "submitted":
        hold(isActive, "status", "submitted without a lease on the task");
        task.status = "in_review";
        task.author = event.actor;
        task.reviewer = event.data.reviewer ?? task.reviewer;
        hold(task.reviewer !== event.actor.name, "review", "reviews its own work");
        return;
      case "approved":
      case "rejected":
        this.#judge(task, event);
        if (event.kind === "approved") task.status = "completed";
        else {
          hold(task.used < task.cap, "budget", `rejected with ${task.used} of ${task.cap} used`);
          task.used++;
          task.status = "queued";
          task.target = task.author?.name;
        }
        return;
      case "completed":
        hold(isActive, "status", "completed without a lease on the task");
        hold(task.reviewer === undefined, "review", "completed past its reviewer");
        task.status = "completed";
        return;
      case "cancelled":
        this.#cancel(task, event, isActive);
        return;
      case "updated":
        return this.#update(task, event);
      case "extended":
        hold(event.actor.kind === "person", "person", "extended by an agent");
        task.cap += event.data.handoffs;
        if (task.status !== "needs_person") return;
        task.status = "queued";
        task.target = task.heir;
        return;
      case "reopened":
        hold(event.actor.kind === "person", "person", "reopened by an agent");
        hold(task.status !== "queued", "status", "reopened a queued task");
        task.status = "queued";
        task.target = undefined;
        task.author = undefined;
        return;
      default:
        return;
    }
  }

  #claim(task: BookedTask, event: LedgerEvent & { kind: "claimed" }): void {
    hold(task.status === "queued", "status", `claimed while ${task.status}`);
    const { name, kind } = event.actor;
    const isCreators = task.creator === `${kind} ${name}` && !task.everHeld;
    const isMeant = task.target === undefined || task.target === name || isCreators;
    hold(isMeant, "address", `${name} claimed what is for ${task.target}`);
    const open = this.waitsFor(task);
    hold(open.length === 0, "dependencies", `claimed while ${open} is open`);
    task.everHeld = true;
  }

  #stop(task: BookedTask, event: LedgerEvent & { kind: "stopped" }, isActive: boolean): void {
    const isVerdict = event.data.comments !== undefined;
    if (isVerdict) this.#judge(task, event);
    else hold(isActive, "status", "stopped without a lease on the task");
    if (event.data.reason === "budget_spent") {
      hold(task.used >= task.cap, "budget", `stopped with ${task.used} of ${task.cap} used`);
    }
    task.status = "needs_person";
    task.heir = isVerdict ? task.author?.name : event.data.targetAgent;
  }

  #judge(task: BookedTask, event: LedgerEvent & { kind: "approved" | "rejected" | "stopped" }) {
    hold(task.status === "in_review", "status", `${event.kind} while ${task.status}`);
    const { name, session } = event.actor;
    const isOwn = task.author?.name === name || task.author?.session === session;
    hold(!isOwn, "review", "the author gave the verdict");
    hold(task.reviewer === undefined || task.reviewer === name, "review", "not the reviewer");
  }

  #cancel(task: BookedTask, event: LedgerEvent, isActive: boolean): void {
    const { kind, name } = event.actor;
    const may = kind === "person" || task.creator === `${kind} ${name}` || isActive;
    hold(may, "person", `${name} cancelled what it neither made nor holds`);
    hold(kind === "person" || task.status !== "needs_person", "person", "cancelled past a person");
    task.status = "cancelled";
  }

  #update(task: BookedTask, event: LedgerEvent & { kind: "updated" }): void {
    const { data } = event;
    if (data.targetAgent !== undefined) {
      task.target = data.targetAgent ?? undefined;
      if (task.status === "needs_person") task.heir = task.target;
    }
    if (data.dependsOn) {
      task.dependsOn = data.dependsOn;
      hold(!this.#reaches(task.taskId, data.dependsOn), "dependencies", "a cycle of tasks");
    }
    if (data.priority !== undefined) task.priority = data.priority;
    if (data.reviewer === undefined || data.reviewer === task.reviewer) return;
    const isCreator = task.creator === `${event.actor.kind} ${event.actor.name}`;
    hold(task.status !== "in_review", "review", "the reviewer changed during the review");
    hold(event.actor.kind === "person" || isCreator, "review", "another changed the reviewer");
    task.reviewer = data.reviewer;
  }

  #reaches(taskId: string, from: readonly string[]): boolean {
    const seen = new Set<string>();
    const open = [...from];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (id === taskId) return true;
      if (seen.has(id)) continue;
      seen.add(id);
      open.push(...(this.tasks.get(id)?.dependsOn ?? []));
    }
    return false;
  }
}
