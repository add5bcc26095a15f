// The bookkeeper's own page on request ids: what was asked under each, and what must be told again.
import type { Decision } from "../../lib/rules/decide.ts";
import type { LedgerEvent } from "../../lib/rules/event.ts";
import type { BookedLease, Occasion } from "./book_lease.ts";
import { hold } from "./violation.ts";

const day = 24 * 60 * 60_000;

/** What the first command under a request id came to. */
export interface Remembered {
  readonly at: number;
  readonly hash: string;
  readonly taskId: string;
  readonly fence: number | undefined;
}

/** One page: request ids by agent and tool. */
export class RequestBook {
  readonly #known = new Map<string, Remembered[]>();

  /** Enters an event that carries a request id. */
  enter(event: LedgerEvent): void {
    if (event.kind !== "created" && event.kind !== "claimed" && event.kind !== "taken_over") return;
    const { request } = event.data;
    if (!request) return;
    const tool = event.kind === "created" ? "create" : "claim";
    const key = `${event.actor.name} ${tool} ${request.id}`;
    const fence = "fence" in event.data ? event.data.fence : undefined;
    const { at, taskId } = event;
    const one = { at, hash: request.argumentsHash, taskId, fence };
    this.#known.set(key, [...(this.#known.get(key) ?? []), one]);
  }

  /** What is remembered of a command's request id at this time, 24 hours long. */
  find(on: Occasion, agent: string): Remembered | undefined {
    const { command } = on;
    if (command.type !== "create" && command.type !== "claim") return undefined;
    if (!command.request) return undefined;
    const known = this.#known.get(`${agent} ${command.type} ${command.request.id}`);
    return known?.findLast((one) => one.at >= on.now - day);
  }

  /** A request is answered again, refused for other arguments, or new: never two of these. */
  judge(
    on: Occasion,
    of: { decision: Decision; remembered: Remembered | undefined; lease: BookedLease | undefined },
  ): void {
    const { command } = on;
    const { decision, remembered, lease } = of;
    if (command.type !== "create" && command.type !== "claim") return;
    const isOther = remembered !== undefined &&
      remembered.hash !== command.request?.argumentsHash;
    hold(
      isOther === (decision.refusal?.code === "request_conflict"),
      "once",
      "a request id with other arguments",
    );
    if (isOther) return;
    const isAgain = remembered !== undefined && (command.type === "create" ||
      (lease?.session === command.caller.session && lease.fence === remembered.fence));
    hold(isAgain === (decision.replayed === true), "once", "a request was not told again");
    if (!isAgain) return;
    hold(decision.taskId === remembered?.taskId, "once", "another task was told again");
  }
}
