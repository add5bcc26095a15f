// Whose database a file is, which schema it has, and bringing it up to this program's. Knows no table.
import { LedgerRefusal } from "../ledger/ledger.ts";
import { refuse } from "../rules/refusal.ts";
import { statements as ledger } from "./migrations/0001_ledger.ts";
import type { Statements } from "./statements.ts";

/**
 * SQLite's `application_id` of every ledger: the letters `AHLG`. It tells a ledger from the database of
 * any other program (https://sqlite.org/pragma.html#pragma_application_id).
 */
export const applicationId = 0x41484c47;

/** The SQL of one step, each text one statement. Step n leads from schema n - 1 to schema n. */
export type Migration = readonly string[];

/** Every step so far. Forward only; a step is never edited after a release. */
export const migrations: readonly Migration[] = [ledger];

/**
 * Called before a ledger that holds something is migrated, outside of any transaction: the place for a
 * verified backup. Where it rejects, the call is refused and nothing has changed.
 */
export type BeforeMigration = (
  step: { path: string; from: number; to: number },
) => void | Promise<void>;

/**
 * Reads which schema a file has: 0 for one that holds nothing yet. Writes nothing. All of it is read in one
 * transaction, the caller's or its own: while another process makes the schema, single reads would see a part
 * of it and take the file for that of another program.
 *
 * Throws `ledger_newer` for a schema that only a newer program knows, naming both versions, and
 * `ledger_damaged` for the database of another program. A file that is no database at all, or a part of
 * one, makes SQLite itself throw.
 */
export function schemaOf(statements: Statements, of: { path: string; known: number }): number {
  if (statements.database.isTransaction) return schemaNow(statements, of);
  statements.run("BEGIN");
  try {
    return schemaNow(statements, of);
  } finally {
    if (statements.database.isTransaction) statements.run("ROLLBACK");
  }
}

function schemaNow(statements: Statements, of: { path: string; known: number }): number {
  const { path, known } = of;
  const version = readPragma(statements, "user_version");
  const application = readPragma(statements, "application_id");
  if (application === applicationId && version > 0) {
    if (version <= known) return version;
    throw new LedgerRefusal(refuse("ledger_newer", { path, found: version, known }));
  }
  const isBlank = application === 0 && version === 0 &&
    !statements.first("SELECT 1 FROM sqlite_schema LIMIT 1");
  if (isBlank) return 0;
  const detail = `it is a database of another program (application_id ${application}, ` +
    `user_version ${version})`;
  throw new LedgerRefusal(refuse("ledger_damaged", { path, detail }));
}

/** Brings the schema from a version to the newest. Runs inside the caller's transaction. */
export function migrate(
  statements: Statements,
  of: { from: number; steps: readonly Migration[] },
): void {
  const { database } = statements;
  for (const sql of of.steps.slice(of.from).flat()) database.prepare(sql).run();
  database.prepare(`PRAGMA application_id = ${applicationId}`).run();
  database.prepare(`PRAGMA user_version = ${of.steps.length}`).run();
}

/** Reads a pragma that is a whole number. */
export function readPragma(
  statements: Statements,
  name:
    | "user_version"
    | "application_id"
    | "data_version"
    | "schema_version"
    | "page_count"
    | "page_size",
): number {
  return Number(statements.first(`PRAGMA ${name}`)?.[name]);
}
