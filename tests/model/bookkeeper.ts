// Looks over the rules' shoulder: enters every event in books of its own and judges every reply by them.
import type { Decision } from "../../lib/rules/decide.ts";
import type { LedgerEvent } from "../../lib/rules/event.ts";
import type { LedgerState } from "../../lib/rules/state.ts";
import { LeaseBook, type Occasion } from "./book_lease.ts";
import { judgeReply } from "./book_reply.ts";
import { RequestBook } from "./book_requests.ts";
import { TaskBook } from "./book_tasks.ts";
import { markOfCommand, markOfEvent } from "./marks.ts";
import { hold } from "./violation.ts";

/** What stood in the books before a command. */
export interface Before {
  readonly lease: LeaseBook["lease"];
  /** Mark, session and name of the newest event of the named task, where it was a handover or a verdict. */
  readonly handover: Handover | undefined;
}

/** The newest event of a task, where repeating its command must not count twice. */
export interface Handover {
  readonly mark: string | undefined;
  readonly session: string;
  readonly name: string;
}

const handovers = new Set(["passed", "stopped", "submitted", "completed", "approved", "rejected"]);

/** Books that share no code with the rules. Every check throws a `Violation`. */
export class Bookkeeper {
  /** The page on the lease. */
  readonly lease: LeaseBook = new LeaseBook();
  /** The page on tasks. */
  readonly tasks: TaskBook = new TaskBook();
  /** The page on request ids. */
  readonly requests: RequestBook = new RequestBook();
  /** How often each mark was acknowledged with an effect. */
  readonly acknowledged: Map<string, number> = new Map();
  readonly #handovers = new Map<string, Handover | undefined>();
  #newest = { event: 0, at: 0 };

  /** Checks one command, what was decided on it and the state that came of it. */
  check(on: Occasion, of: { decision: Decision; state: LedgerState }): void {
    const { decision, state } = of;
    const named = decision.taskId;
    const handover = named === undefined ? undefined : this.#handovers.get(named);
    const before: Before = { lease: this.lease.lease, handover };
    const remembered = this.requests.find(on, decision.agent);
    for (const event of decision.events) this.#enter(event, on);
    this.requests.judge(on, { decision, remembered, lease: before.lease });
    judgeReply(this, on, { decision, before });
    this.#acknowledge(on, decision);
    this.lease.compare(state);
    this.tasks.compare(state, new Set(decision.events.map((event) => event.taskId)));
  }

  /** Goes through a whole history: every acknowledged effect is in it exactly once, and nothing else is. */
  audit(history: readonly LedgerEvent[], state: LedgerState): void {
    this.tasks.compare(state);
    const found = new Map<string, number>();
    for (const event of history) {
      const mark = markOfEvent(event);
      if (mark !== undefined) found.set(mark, (found.get(mark) ?? 0) + 1);
    }
    for (const [mark, times] of this.acknowledged) {
      hold(found.get(mark) === times, "once", `"${mark}" is there ${found.get(mark)} times`);
    }
    for (const mark of found.keys()) {
      hold(this.acknowledged.has(mark), "once", `"${mark}" was never acknowledged`);
    }
  }

  #enter(event: LedgerEvent, on: Occasion): void {
    hold(event.event === this.#newest.event + 1, "numbering", `${event.event} is out of order`);
    hold(event.at === Math.max(on.now, this.#newest.at), "numbering", "a time that nobody read");
    this.#newest = { event: event.event, at: event.at };
    this.tasks.enter(event, this.lease.lease?.taskId);
    this.lease.enter(event, on);
    this.requests.enter(event);
    this.#handovers.set(
      event.taskId,
      handovers.has(event.kind)
        ? {
          mark: markOfEvent(event),
          session: event.actor.session,
          name: event.actor.name,
        }
        : undefined,
    );
  }

  #acknowledge(on: Occasion, decision: Decision): void {
    const mark = markOfCommand(on.command);
    if (mark === undefined) return;
    const times = decision.events.filter((event) => markOfEvent(event) === mark).length;
    if (times > 0) this.acknowledged.set(mark, (this.acknowledged.get(mark) ?? 0) + times);
  }
}
