// Which ledgers this process has open, and those that it can neither use nor close. Knows no SQL.
import type { DatabaseSync } from "node:sqlite";

const connections = new Map<string, number>();
const abandoned = new Map<string, DatabaseSync[]>();

/** Whether this process has a connection to the file with this identity. */
export function isOpenHere(identity: string): boolean {
  return (connections.get(identity) ?? 0) > 0;
}

/** Whether this process has given up the file with this identity for good; see `abandon`. */
export function isAbandoned(identity: string): boolean {
  return abandoned.has(identity);
}

/** Counts a connection to a file in, or with -1 out. */
export function count(identity: string, by: 1 | -1): void {
  connections.set(identity, (connections.get(identity) ?? 0) + by);
}

/**
 * Leaves a connection open for the rest of the process: its log was deleted and another program writes to a
 * new one, so that a proper close would copy stale pages over what others wrote since. A later connection of
 * this process would share the locks and the index of this one, so there can be none either.
 */
export function abandon(identity: string, database: DatabaseSync): void {
  if (abandoned.size === 0) {
    // Left to itself, the runtime closes every database at its end; ended here, it does not.
    globalThis.addEventListener("unload", () => Deno.exit());
  }
  abandoned.set(identity, [...abandoned.get(identity) ?? [], database]);
}
