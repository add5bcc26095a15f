// What can be told of a ledger's file and of SQLite itself, for people. Changes nothing.
import { Connection } from "./connection.ts";
import { newestOf } from "./event_rows.ts";
import { migrations, readPragma } from "./migrate.ts";
import { sqliteVersion } from "./sqlite_version.ts";
import type { StoredStatus } from "../rules/task.ts";
import type { Statements } from "./statements.ts";

/** A ledger's file in numbers. */
export interface DatabaseFacts {
  readonly path: string;
  readonly sqliteVersion: string;
  /** `wal`, or `delete` for a rollback journal. */
  readonly journalMode: string;
  /** Schema of the file; 0 where it holds nothing yet. */
  readonly schema: number;
  /** Newest schema that this program knows. */
  readonly knownSchema: number;
  readonly applicationId: number;
  /** Size of the file in bytes. */
  readonly bytes: number;
  /** Size of the write-ahead log beside it in bytes; 0 where there is none. */
  readonly logBytes: number;
  readonly newestEvent: number;
  /** Tasks by stored status; a leased task counts as queued. */
  readonly tasks: Readonly<Partial<Record<StoredStatus, number>>>;
}

const countSql = "SELECT status, sum(tasks) AS tasks FROM task_count GROUP BY status";

/** Tells of a ledger's file. Rejects as opening does: `ledger_damaged`, `ledger_newer`, `storage_denied`, `ledger_busy`. */
export async function databaseFacts(path: string): Promise<DatabaseFacts> {
  const connection = await Connection.open({ path, journal: "wal", readOnly: true });
  try {
    const logBytes = sizeOf(`${path}-wal`);
    const file = await connection.look((statements) => ({
      journalMode: String(statements.first("PRAGMA journal_mode")?.journal_mode),
      schema: readPragma(statements, "user_version"),
      applicationId: readPragma(statements, "application_id"),
    }));
    const content = await connection.read(contentOf);
    const versions = { sqliteVersion: sqliteVersion(), knownSchema: migrations.length };
    return { path, ...versions, ...file, bytes: sizeOf(path), logBytes, ...content };
  } finally {
    connection.close();
  }
}

function contentOf(statements: Statements): Pick<DatabaseFacts, "newestEvent" | "tasks"> {
  const counts = statements.all(countSql).map((row) => [row.status, row.tasks]);
  return { newestEvent: newestOf(statements).event, tasks: Object.fromEntries(counts) };
}

function sizeOf(path: string): number {
  try {
    return Deno.statSync(path).size;
  } catch {
    return 0;
  }
}
