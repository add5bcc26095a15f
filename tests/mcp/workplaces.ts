// Workplaces without a disk: one on the ledger in memory, and one that must not be touched.
import type { Workplace } from "../../lib/ledger/workplace.ts";
import { countingIds } from "../support/ids.ts";
import { SettableClock } from "../support/clock.ts";
import { openSlowLedger, SlowStorage } from "../support/slow_ledger.ts";

/** A workplace in memory, with its storage and its clock to look at. */
export interface MemoryWorkplace extends Workplace {
  readonly storage: SlowStorage;
  readonly clock: SettableClock;
}

/** Makes a workplace whose ledger is empty and whose time stands still. */
export function memoryWorkplace(): MemoryWorkplace {
  const storage = new SlowStorage();
  const clock = new SettableClock();
  const runtime = { clock: clock.read, lifeOf: () => "unknown" as const, graceMinutes: 10 };
  const ledger = openSlowLedger(storage, runtime);
  return {
    storage,
    clock,
    ledger: () => Promise.resolve(ledger),
    fingerprint: () => Promise.resolve({ warnings: [] }),
    lookAtFiles: () => Promise.resolve([]),
    sessionFacts: () => ({ startedAt: 1 }),
    rootWarnings: () => [],
    holdSession: () => {},
    ids: countingIds(),
    digest: (text) => `hash of ${text}`,
  };
}

/** The workplace of a server that must answer without one. */
export function untouchable(): Promise<Workplace> {
  throw new Error("the workplace was touched");
}
