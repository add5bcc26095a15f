// Waiting for another writer without blocking the event loop. Knows errors and time, no SQL.
import { LedgerRefusal } from "../ledger/ledger.ts";
import { refuse } from "../rules/refusal.ts";
import { isLocked, refusalFor } from "./storage_errors.ts";

/** Waits a number of milliseconds; returns early where the signal is aborted. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** How long and how to wait for another writer. */
export interface Patience {
  /** The ledger's file, for refusals. */
  readonly path: string;
  /** How long to go on trying, in milliseconds of monotonic time; 10 seconds by default. */
  readonly busyMilliseconds?: number;
  /** Waits between two tries; a timer by default. */
  readonly wait?: Wait;
}

/** How long a call waits for other writers unless told otherwise (contract: about 10 seconds). */
export const usualPatience = 10_000;

/** Longest pause between two tries, in milliseconds: short beside the gaps that a busy writer leaves. */
const longestPause = 80;

/** Pauses on a timer. */
async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  // Loaded late: few calls ever wait.
  const { setTimeout: delay } = await import("node:timers/promises");
  await delay(milliseconds, undefined, { signal }).catch(() => {});
}

/**
 * Tries until no other connection stands in the way. Each try is synchronous and must leave nothing half
 * done; between two of them the event loop runs.
 *
 * Rejects with `ledger_busy` once the patience is over, with the refusal that any other storage error
 * amounts to, and with the signal's reason where it is aborted before a try.
 */
export async function patiently<T>(
  attempt: () => T,
  patience: Patience,
  options: { signal?: AbortSignal } = {},
): Promise<T> {
  const { path, busyMilliseconds = usualPatience, wait = pause } = patience;
  const { signal } = options;
  let began: number | undefined;
  for (let tries = 1;; tries++) {
    signal?.throwIfAborted();
    try {
      return attempt();
    } catch (error) {
      if (!isLocked(error)) throw refusalFor(error, path) ?? error;
      began ??= performance.now();
      const waited = performance.now() - began;
      if (waited >= busyMilliseconds) {
        const facts = { path, waitedSeconds: Math.round(waited / 1000) };
        throw new LedgerRefusal(refuse("ledger_busy", facts), { cause: error });
      }
    }
    // Jitter, so that processes that met once do not meet again at the same moment.
    const longest = Math.min(longestPause, 10 * 2 ** tries);
    await wait(longest * (0.25 + 0.75 * Math.random()), signal);
  }
}
