// One open ledger file: its transactions, and who waits for whom. Knows no table and no rule.
import { DatabaseSync } from "node:sqlite";
import { LedgerRefusal } from "../ledger/ledger.ts";
import {
  closeFile,
  type ConnectionOptions,
  journalOf,
  type OpenFile,
  openFile,
  refuseReader,
  setJournal,
} from "./database_file.ts";
import { hasten } from "../system/digest.ts";
import type { OpenedFiles, Standing } from "./opened_files.ts";
import { SchemaGuard } from "./schema_guard.ts";
import { migrate, type Migration, migrations, schemaOf } from "./migrate.ts";
import { patiently } from "./patience.ts";
import { Statements } from "./statements.ts";
import { isLocked, refusalFor } from "./storage_errors.ts";
import { changeMarkOf, type Writing } from "./writing.ts";

/** An open ledger file. */
export class Connection {
  #isPrepared = false;
  #isClosed = false;
  /** Stands in for a file that holds nothing yet, so that reading never writes. */
  #blank: Statements | undefined;
  /** The change mark at which the schema was looked at last and found to be this program's. */
  #checkedAt: number | undefined;
  /** Why the file is of no use any more. */
  #lost: LedgerRefusal | undefined;
  readonly statements: Statements;
  readonly #files: OpenedFiles;
  readonly #guard: SchemaGuard;

  private constructor(
    private readonly opened: OpenFile,
    readonly options: ConnectionOptions,
    private readonly steps: readonly Migration[],
  ) {
    this.statements = opened.statements;
    this.#files = opened.files;
    this.#guard = new SchemaGuard(options.path, steps);
  }

  /**
   * Opens a file and looks whose it is. Writes nothing: settings of the file and the schema come with the
   * first write. A file that does not exist is made only where it may be written.
   */
  static async open(options: ConnectionOptions): Promise<Connection> {
    const steps = options.migrations ?? migrations;
    const opened = await patiently(() => openFile(options, steps.length), options);
    return new Connection(opened, options, steps);
  }

  /** Runs reads in one transaction: they see one state, whole, and never migrate the file. */
  read<Value>(work: (statements: Statements) => Value): Promise<Value> {
    return this.#patiently(() => {
      const statements = this.#beginReading();
      try {
        return work(statements);
      } finally {
        this.#endReading();
      }
    });
  }

  /** Like `read` for work that lets the event loop run; the connection must do nothing else meanwhile. */
  async readAtLength<Value>(work: (statements: Statements) => Promise<Value>): Promise<Value> {
    const statements = await this.#patiently(() => this.#beginReading());
    try {
      return await work(statements);
    } catch (error) {
      throw refusalFor(error, this.options.path) ?? error;
    } finally {
      this.#endReading();
    }
  }

  /**
   * Runs work in one transaction that begins with the write lock, and commits what it changed. A blank
   * file gets its schema, an older one the newer schema, in the same transaction.
   */
  async write<Value>(
    work: Writing<Value>,
    options: { signal?: AbortSignal } = {},
  ): Promise<Value> {
    try {
      refuseReader(this.opened, this.options);
      if (!this.#isPrepared) await this.#prepare(options.signal);
      hasten();
      return await this.#patiently(() => this.#writing(work), options.signal);
    } catch (error) {
      // Rights are looked at once, when a file is opened: what is refused now may do later.
      if (isDenied(error) && !this.options.readOnly) this.#lost ??= error;
      throw error;
    }
  }

  /** Whether it was closed, or the storage has refused its last write. */
  get isLost(): boolean {
    return this.#isClosed || this.#lost !== undefined;
  }

  /**
   * How the files under the ledger's names relate to the open ones; `denied` where the storage refused the last
   * write. But for `same` the connection is to be closed and the file opened anew. Never throws.
   */
  standing(): Standing | "denied" {
    if (this.isLost) return "denied";
    try {
      return this.#files.standing();
    } catch {
      // It may not even be looked at: opening it anew tells why.
      return "denied";
    }
  }

  /** Runs one look outside of any transaction. */
  look<Value>(work: (statements: Statements) => Value): Promise<Value> {
    return this.#patiently(() => work(this.statements));
  }

  /**
   * Closes the file; the last connection leaves no journal behind. Safe to call twice. Calls that still
   * wait for their turn reject: with `reason` where one is given.
   */
  close(reason?: LedgerRefusal): void {
    if (this.#isClosed) return;
    this.#lost ??= reason;
    this.#isClosed = true;
    this.#blank?.database.close();
    closeFile(this.opened);
  }

  /** No `await` in here: calls on one connection cannot come between. */
  #writing<Value>(work: Writing<Value>): Value {
    const { statements } = this;
    statements.run("BEGIN IMMEDIATE");
    let isWritten: true | undefined;
    try {
      const mark = changeMarkOf(statements);
      // Nobody else wrote since, and this connection changes no schema that is the newest.
      if (mark !== this.#checkedAt) this.#checkSchema(mark);
      const { value, isChanged, ended } = work(statements, mark);
      // What was read and decided counts only where it is the ledger that the call is about.
      this.#files.refuseMoved();
      statements.run(isChanged ? "COMMIT" : "ROLLBACK");
      if (isChanged) isWritten = true;
      // Only now is it certain that whoever opens the ledger finds the change.
      if (isChanged) this.#files.refuseMoved({ isWritten: true });
      ended?.();
      return value;
    } catch (error) {
      // SQLite has ended some transactions by itself, after a full disk for one.
      if (statements.database.isTransaction) statements.run("ROLLBACK");
      throw isLocked(error)
        ? error
        : this.#files.movedInstead(error, { ...isWritten && { isWritten } });
    }
  }

  #patiently<Value>(attempt: () => Value, signal?: AbortSignal): Promise<Value> {
    const whileOpen = () => {
      if (this.#isClosed) throw this.#lost ?? new Error("Use of a ledger that was closed");
      this.#files.refuseStrange();
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
    const { path, beforeMigration } = this.options;
    const journal = await journalOf(this.options);
    const from = await this.#patiently(() => this.#schema(), signal);
    if (beforeMigration && from > 0 && !this.#isCurrent(from)) {
      await beforeMigration({ path, from, to: this.steps.length });
    }
    await this.#patiently(() => setJournal(this.opened, journal), signal);
    this.#isPrepared = true;
  }

  #checkSchema(mark: number): void {
    this.#checkedAt = undefined;
    if (this.#isCurrent(this.#migrate())) this.#checkedAt = mark;
  }

  /** Brings the schema up to date; returns which one was there. */
  #migrate(): number {
    const from = this.#schema();
    this.#guard.refuseForeign(this.statements, from);
    if (!this.#isCurrent(from)) migrate(this.statements, { from, steps: this.steps });
    return from;
  }

  /**
   * Begins a read transaction. An older ledger is read as if it were migrated, which is taken back at the
   * end; in place of a blank one an empty database in memory is read. So reading never writes.
   */
  #beginReading(): Statements {
    const { statements } = this;
    statements.run("BEGIN");
    try {
      const version = this.#schema();
      this.#files.refuseMoved();
      if (this.#isCurrent(version)) {
        this.#guard.refuseDisguised(statements);
        return statements;
      }
      statements.run("ROLLBACK");
      if (version === 0) return this.#blankStatements();
      if (this.options.readOnly) statements.run("PRAGMA query_only = OFF");
      statements.run("BEGIN IMMEDIATE");
      this.#migrate();
      return statements;
    } catch (error) {
      this.#endReading();
      throw error;
    }
  }

  #endReading(): void {
    const { statements } = this;
    if (statements.database.isTransaction) statements.run("ROLLBACK");
    if (this.options.readOnly) statements.run("PRAGMA query_only = ON");
  }

  #blankStatements(): Statements {
    if (!this.#blank) {
      this.#blank = new Statements(new DatabaseSync(":memory:"));
      migrate(this.#blank, { from: 0, steps: this.steps });
    }
    return this.#blank;
  }
}

function isDenied(error: unknown): error is LedgerRefusal {
  return error instanceof LedgerRefusal && error.refusal.code === "storage_denied";
}
