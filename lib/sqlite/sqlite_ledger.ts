// The port on one SQLite file: each call is one transaction. It decides nothing itself.
import {
  type CallOptions,
  type Chance,
  type LeaseSight,
  type Ledger,
  LedgerRefusal,
  type Listed,
  type ListQuery,
  type Outcome,
  type Shown,
  type ShowQuery,
} from "../ledger/ledger.ts";
import type { Runtime } from "../ledger/runtime.ts";
import type { Command } from "../rules/command.ts";
import type { LedgerEvent } from "../rules/event.ts";
import type { Lease } from "../rules/lease.ts";
import { refuse } from "../rules/refusal.ts";
import type { SessionRecord } from "../rules/session.ts";
import type { Task } from "../rules/task.ts";
import { Connection } from "./connection.ts";
import type { ConnectionOptions } from "./database_file.ts";
import { eventColumns, eventOf } from "./event_rows.ts";
import { leaseSeen } from "./lease_sight.ts";
import { listTasks } from "./list.ts";
import { SqliteLookups } from "./lookups.ts";
import type { Standing } from "./opened_files.ts";
import { columnList, sessionRows, taskRows } from "./rows.ts";
import type { Statements } from "./statements.ts";
import type { LedgerWriter } from "./ledger_writer.ts";
import { changeMarkOf } from "./writing.ts";

/** How a ledger is opened. */
export interface SqliteLedgerOptions extends ConnectionOptions {
  readonly runtime: Runtime;
}

/** A ledger in a file that somebody may move away. */
export interface OpenLedger extends Ledger {
  /** Whether it was given up, or the storage has refused its last write; told without a look at its file. */
  readonly isLost: boolean;
  /** `same` while it may be used; else it is to be given up and opened anew. Never throws. */
  standing(): Standing | "denied";
  /** Gives up the file; calls that still wait for their turn reject with `ledger_moved`. */
  retire(): void;
}

/** Events after a number, in order. */
export const eventsSql =
  `SELECT ${eventColumns} FROM event WHERE event > :after ORDER BY event LIMIT :limit`;

/** Every session, by its first event. */
export const sessionsSql = `SELECT ${columnList(sessionRows)} FROM session ORDER BY first_event`;

/** Sessions that acted on a task, by their first event. */
export const sessionsOfTaskSql = `SELECT ${columnList(sessionRows)} FROM session
  WHERE session IN (SELECT session FROM event WHERE task_id = :taskId) ORDER BY first_event`;

/** Tasks created after an event, in the order of age. */
export const tasksSql = `SELECT ${columnList(taskRows)} FROM task
  WHERE created_event > :afterCreated ORDER BY created_event LIMIT :limit`;

/**
 * Opens the ledger in a file, which may be empty. Nothing is written before the first command that
 * changes something; that one makes the schema, or brings an older one up to date.
 *
 * The file is to be made beforehand with the mode it should have; one that does not exist is made with the
 * usual mode, or refused with `readOnly`. Rejects with `ledger_damaged` (no ledger, or a part of one; the
 * file stays as it is), `ledger_newer`, `ledger_busy`, `storage_denied`, `storage_full`.
 */
export async function openSqliteLedger(options: SqliteLedgerOptions): Promise<OpenLedger> {
  return new SqliteLedger(await Connection.open(options), options.runtime);
}

/** What is loaded with the first call that needs it; to ask for a module again costs as much as a small read. */
const parts: {
  show?: typeof import("./show.ts");
  search?: typeof import("./search.ts");
  chance?: typeof import("./chance.ts");
} = {};

class SqliteLedger implements OpenLedger {
  readonly #lookups: SqliteLookups;
  #writer: LedgerWriter | undefined;
  #making: Promise<LedgerWriter> | undefined;

  constructor(private readonly connection: Connection, private readonly runtime: Runtime) {
    this.#lookups = new SqliteLookups(connection.statements);
  }

  execute(command: Command, options: CallOptions = {}): Promise<Outcome> {
    const executed = (writer: LedgerWriter) =>
      this.connection.write(
        (statements, mark) => writer.execute(command, statements, mark),
        options,
      );
    if (this.#writer) return executed(this.#writer);
    return (this.#making ??= this.#makeWriter()).then(executed);
  }

  async show(query: ShowQuery): Promise<Shown> {
    const { showTask } = parts.show ??= await import("./show.ts");
    return await this.#read((statements, lookups) => {
      const held = lookups.lease();
      const shown = showTask(statements, query, { lookups, held });
      return { ...shown, ...this.#leaseSeen(held) };
    });
  }

  async list(query: ListQuery): Promise<Listed> {
    const search = query.query === undefined
      ? undefined
      : parts.search ??= await import("./search.ts");
    return await this.#read((statements, lookups) => {
      const held = lookups.lease();
      const listed = search?.searchTasks(statements, { ...query, held }) ??
        listTasks(statements, query, { held });
      return { ...listed, ...this.#leaseSeen(held) };
    });
  }

  async chance(who: { agent: string; session: string }): Promise<Chance | undefined> {
    const { chanceOf } = parts.chance ??= await import("./chance.ts");
    const { runtime } = this;
    return await this.#read((statements, lookups) =>
      chanceOf({ ...who, statements, lookups, runtime })
    );
  }

  events({ after, limit }: { after: number; limit: number }): Promise<readonly LedgerEvent[]> {
    return this.#read((statements) => statements.all(eventsSql, { after, limit }).map(eventOf));
  }

  tasks(range: { afterCreated: number; limit: number }): Promise<readonly Task[]> {
    const { afterCreated, limit } = range;
    return this.#read((statements) =>
      statements.all(tasksSql, { afterCreated, limit }).map((row) => taskRows.decode(row))
    );
  }

  lease(): Promise<LeaseSight | undefined> {
    return this.#read((_, lookups) => this.#leaseSeen(lookups.lease()).lease);
  }

  sessions({ taskId }: { taskId?: string }): Promise<readonly SessionRecord[]> {
    return this.#read((statements) => {
      const rows = taskId === undefined
        ? statements.all(sessionsSql)
        : statements.all(sessionsOfTaskSql, { taskId });
      return rows.map((row) => sessionRows.decode(row));
    });
  }

  changeMark(): Promise<number> {
    return this.connection.look(changeMarkOf);
  }

  close(): void {
    this.connection.close();
  }

  get isLost(): boolean {
    return this.connection.isLost;
  }

  standing(): Standing | "denied" {
    return this.connection.standing();
  }

  retire(): void {
    const { path } = this.connection.options;
    this.connection.close(new LedgerRefusal(refuse("ledger_moved", { path, how: "replaced" })));
  }

  /** The rules come with the first command. There is one writer: another would not know what this one wrote. */
  async #makeWriter(): Promise<LedgerWriter> {
    const { LedgerWriter } = await import("./ledger_writer.ts");
    const of = { lookups: this.#lookups, runtime: this.runtime };
    return this.#writer = new LedgerWriter(this.connection.statements, of);
  }

  #read<Value>(work: (statements: Statements, lookups: SqliteLookups) => Value): Promise<Value> {
    return this.connection.read((statements) => {
      const isFile = statements === this.connection.statements;
      return work(statements, isFile ? this.#lookups : new SqliteLookups(statements));
    });
  }

  #leaseSeen(lease: Lease | undefined): { lease?: LeaseSight } {
    const { clock, lifeOf } = this.runtime;
    return lease ? leaseSeen(lease, { now: clock(), lifeOf }) : {};
  }
}
