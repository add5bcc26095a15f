// Opening and closing the file, with the settings of SQLite. Knows no table and no transaction.
import { DatabaseSync } from "node:sqlite";
import { LedgerRefusal } from "../ledger/ledger.ts";
import { refuse } from "../rules/refusal.ts";
import { refuseForeignLog, versions } from "./foreign_log.ts";
import { type BeforeMigration, type Migration, schemaOf } from "./migrate.ts";
import { abandon, count, isAbandoned, isOpenHere } from "./open_here.ts";
import { sizeOf } from "./look.ts";
import { OpenedFiles } from "./opened_files.ts";
import type { Patience } from "./patience.ts";
import { Statements } from "./statements.ts";
import { isReadOnly } from "./storage_errors.ts";

/** How SQLite keeps what it can take back. */
export type Journal = "wal" | "rollback";

/** How a ledger's file is opened. */
export interface ConnectionOptions extends Patience {
  /**
   * `wal`, or `rollback` where a file system cannot carry WAL; or what chooses it before the first write, and
   * rejects where neither may be used.
   */
  readonly journal: Journal | (() => Promise<Journal>);
  /** Never written through this connection; works without write rights. */
  readonly readOnly?: boolean;
  /** Whether one transaction may write more than memory should hold, as that of an import does. */
  readonly isLarge?: true;
  /** Every step of the schema that this program knows; for tests of upgrades. */
  readonly migrations?: readonly Migration[];
  /** Reads the system's clock against times of files, whatever clock the ledger has; `Date.now` by default. */
  readonly now?: () => number;
  /** The place for a verified backup before a migration. */
  readonly beforeMigration?: BeforeMigration;
}

/** How long SQLite itself waits, and so blocks the event loop, in milliseconds. */
const shortTimeout = 30;

/** What holds for one connection and reads nothing of the file, run as one text. */
const settings = `
  PRAGMA fullfsync = ON;
  PRAGMA foreign_keys = ON;
  PRAGMA recursive_triggers = ON;
  PRAGMA trusted_schema = OFF;
  PRAGMA temp_store = MEMORY;
`;

/** One open file. */
export interface OpenFile {
  readonly statements: Statements;
  readonly files: OpenedFiles;
  /** A copy in memory stands in for a file that may not be written. */
  readonly isCopy: boolean;
}

/**
 * Opens a file, sets what holds for one connection, and looks whose file it is. Writes nothing to it.
 *
 * Where nothing may be written beside the file and no log lies there, a copy of it in memory is opened; its
 * `OpenedFiles` then tell when a writer has come.
 */
export function openFile(options: ConnectionOptions, known: number): OpenFile {
  try {
    return openAs(options, { known, database: () => openDatabase(options) });
  } catch (error) {
    if (!isReadOnly(error) || sizeOf(`${options.path}-wal`) > 0) throw error;
    return openAs(options, {
      known,
      database: () => openFrozen(options.path, error),
      isCopy: true,
    });
  }
}

function openAs(
  options: ConnectionOptions,
  of: { known: number; database: () => DatabaseSync; isCopy?: true },
): OpenFile {
  const { path } = options;
  refuseForeignLog(path);
  const before = new OpenedFiles(path, options.now);
  // Closing the file after a look into it would drop the locks of an open connection.
  if (of.isCopy && isOpenHere(before.identity ?? "")) throw cannotCopy(path);
  if (of.isCopy) before.freeze();
  if (before.identity !== undefined && isAbandoned(before.identity)) throw cutOff(path);
  const database = of.database();
  // A file that was not there is made by SQLite.
  const files = before.identity === undefined ? new OpenedFiles(path, options.now) : before;
  try {
    const statements = new Statements(database);
    // Reads the file: its errors have a number when it is run by itself.
    statements.run("PRAGMA synchronous = FULL");
    database.exec(settings);
    // Nothing is to reach the file before the look that comes just before a commit.
    if (!options.isLarge) database.exec("PRAGMA cache_spill = OFF");
    if (options.readOnly) statements.run("PRAGMA query_only = ON");
    schemaOf(statements, { path, known: of.known });
    if (!files.isSettled()) {
      throw new LedgerRefusal(refuse("ledger_moved", { path, how: "replaced" }));
    }
    count(files.identity!, 1);
    return { statements, files, isCopy: of.isCopy ?? false };
  } catch (error) {
    database.close();
    throw error;
  }
}

function cannotCopy(path: string): LedgerRefusal {
  const detail = "nothing can be written beside it";
  return new LedgerRefusal(refuse("storage_denied", { path, detail }));
}

function cutOff(path: string): LedgerRefusal {
  return new LedgerRefusal(refuse("ledger_moved", { path, how: "log_replaced" }));
}

/**
 * A reader takes write rights where it has them, because only then can the last one to close clean up the
 * journal; `query_only` keeps it from using them.
 */
function openDatabase(options: ConnectionOptions): DatabaseSync {
  const { path, readOnly = false } = options;
  if (readOnly) Deno.statSync(path);
  try {
    return new DatabaseSync(path, { timeout: shortTimeout });
  } catch (error) {
    if (!readOnly) throw error;
    return new DatabaseSync(path, { timeout: shortTimeout, readOnly });
  }
}

/** What newer runtimes have beside what their types tell. */
interface Deserializing {
  deserialize?(bytes: Uint8Array): void;
}

/**
 * Opens a copy of a file that nothing can be written beside, in memory where the runtime can: SQLite itself reads a file that is kept
 * with a log only where it can make the log's index.
 */
function openFrozen(path: string, error: unknown): DatabaseSync {
  const bytes = Deno.readFileSync(path);
  // A copy has no log.
  bytes.fill(1, versions.from, versions.to);
  const database = new DatabaseSync(":memory:");
  const { deserialize } = database as Deserializing;
  if (deserialize === undefined) return openNameless(bytes, error);
  deserialize.call(database, bytes);
  return database;
}

/** Opens bytes as a file of the owner's alone that has lost its name, for runtimes that cannot do without one. */
function openNameless(bytes: Uint8Array, error: unknown): DatabaseSync {
  // Windows keeps the name of an open file.
  if (Deno.build.os === "windows") throw error;
  let path: string;
  try {
    path = Deno.makeTempFileSync({ prefix: "agent-handoff-" });
  } catch {
    throw error;
  }
  try {
    Deno.writeFileSync(path, bytes);
    return new DatabaseSync(path, { readOnly: true });
  } finally {
    Deno.removeSync(path);
  }
}

/**
 * Closes a file; the last connection leaves no journal beside it. Where the ledger was moved away, what is
 * still in the log goes into the file that was moved; where its log alone was deleted, into the ledger.
 */
export function closeFile({ statements, files }: OpenFile): void {
  const { database } = statements;
  if (standingOf(files) === "log_replaced") return abandon(files.identity!, database);
  try {
    statements.first("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch {
    // Another connection is at work, or the disk is full: the last one out takes care of it.
  }
  database.close();
  count(files.identity!, -1);
}

function standingOf(files: OpenedFiles): string {
  try {
    return files.standing();
  } catch {
    // What may not be looked at is closed as usual.
    return "same";
  }
}

/** Refuses to write through a connection that only reads, or to a copy. */
export function refuseReader({ isCopy }: OpenFile, { path, readOnly }: ConnectionOptions): void {
  if (!readOnly && !isCopy) return;
  const detail = readOnly ? "the ledger was opened for reading only" : "permission is denied";
  throw new LedgerRefusal(refuse("storage_denied", { path, detail }));
}

/** The journal to be set, chosen only now where the choice was left for the first write. */
export async function journalOf({ journal }: ConnectionOptions): Promise<Journal> {
  return typeof journal === "function" ? await journal() : journal;
}

/** Chooses the journal of the file itself; SQLite keeps a rollback journal where it cannot have WAL. */
export function setJournal({ statements, files }: OpenFile, journal: Journal): void {
  const wanted = journal === "wal" ? "WAL" : "DELETE";
  const chosen = statements.first(`PRAGMA journal_mode = ${wanted}`)?.journal_mode;
  if (chosen === "wal") {
    // Keeps a log that once grew from staying large.
    statements.first("PRAGMA journal_size_limit = 4194304");
  } else {
    files.forgetLog();
    // Without WAL a commit is safe only once the directory has lost the journal for good.
    statements.run("PRAGMA synchronous = EXTRA");
  }
}
