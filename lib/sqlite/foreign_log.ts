// Tells a write-ahead log that lies beside a ledger and cannot be the ledger's own. Opens no database.
import { LedgerRefusal } from "../ledger/ledger.ts";
import { refuse } from "../rules/refusal.ts";
import { identityOf, sizeOf } from "./look.ts";
import { isOpenHere } from "./open_here.ts";

/** Where the header tells whether the file is kept with a log: 2 and 2, else 1 (https://sqlite.org/fileformat2.html#file_format_version_numbers). */
export const versions = { from: 18, to: 20, withLog: 2 } as const;

/**
 * Refuses with `ledger_damaged` where a log that holds something lies beside a ledger that is kept without one.
 * SQLite would merge it, whatever file it belongs to. Every backup is kept without a log, so this is what a
 * backup looks like that was put in the place of a ledger whose log was left behind.
 *
 * A log of another ledger that is itself kept with one cannot be told from the ledger's own. Nor is a file
 * looked into that this process has open: closing it would drop SQLite's locks.
 */
export function refuseForeignLog(path: string): void {
  const log = `${path}-wal`;
  const identity = identityOf(path);
  if (identity === undefined || isOpenHere(identity) || sizeOf(log) === 0) return;
  const before = identityOf(log);
  if (!isKeptWithoutLog(path) || sizeOf(log) === 0 || identityOf(log) !== before) return;
  const detail = `the log beside it, "${log}", belongs to another file`;
  throw new LedgerRefusal(refuse("ledger_damaged", { path, detail }));
}

/** Whether the header says so; no for a file without a header, which SQLite itself judges. */
function isKeptWithoutLog(path: string): boolean {
  const header = new Uint8Array(versions.to);
  try {
    using file = Deno.openSync(path, { read: true });
    if (file.readSync(header) !== header.length) return false;
  } catch {
    return false;
  }
  const isDatabase = new TextDecoder().decode(header.subarray(0, 15)) === "SQLite format 3";
  return isDatabase && header.subarray(versions.from).every((one) => one < versions.withLog);
}
