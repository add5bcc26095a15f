// A decision in the making: gathers events, warnings and the state they lead to. Lives for one call of decide().
import { evolve } from "./evolve.ts";
import type { EventData, EventKind, FirstWords, LedgerEvent } from "./event.ts";
import {
  type Refusal,
  warn,
  type Warning,
  type WarningFacts,
  type WarningKind,
} from "./refusal.ts";
import type { SessionFacts } from "./session.ts";
import { type LedgerState, type Slice, statusOf } from "./state.ts";
import type { Actor, Task, TaskStatus } from "./task.ts";

/** What was decided: the events to record, and the "no" if there is one. */
export interface Decision {
  /** Name under which the caller acts. */
  readonly agent: string;
  /** The state that the events lead to; what it was where nothing changes. */
  readonly after: LedgerState;
  /** Empty where nothing changes. A refusal carries events only where the contract says so. */
  readonly events: readonly LedgerEvent[];
  readonly refusal?: Refusal;
  readonly warnings: readonly Warning[];
  /** Full id of the task that the reply is about. */
  readonly taskId?: string;
  /** Fence of the lease taken with the token hash that the command brought. */
  readonly tokenFence?: number;
  /** The first result of a remembered request, told again. */
  readonly replayed?: true;
  /** The answer to a command that repeats the task's newest event. */
  readonly repeated?: true;
}

/** What a decision can say beside its events. */
export type Closing = Omit<Decision, "agent" | "after" | "events" | "refusal" | "warnings">;

/** A decision in the making. */
export class Draft {
  /** The state after the events recorded so far. */
  state: LedgerState;
  readonly #events: LedgerEvent[] = [];
  readonly #warnings: Warning[] = [];

  /** Starts from the slice as loaded, at a time, with what the caller's session tells of itself. */
  constructor(
    readonly slice: Slice,
    readonly actor: Actor,
    readonly at: { now: number; about?: SessionFacts },
  ) {
    this.state = slice.ledger;
  }

  /** The system clock, epoch milliseconds. */
  get now(): number {
    return this.at.now;
  }

  /** Records one event on a task; its time never runs backwards. Returns its number. */
  record<Kind extends EventKind>(kind: Kind, taskId: string, data: EventData[Kind]): number {
    const event = {
      event: this.state.newest.event + 1,
      taskId,
      kind,
      at: Math.max(this.now, this.state.newest.at),
      actor: this.actor,
      data: this.#introduced(data),
    } as unknown as LedgerEvent;
    this.#events.push(event);
    this.state = evolve(this.state, event);
    return event.event;
  }

  /** Lets the session's first event tell of it. */
  #introduced<Data>(data: Data): Data & FirstWords {
    const { about } = this.at;
    const isKnown = this.state.sessions.has(this.actor.session);
    return { ...data, ...(about && !isKnown && { about }) };
  }

  /** Adds a warning to the reply. */
  warn<Kind extends WarningKind>(kind: Kind, facts: WarningFacts[Kind]): void {
    this.#warnings.push(warn(kind, facts));
  }

  /** The named task as it stands now. */
  named(): Task | undefined {
    return this.task(this.slice.named);
  }

  /** A loaded task as it stands now. */
  task(taskId: string | undefined): Task | undefined {
    return taskId === undefined ? undefined : this.state.tasks.get(taskId);
  }

  /** Status of a task as it stands now. */
  status(task: Task): TaskStatus {
    return statusOf(task, this.state.lease);
  }

  /** Whether the lease belongs to a task now. */
  isLeased(task: Task): boolean {
    return this.state.lease?.taskId === task.taskId;
  }

  /** Ends with a yes. */
  done(closing: Closing): Decision {
    return this.#close(closing);
  }

  /** Ends with a no; what was recorded so far stays recorded. */
  refused(refusal: Refusal, closing: Closing = {}): Decision {
    const taskId = closing.taskId ?? this.slice.named;
    return { ...this.#close({ ...closing, ...(taskId && { taskId }) }), refusal };
  }

  #close(closing: Closing): Decision {
    return {
      agent: this.actor.name,
      after: this.state,
      events: this.#events,
      warnings: this.#warnings,
      ...closing,
    };
  }
}
