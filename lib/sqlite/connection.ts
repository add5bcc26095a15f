// One open ledger file: its settings, its transactions, and who waits for whom. Knows no table and no rule.
import { DatabaseSync } from "node:sqlite";
import { LedgerRefusal } from "../ledger/ledger.ts";
import { refuse } from "../rules/refusal.ts";
import { type BeforeMigration, migrate, type Migration, migrations } from "./migrate.ts";
import { readPragma, schemaOf } from "./migrate.ts";
import { type Patience, patiently } from "./patience.ts";
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

/** What came of the work in a write transaction. */
export interface Written<Value> {
  readonly value: Value;
  /** Whether anything is to be committed; else the transaction is rolled back. */
  readonly isChanged: boolean;
}

/** How long SQLite itself waits, and so blocks the event loop, in milliseconds. */
const shortTimeout = 30;

/** An open ledger file. */
export class Connection {
  #isPrepared = false;
  #isClosed = false;
  /** Stands in for a file that holds nothing yet, so that reading never writes. */
  #blank: Statements | undefined;

  private constructor(
    readonly statements: Statements,
    readonly options: ConnectionOptions,
    private readonly steps: readonly Migration[],
  ) {}

  /**
   * Opens a file and looks whose it is. Writes nothing: settings of the file and the schema come with the
   * first write. A file that does not exist is made only where it may be written.
   */
  static async open(options: ConnectionOptions): Promise<Connection> {
    const steps = options.migrations ?? migrations;
    const statements = await patiently(() => openFile(options, steps.length), options);
    return new Connection(statements, options, steps);
  }

  /** Runs reads in one transaction: they see one state, whole, and never migrate the file. */
  read<Value>(work: (statements: Statements) => Value): Promise<Value> {
    return this.#patiently(() => {
      const { statements } = this;
      let version = 0;
      const value = this.#transaction("BEGIN", () => {
        version = this.#schema();
        return { value: this.#isCurrent(version) && work(statements), isChanged: false };
      });
      if (this.#isCurrent(version)) return value as Value;
      return version === 0 ? work(this.#blankStatements()) : this.#readOlder(work);
    });
  }

  /**
   * Runs work in one transaction that begins with the write lock, and commits what it changed. A blank
   * file gets its schema, an older one the newer schema, in the same transaction.
   */
  async write<Value>(
    work: (statements: Statements) => Written<Value>,
    options: { signal?: AbortSignal } = {},
  ): Promise<Value> {
    const { path, readOnly } = this.options;
    if (readOnly) {
      const detail = "the ledger was opened for reading only";
      throw new LedgerRefusal(refuse("storage_denied", { path, detail }));
    }
    await this.#prepare(options.signal);
    return this.#patiently(
      () =>
        this.#transaction("BEGIN IMMEDIATE", () => {
          this.#migrate();
          return work(this.statements);
        }),
      options.signal,
    );
  }

  /** Runs one look outside of any transaction. */
  look<Value>(work: (statements: Statements) => Value): Promise<Value> {
    return this.#patiently(() => work(this.statements));
  }

  /** Closes the file; the last connection leaves no journal behind. Safe to call twice. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#blank?.database.close();
    closeFile(this.statements.database);
  }

  #patiently<Value>(attempt: () => Value, signal?: AbortSignal): Promise<Value> {
    const whileOpen = () => {
      if (this.#isClosed) throw new Error("Use of a ledger that was closed");
      return attempt();
    };
    return patiently(whileOpen, this.options, { signal });
  }

  #schema(): number {
    const { path } = this.options;
    return schemaOf(this.statements, { path, known: this.steps.length });
  }

  #isCurrent(version: number): boolean {
    return version === this.steps.length;
  }

  /** Once, before the first write: the journal, and room for a backup of an older ledger. */
  async #prepare(signal?: AbortSignal): Promise<void> {
    if (this.#isPrepared) return;
    const { path, beforeMigration, journal } = this.options;
    const from = await this.#patiently(() => this.#schema(), signal);
    if (beforeMigration && from > 0 && !this.#isCurrent(from)) {
      await beforeMigration({ path, from, to: this.steps.length });
    }
    await this.#patiently(() => setJournal(this.statements, journal), signal);
    this.#isPrepared = true;
  }

  #migrate(): void {
    const from = this.#schema();
    if (!this.#isCurrent(from)) migrate(this.statements, { from, steps: this.steps });
  }

  /** Reads an older ledger as if it were migrated, and takes that back: reading never migrates. */
  #readOlder<Value>(work: (statements: Statements) => Value): Value {
    return this.#transaction("BEGIN IMMEDIATE", () => {
      this.#migrate();
      return { value: work(this.statements), isChanged: false };
    });
  }

  #blankStatements(): Statements {
    if (!this.#blank) {
      this.#blank = new Statements(new DatabaseSync(":memory:"));
      migrate(this.#blank, { from: 0, steps: this.steps });
    }
    return this.#blank;
  }

  /** No `await` in here: calls on one connection cannot come between. */
  #transaction<Value>(begin: "BEGIN" | "BEGIN IMMEDIATE", work: () => Written<Value>): Value {
    const { statements } = this;
    statements.run(begin);
    try {
      const { value, isChanged } = work();
      statements.run(isChanged ? "COMMIT" : "ROLLBACK");
      return value;
    } catch (error) {
      // SQLite has ended some transactions by itself, after a full disk for one.
      if (statements.database.isTransaction) statements.run("ROLLBACK");
      throw error;
    }
  }
}

function openFile(options: ConnectionOptions, known: number): Statements {
  const database = openDatabase(options);
  try {
    const statements = new Statements(database);
    const durable = options.journal === "wal" ? "FULL" : "EXTRA";
    // EXTRA: without WAL a commit is safe only once the directory has lost the journal for good.
    statements.run(`PRAGMA synchronous = ${durable}`);
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

function closeFile(database: DatabaseSync): void {
  try {
    new Statements(database).first("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch {
    // Another connection is at work, or the disk is full: the last one out takes care of it.
  }
  database.close();
}

function setJournal(statements: Statements, journal: "wal" | "rollback"): void {
  statements.first(`PRAGMA journal_mode = ${journal === "wal" ? "WAL" : "DELETE"}`);
  // Keeps a journal that once grew from staying large.
  if (journal === "wal") statements.first("PRAGMA journal_size_limit = 4194304");
}

/** A number that changes when another connection commits to the file. */
export function changeMarkOf(statements: Statements): number {
  return readPragma(statements, "data_version");
}
