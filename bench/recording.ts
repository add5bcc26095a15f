// Takes down what is written through SQLite, to do the same again with nothing in between. The floor for a
// store is whoever writes the same rows in the same transactions from values that are already there.
import { hash } from "node:crypto";
import { DatabaseSync, type SQLInputValue, StatementSync } from "node:sqlite";

/** Statements that ran for their effect, in order, with their values by place. */
export type Recording = readonly {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}[];

/** Takes down what every connection that is opened in its life writes, transactions included. */
export class Recorder implements Disposable {
  readonly #prepare = DatabaseSync.prototype.prepare;
  readonly #get = StatementSync.prototype.get;
  #taken: Recording[number][] = [];

  /** Begins to take down. */
  constructor() {
    const { prepare } = DatabaseSync.prototype;
    const { get } = StatementSync.prototype;
    const texts = new WeakMap<StatementSync, string>();
    const keep = (sql: string, values: SQLInputValue[]) => this.#taken.push({ sql, values });
    DatabaseSync.prototype.prepare = function (sql, ...rest) {
      const statement = prepare.call(this, sql, ...rest);
      texts.set(statement, sql);
      return statement;
    };
    // The store runs what it writes with `get`, which is quicker than `run`.
    StatementSync.prototype.get = function (...values: unknown[]) {
      const sql = texts.get(this)!;
      if (!/^(SELECT|PRAGMA)/.test(sql)) keep(sql, values as SQLInputValue[]);
      return (get as (...values: unknown[]) => ReturnType<typeof get>).apply(this, values);
    };
  }

  /** What was written since it was taken last. */
  take(): Recording {
    const taken = this.#taken;
    this.#taken = [];
    return taken;
  }

  /** Stops to take down. */
  [Symbol.dispose](): void {
    DatabaseSync.prototype.prepare = this.#prepare;
    StatementSync.prototype.get = this.#get;
  }
}

/** Writes recordings into a file: each statement prepared once. */
export class Player implements Disposable {
  readonly #database: DatabaseSync;
  readonly #kept = new Map<string, StatementSync>();

  /** Opens the file in WAL with `synchronous=FULL` and foreign keys, as the ledger does. */
  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#database.exec("PRAGMA journal_mode = WAL");
    this.#database.exec("PRAGMA synchronous = FULL");
    this.#database.exec("PRAGMA foreign_keys = ON");
  }

  /** Makes a recording ready, so that playing it looks nothing up. */
  prepare(recording: Recording): () => void {
    const steps = recording.map(({ sql, values }) => ({ statement: this.#prepared(sql), values }));
    return () => {
      for (const { statement, values } of steps) statement.run(...values);
    };
  }

  /**
   * Like `prepare`, but from what a program has in hand: JSON is made of objects, and the hash of each event of
   * its row and of the hash before it, as the ledger's chain asks for.
   */
  prepareMaking(recording: Recording): () => void {
    const steps = recording.map(({ sql, values }) => ({
      statement: this.#prepared(sql),
      values: values.map(unmade),
      isEvent: sql.startsWith("INSERT INTO event "),
    }));
    return () => {
      for (const { statement, values, isEvent } of steps) {
        const made = values.map((value) =>
          typeof value === "object" && value !== null ? JSON.stringify(value) : value
        ) as SQLInputValue[];
        // The last two places are the hash before and the event's own.
        if (isEvent) made[made.length - 1] = hashOf(made.slice(0, -2), String(made.at(-2)));
        statement.run(...made);
      }
    };
  }

  /** Takes triggers and the indexes that the schema names away: what is left are rows in plain tables. */
  strip(): void {
    const database = this.#database;
    const named = database.prepare(
      "SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'index') AND sql IS NOT NULL",
    ).all();
    for (const { type, name } of named) database.exec(`DROP ${type} ${name}`);
    database.exec("PRAGMA foreign_keys = OFF");
  }

  /** Closes the file. */
  [Symbol.dispose](): void {
    this.#database.close();
  }

  #prepared(sql: string): StatementSync {
    const known = this.#kept.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#kept.set(sql, statement);
    return statement;
  }
}

/** The object that a value is the JSON of; any other value as it is. */
function unmade(value: SQLInputValue): unknown {
  if (typeof value !== "string" || !/^[{[]/.test(value)) return value;
  return JSON.parse(value);
}

function hashOf(columns: readonly unknown[], previous: string): string {
  return hash("sha256", JSON.stringify([previous, ...columns]), "hex");
}
