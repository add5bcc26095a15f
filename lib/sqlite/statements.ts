// Statements of one connection, each prepared once and kept. Knows no table.
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";

/** A row as SQLite gives it. */
export type Row = Record<string, SQLOutputValue>;

/** Values for the named parameters of a statement, without their colons. */
export type Values = Record<string, SQLInputValue>;

/** Runs SQL on one connection; a text is prepared the first time it is used. */
export class Statements {
  readonly #kept = new Map<string, StatementSync>();

  /** The statements of an open connection. */
  constructor(readonly database: DatabaseSync) {}

  /** The first row, if there is one. */
  first(sql: string, values: Values = {}): Row | undefined {
    return this.#prepared(sql).get(values);
  }

  /** Every row. Ask for a bounded number. */
  all(sql: string, values: Values = {}): Row[] {
    return this.#prepared(sql).all(values);
  }

  /** Runs a statement for its effect. */
  run(sql: string, values: Values = {}): void {
    this.#prepared(sql).run(values);
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#kept.get(sql);
    if (!statement) this.#kept.set(sql, statement = this.database.prepare(sql));
    return statement;
  }
}
