// Statements of one connection, each prepared once and kept. Knows no table.
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";

/** A row as SQLite gives it. */
export type Row = Record<string, SQLOutputValue>;

/** Values for the named parameters of a statement, without their colons. */
export type Values = Record<string, SQLInputValue>;

/** A prepared statement, with the name of each of its places in order. */
interface Kept {
  readonly statement: StatementSync;
  readonly names: readonly string[];
}

/** Runs SQL on one connection; a text is prepared the first time it is used. */
export class Statements {
  readonly #kept = new Map<string, Kept>();

  /** The statements of an open connection. */
  constructor(readonly database: DatabaseSync) {}

  /** The first row, if there is one. */
  first(sql: string, values: Values = {}): Row | undefined {
    const { statement, names } = this.#prepared(sql);
    return statement.get(...inOrder(names, values));
  }

  /** Every row. Ask for a bounded number. */
  all(sql: string, values: Values = {}): Row[] {
    const { statement, names } = this.#prepared(sql);
    return statement.all(...inOrder(names, values));
  }

  /** Runs a statement for its effect. */
  run(sql: string, values: Values = {}): void {
    const { statement, names } = this.#prepared(sql);
    // Asked for a row there is none: `run` would also ask SQLite what changed, which takes longer than the statement.
    statement.get(...inOrder(names, values));
  }

  /** Values bound by their places cost a fraction of those that SQLite looks up by name. */
  #prepared(sql: string): Kept {
    const known = this.#kept.get(sql);
    if (known) return known;
    const names: string[] = [];
    const placed = sql.replace(/:([a-z]\w*)/gi, (_, name: string) => {
      names.push(name);
      return "?";
    });
    const kept = { statement: this.database.prepare(placed), names };
    this.#kept.set(sql, kept);
    return kept;
  }
}

function inOrder(names: readonly string[], values: Values): SQLInputValue[] {
  return names.map((name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Run a statement: nothing is bound to ":${name}"`);
    return value;
  });
}
