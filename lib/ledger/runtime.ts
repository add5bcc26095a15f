// The clock, the ids and the look at sessions, as values that the shell hands in. No engine lives here.
import type { SessionLife } from "../rules/lease.ts";

/** Reads the system clock: epoch milliseconds. It is read once per command, after the write lock is held. */
export type Clock = () => number;

/** Tells whether a session is alive, from its lock files; `unknown` where nothing is known. */
export type SessionProbe = (session: string) => SessionLife;

/** Makes ids and secrets. */
export interface Ids {
  /** 10 random lower-case hex digits. */
  taskId(): string;
  /** Secret half of a lease token: 20 characters of `a–z2–7`, 100 random bits. */
  secret(): string;
}

/** Hash of a token's secret half or of parsed arguments: 64 hex digits of SHA-256. */
export type Digest = (text: string) => string;

/** What every ledger is opened with. */
export interface Runtime {
  readonly clock: Clock;
  readonly lifeOf: SessionProbe;
  /** Minutes of grace after the last event of an ended session: 0 to 1440, 10 by default. */
  readonly graceMinutes: number;
}
