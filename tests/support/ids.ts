// Ids and secrets that are the same in every run. Nothing random and nothing of the machine lives here.
import type { Ids } from "../../lib/ledger/runtime.ts";

/** The task id number `count`: 10 hex digits, spread so that prefixes of 4 rarely meet. */
export function taskIdOf(count: number): string {
  const spread = (BigInt(count + 1) * 0x9e3779b97fn) % (1n << 40n);
  return spread.toString(16).padStart(10, "0");
}

/** Ids in the order of counting, from `first`. */
export function countingIds(first = 0): Ids {
  let task = first;
  let secret = first;
  return {
    taskId: () => taskIdOf(task++),
    secret: () => `secret${String(secret++).replaceAll(/[0189]/g, "x")}`.padEnd(20, "a"),
  };
}
