// A workspace without a disk: sessions that come and go, a clock that jumps, and the real rules in between.
import { loadSlice } from "../../lib/ledger/slice.ts";
import type { Command } from "../../lib/rules/command.ts";
import { decide as realDecide, type Decision } from "../../lib/rules/decide.ts";
import type { LedgerEvent } from "../../lib/rules/event.ts";
import { evolve } from "../../lib/rules/evolve.ts";
import type { SessionLife } from "../../lib/rules/lease.ts";
import { emptyState, type LedgerState } from "../../lib/rules/state.ts";
import { start } from "../support/clock.ts";
import { memoryLookups } from "../support/memory_lookups.ts";

/** The rules, or a mutated copy of them. */
export type Decide = typeof realDecide;

/** One conversation of an agent, or one shell of a person. */
export interface Speaker {
  readonly kind: "agent" | "person";
  readonly name: string;
  readonly session: string;
  /** Changes when its process is killed or started again; `unknown` on another machine. */
  life: SessionLife;
}

/** A lease token as its taker keeps it, current or not. */
export interface KeptToken {
  readonly session: string;
  readonly taskId: string;
  readonly fence: number;
  readonly hash: string;
}

/** Minutes of grace for ended sessions in the model. */
export const graceMinutes = 10;

/** One workspace with everybody who works in it. */
export class World {
  /** What the events made so far. */
  state: LedgerState = emptyState;
  /** All events, oldest first. */
  readonly history: LedgerEvent[] = [];
  /** What the system clock shows, epoch milliseconds; it may be set back. */
  now: number = start;
  /** Everybody who ever spoke here. */
  readonly speakers: Speaker[] = [];
  /** Every token given, the newest last. */
  readonly tokens: KeptToken[] = [];
  readonly #decide: Decide;

  /** Starts empty, under the real rules or a mutated copy. */
  constructor(decide: Decide = realDecide) {
    this.#decide = decide;
  }

  /** What is known of a session: unknown where it never spoke here. */
  readonly lifeOf = (session: string): SessionLife =>
    this.speakers.find((speaker) => speaker.session === session)?.life ?? "unknown";

  /** Gives a command to the rules and records what they decide. */
  send(command: Command): Decision {
    const slice = loadSlice(command, memoryLookups(this.state, this.history), {
      now: this.now,
      lifeOf: this.lifeOf,
      graceMinutes,
    });
    const decision = this.#decide(command, slice, this.now);
    for (const event of decision.events) {
      this.history.push(event);
      this.state = evolve(this.state, event);
    }
    if (command.type === "claim" && decision.tokenFence !== undefined && decision.taskId) {
      this.tokens.push({
        session: command.caller.session,
        taskId: decision.taskId,
        fence: decision.tokenFence,
        hash: command.newTokenHash,
      });
    }
    return decision;
  }
}
