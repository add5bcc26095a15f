// A verified copy of a ledger in one file. Never touches a file that is there already.
import { backup, DatabaseSync } from "node:sqlite";
import { LedgerRefusal } from "../ledger/ledger.ts";
import { refuse } from "../rules/refusal.ts";
import { Connection } from "./connection.ts";
import { firstHash, hexOf, newestOf } from "./event_rows.ts";
import { migrations, schemaOf } from "./migrate.ts";
import { Statements } from "./statements.ts";
import { refusalFor } from "./storage_errors.ts";

/** What a backup holds. */
export interface BackedUp {
  /** The copy's file. */
  readonly path: string;
  readonly bytes: number;
  /** Number of its newest event; 0 for a ledger that holds nothing. */
  readonly newestEvent: number;
  /** Hash of that event, 64 hex digits. */
  readonly newestHash: string;
}

/**
 * Copies a ledger, with all that is committed, into one file of its own (mode 0600), and checks the copy:
 * SQLite's integrity check, its schema, and that its newest event is one of the source's. Until it has
 * passed the copy bears the ending `.part`.
 *
 * Rejects as opening the source does; with `storage_denied` where the target exists or may not be written,
 * `storage_full`, and `ledger_damaged` where the copy does not pass. Nothing is left of a copy that failed.
 */
export async function backupLedger(source: string, target: string): Promise<BackedUp> {
  if (isThere(target)) {
    const facts = { path: target, detail: "a file of that name is there already" };
    throw new LedgerRefusal(refuse("storage_denied", facts));
  }
  const connection = await Connection.open({ path: source, journal: "wal", readOnly: true });
  const part = `${target}.part`;
  try {
    remove(part);
    Deno.openSync(part, { write: true, createNew: true, mode: 0o600 }).close();
    const { database } = connection.statements;
    await backup(database, part, { rate: 10_000 });
    const copied = checkCopy(part, connection.statements);
    Deno.renameSync(part, target);
    return { path: target, ...copied };
  } catch (error) {
    remove(part);
    throw refusalFor(error, target) ?? error;
  } finally {
    connection.close();
  }
}

function checkCopy(part: string, source: Statements): Omit<BackedUp, "path"> {
  const copy = new Statements(new DatabaseSync(part));
  try {
    // Without WAL the copy is one file, complete by itself.
    copy.first("PRAGMA journal_mode = DELETE");
    const check = copy.first("PRAGMA integrity_check(1)")?.integrity_check;
    if (check !== "ok") throw damagedCopy(part, String(check));
    const schema = schemaOf(copy, { path: part, known: migrations.length });
    const newest = schema === 0 ? { event: 0, hash: firstHash } : newestOf(copy);
    const original = newest.event === 0 ? undefined : source.first(
      "SELECT hash FROM event WHERE event = :event",
      { event: newest.event },
    );
    const { hash: newestHash } = newest;
    if (newest.event > 0 && (!original || hexOf(original.hash as Uint8Array) !== newestHash)) {
      throw damagedCopy(part, "its newest event is not one of the ledger's");
    }
    return { bytes: Deno.statSync(part).size, newestEvent: newest.event, newestHash };
  } finally {
    copy.database.close();
  }
}

function damagedCopy(path: string, detail: string): LedgerRefusal {
  return new LedgerRefusal(refuse("ledger_damaged", { path, detail }));
}

function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function remove(part: string): void {
  for (const ending of ["", "-journal", "-wal", "-shm"]) {
    if (isThere(part + ending)) Deno.removeSync(part + ending);
  }
}
