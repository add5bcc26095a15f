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
import { loadSlice } from "../ledger/slice.ts";
import type { Command } from "../rules/command.ts";
import { decide } from "../rules/decide.ts";
import type { LedgerEvent } from "../rules/event.ts";
import { type Lease, leaseState } from "../rules/lease.ts";
import { refuse } from "../rules/refusal.ts";
import { statusOf } from "../rules/state.ts";
import type { SessionRecord } from "../rules/session.ts";
import type { Task } from "../rules/task.ts";
import { chanceOf } from "./chance.ts";
import { changeMarkOf, Connection, type Writing, type Written } from "./connection.ts";
import type { ConnectionOptions } from "./database_file.ts";
import { eventColumns, eventOf } from "./event_rows.ts";
import { listTasks } from "./list.ts";
import { SqliteLookups } from "./lookups.ts";
import type { Standing } from "./opened_files.ts";
import { RecalledLookups } from "./recalled.ts";
import { record } from "./record.ts";
import { columnList, sessionRows, taskRows } from "./rows.ts";
import { showTask } from "./show.ts";
import type { Statements } from "./statements.ts";

/** How a ledger is opened. */
export interface SqliteLedgerOptions extends ConnectionOptions {
  readonly runtime: Runtime;
}

/** A ledger in a file that somebody may move away. */
export interface OpenLedger extends Ledger {
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

class SqliteLedger implements OpenLedger {
  readonly #lookups: SqliteLookups;
  /** For writes alone: a read sees one state of the file, which may be older. */
  readonly #recalled: RecalledLookups;

  constructor(private readonly connection: Connection, private readonly runtime: Runtime) {
    const { statements } = connection;
    this.#lookups = new SqliteLookups(statements);
    this.#recalled = new RecalledLookups(statements, this.#lookups);
  }

  execute(command: Command, options: CallOptions = {}): Promise<Outcome> {
    const work: Writing<Outcome> = (statements, mark) => this.#execute(command, statements, mark);
    return this.connection.write(work, options);
  }

  show(query: ShowQuery): Promise<Shown> {
    return this.#read((statements, lookups) => {
      const held = lookups.lease();
      const shown = showTask(statements, query, { lookups, held });
      return { ...shown, ...this.#leaseSeen(held) };
    });
  }

  list(query: ListQuery): Promise<Listed> {
    return this.#read((statements, lookups) => {
      const held = lookups.lease();
      return { ...listTasks(statements, query, { held }), ...this.#leaseSeen(held) };
    });
  }

  chance(who: { agent: string; session: string }): Promise<Chance | undefined> {
    const { runtime } = this;
    return this.#read((statements, lookups) => chanceOf({ ...who, statements, lookups, runtime }));
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

  standing(): Standing | "denied" {
    return this.connection.standing();
  }

  retire(): void {
    const { path } = this.connection.options;
    this.connection.close(new LedgerRefusal(refuse("ledger_moved", { path, how: "replaced" })));
  }

  #execute(command: Command, statements: Statements, mark: number): Written<Outcome> {
    const { runtime } = this;
    const recalled = this.#recalled;
    recalled.begin(mark);
    const { graceMinutes } = runtime;
    const now = runtime.clock();
    const lifeOf = onceEach(runtime.lifeOf);
    const slice = loadSlice(command, recalled, { now, lifeOf, graceMinutes });
    const decision = decide(command, slice, now);
    const { taskId, after, ...told } = decision;
    if (decision.events.length > 0) {
      const { events } = decision;
      const change = { before: slice.ledger, after, events, previous: recalled.newestHash() };
      recalled.recorded(change, record(statements, change));
    }
    const task = taskId === undefined ? undefined : after.tasks.get(taskId);
    const value: Outcome = {
      ...told,
      session: command.caller.session,
      ...(task && { sight: { task, status: statusOf(task, after.lease) } }),
      ...leaseSeen(after.lease, { now, lifeOf }),
    };
    return { value, isChanged: decision.events.length > 0, ended: () => recalled.ended() };
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

function leaseSeen(
  lease: Lease | undefined,
  at: { now: number; lifeOf: Runtime["lifeOf"] },
): { lease?: LeaseSight } {
  if (!lease) return {};
  const { now } = at;
  const life = at.lifeOf(lease.session);
  return { lease: { lease, state: leaseState(lease, now, life), life, now } };
}

/** Looks at a session's locks once a call, so that a decision and its reply tell the same. */
function onceEach(lifeOf: Runtime["lifeOf"]): Runtime["lifeOf"] {
  const seen = new Map<string, ReturnType<Runtime["lifeOf"]>>();
  return (session) => {
    const life = seen.get(session) ?? lifeOf(session);
    seen.set(session, life);
    return life;
  };
}
