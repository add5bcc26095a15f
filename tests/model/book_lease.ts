// The bookkeeper's own page on the lease, kept from the events alone. It shares no code with the rules.
import type { Command } from "../../lib/rules/command.ts";
import type { LedgerEvent } from "../../lib/rules/event.ts";
import type { SessionLife } from "../../lib/rules/lease.ts";
import type { LedgerState } from "../../lib/rules/state.ts";
import { hold } from "./violation.ts";

const minute = 60_000;
/** Clocks may differ by so much before it is noticed (contract, Time). */
const clockSlack = 5 * minute;

/** What the bookkeeper knows of one command: who sent what, when by the clock, and who lives. */
export interface Occasion {
  readonly command: Command;
  readonly now: number;
  readonly lifeOf: (session: string) => SessionLife;
  readonly graceMinutes: number;
}

/** The lease as the bookkeeper has it. */
export interface BookedLease {
  readonly fence: number;
  readonly taskId: string;
  readonly agent: string;
  readonly session: string;
  readonly hash: string | undefined;
  readonly minutes: number;
  readonly grantedAt: number;
  readonly expiresAt: number;
  /** The holder's last event by the system clock. */
  readonly seenClock: number;
  /** The same as the rules count it: an event's time may stand after the clock. */
  readonly seenEvent: number;
}

/** A lease that ended, and whether its holder lost it. */
export interface BookedEnd {
  readonly taskId: string;
  readonly session: string;
  readonly hash: string | undefined;
  readonly lost: boolean;
  noted: boolean;
}

/** One page: the lease, the highest fence, and the leases that ended. */
export class LeaseBook {
  /** The lease there is. */
  lease: BookedLease | undefined;
  /** The highest fence seen. */
  fence = 0;
  /** Ended leases by fence. */
  readonly ended: Map<number, BookedEnd> = new Map();

  /** Enters one event, refusing what no rule allows. */
  enter(event: LedgerEvent, on: Occasion): void {
    switch (event.kind) {
      case "claimed":
        hold(on.command.type === "claim", "one_lease", `claimed by ${on.command.type}`);
        hold(
          this.lease === undefined,
          "one_lease",
          `claimed ${event.data.fence} over ${this.lease?.fence}`,
        );
        return this.#take(event, on);
      case "taken_over":
        this.#mayTakeOver(event, on);
        this.#end(true);
        return this.#take(event, on);
      case "renewed":
      case "logged":
        this.#rightful(event, event.data.fence, on);
        return this.#term(event, on);
      case "redated":
        return this.#redate(event, on);
      case "lease_expired":
        this.#mayExpire(event, on);
        return this.#end(true);
      case "released":
        hold(event.actor.kind === "person", "person", "released by an agent");
        hold(this.lease?.fence === event.data.fence, "fence_checked", "released another fence");
        return this.#end(true);
      case "passed":
      case "submitted":
      case "completed":
        this.#rightful(event, event.data.fence, on);
        return this.#end(false);
      case "stopped":
        if (event.data.fence === undefined) return this.#see(event, on);
        this.#rightful(event, event.data.fence, on);
        return this.#end(false);
      case "cancelled": {
        const isHeld = this.lease?.taskId === event.taskId;
        const fence = isHeld ? this.lease?.fence : undefined;
        hold(event.data.fence === fence, "fence_checked", "cancelled with another fence");
        if (!isHeld) return this.#see(event, on);
        const isOwn = event.actor.session === this.lease?.session;
        hold(isOwn || event.actor.kind === "person", "fence_checked", "cancelled by another");
        return this.#end(!isOwn);
      }
      case "updated": {
        const isOthers = this.lease?.taskId === event.taskId &&
          this.lease.session !== event.actor.session;
        hold(!isOthers, "fence_checked", "updated by another than the holder");
        return this.#see(event, on);
      }
      case "noted":
        if (event.data.lostFence !== undefined) this.#note(event.data.lostFence, event);
        return this.#see(event, on);
      default:
        return this.#see(event, on);
    }
  }

  /** Compares the page with the state that the rules made. */
  compare(state: LedgerState): void {
    const { lease } = state;
    const says = lease &&
      [lease.fence, lease.taskId, lease.session, lease.agent, lease.expiresAt, lease.grantedAt];
    const own = this.lease;
    const books = own &&
      [own.fence, own.taskId, own.session, own.agent, own.expiresAt, own.grantedAt];
    hold(String(says) === String(books), "one_lease", `state ${says}, book ${books}`);
    hold(state.fence === this.fence, "fence_rises", `state ${state.fence}, book ${this.fence}`);
  }

  #take(event: LedgerEvent & { kind: "claimed" | "taken_over" }, on: Occasion): void {
    const { data, actor } = event;
    hold(data.fence > this.fence, "fence_rises", `${data.fence} after ${this.fence}`);
    const isFresh = data.grantedAt === on.now &&
      data.expiresAt === on.now + data.minutes * minute;
    hold(isFresh, "lease_term", `granted for ${data.minutes} minutes`);
    this.fence = data.fence;
    this.lease = {
      fence: data.fence,
      taskId: event.taskId,
      agent: actor.name,
      session: actor.session,
      hash: data.tokenHash,
      minutes: data.minutes,
      grantedAt: data.grantedAt,
      expiresAt: data.expiresAt,
      seenClock: on.now,
      seenEvent: on.now,
    };
  }

  #mayTakeOver(event: LedgerEvent & { kind: "taken_over" }, on: Occasion): void {
    const { lease } = this;
    const token = "leaseToken" in on.command ? on.command.leaseToken : undefined;
    const may = lease !== undefined && lease.taskId === event.taskId && token === undefined &&
      lease.agent === event.actor.name && lease.session !== event.actor.session &&
      on.lifeOf(lease.session) === "ended" && event.actor.kind === "agent";
    hold(may, "no_theft", `taken over from ${lease?.agent} by ${event.actor.name}`);
  }

  #mayExpire(event: LedgerEvent & { kind: "lease_expired" }, on: Occasion): void {
    const { lease } = this;
    hold(lease !== undefined, "no_theft", "no lease to expire");
    const isMeant = lease.fence === event.data.fence && lease.taskId === event.taskId &&
      event.actor.session !== lease.session && on.command.type === "claim";
    hold(isMeant, "no_theft", "another lease expired");
    const isOver = event.data.reason === "expired"
      ? on.now >= lease.expiresAt
      : on.lifeOf(lease.session) === "ended" &&
        on.now >= lease.seenClock + on.graceMinutes * minute;
    hold(isOver, "no_theft", `${event.data.reason} too early`);
  }

  /** The effect of a holder must come from who holds the lease now: by the current token, else by session. */
  #rightful(event: LedgerEvent, fence: number, on: Occasion): void {
    const { lease } = this;
    const token = "leaseToken" in on.command ? on.command.leaseToken : undefined;
    const isHolder = token
      ? token.fence === lease?.fence && token.hash === lease.hash
      : on.command.caller.session === lease?.session;
    const isRight = lease !== undefined && lease.taskId === event.taskId &&
      lease.fence === fence && isHolder;
    hold(isRight, "fence_checked", `${event.kind} with ${fence} while ${lease?.fence} holds`);
  }

  #term(event: LedgerEvent & { kind: "renewed" | "logged" }, on: Occasion): void {
    const { minutes, grantedAt, expiresAt } = event.data;
    const lease = this.lease!;
    hold(expiresAt >= lease.expiresAt, "lease_term", "a renewal brought the end nearer");
    const isCovered = expiresAt - on.now <= minutes * minute + clockSlack;
    hold(isCovered, "lease_term", "a renewal lasts longer than its length");
    const seen = { seenClock: on.now, seenEvent: grantedAt };
    this.lease = { ...lease, minutes, grantedAt, expiresAt, ...seen };
  }

  #redate(event: LedgerEvent & { kind: "redated" }, on: Occasion): void {
    const lease = this.lease;
    const isMeant = lease?.fence === event.data.fence && lease.grantedAt - on.now > clockSlack;
    hold(isMeant, "lease_term", "dated anew without need");
    const { minutes, grantedAt, expiresAt } = event.data;
    const isFull = minutes === lease.minutes && grantedAt === on.now &&
      expiresAt === on.now + minutes * minute;
    hold(isFull, "lease_term", "dated anew with another length");
    const seenClock = Math.min(lease.seenClock, on.now);
    const seenEvent = Math.min(lease.seenEvent, on.now);
    this.lease = { ...lease, grantedAt, expiresAt, seenClock, seenEvent };
  }

  #see(event: LedgerEvent, on: Occasion): void {
    if (this.lease?.session !== event.actor.session) return;
    this.lease = { ...this.lease, seenClock: on.now, seenEvent: event.at };
  }

  #note(fence: number, event: LedgerEvent): void {
    const past = this.ended.get(fence);
    hold(past !== undefined && past.lost, "note", `a note for fence ${fence}, which was not lost`);
    hold(!past.noted, "note", `a second note for fence ${fence}`);
    hold(past.taskId === event.taskId, "note", "a note on another task");
    past.noted = true;
  }

  #end(lost: boolean): void {
    const { lease } = this;
    if (!lease) return;
    const { taskId, session, hash } = lease;
    this.ended.set(lease.fence, { taskId, session, hash, lost, noted: false });
    this.lease = undefined;
  }
}
