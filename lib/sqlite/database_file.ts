// Opening and closing the file, with the settings of SQLite. Knows no table and no transaction.
import { DatabaseSync } from "node:sqlite";
import { type BeforeMigration, type Migration, schemaOf } from "./migrate.ts";
import type { Patience } from "./patience.ts";
import { Statements } from "./statements.ts";

/** How a ledger's file is opened. */
export interface ConnectionOptions extends Patience {
  /** `wal`, or `rollback` where a file system cannot carry WAL. */
  readonly journal: "wal" | "rollback";
  /** Never written through this connection; works without write rights. */
  readonly readOnly?: boolean;
  /** Every step of the schema that this program knows; for tests of upgrades. */
  readonly migrations?: readonly Migration[];
  /** The place for a verified backup before a migration. */
  readonly beforeMigration?: BeforeMigration;
}

/** How long SQLite itself waits, and so blocks the event loop, in milliseconds. */
const shortTimeout = 30;

/** Opens a file, sets what holds for one connection, and looks whose file it is. Writes nothing to it. */
export function openFile(options: ConnectionOptions, known: number): Statements {
  const database = openDatabase(options);
  try {
    const statements = new Statements(database);
    statements.run("PRAGMA synchronous = FULL");
    statements.run("PRAGMA fullfsync = ON");
    statements.run("PRAGMA foreign_keys = ON");
    statements.run("PRAGMA recursive_triggers = ON");
    statements.run("PRAGMA trusted_schema = OFF");
    statements.run("PRAGMA temp_store = MEMORY");
    if (options.readOnly) statements.run("PRAGMA query_only = ON");
    schemaOf(statements, { path: options.path, known });
    return statements;
  } catch (error) {
    database.close();
    throw error;
  }
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

/** Closes a file; the last connection leaves no journal beside it. */
export function closeFile(database: DatabaseSync): void {
  try {
    new Statements(database).first("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch {
    // Another connection is at work, or the disk is full: the last one out takes care of it.
  }
  database.close();
}

/** Chooses the journal of the file itself; SQLite keeps a rollback journal where it cannot have WAL. */
export function setJournal(statements: Statements, journal: "wal" | "rollback"): void {
  const wanted = journal === "wal" ? "WAL" : "DELETE";
  const chosen = statements.first(`PRAGMA journal_mode = ${wanted}`)?.journal_mode;
  if (chosen === "wal") {
    // Keeps a log that once grew from staying large.
    statements.first("PRAGMA journal_size_limit = 4194304");
  } else {
    // Without WAL a commit is safe only once the directory has lost the journal for good.
    statements.run("PRAGMA synchronous = EXTRA");
  }
}
