// The history as records that leave the ledger and come back, with the hash of each event. Knows no file format.
import type { LedgerEvent } from "../rules/event.ts";
import { eventKinds } from "../rules/event.ts";
import { evolve } from "../rules/evolve.ts";
import { emptyState, type LedgerState } from "../rules/state.ts";
import { Connection } from "./connection.ts";
import type { ConnectionOptions } from "./database_file.ts";
import { hasten } from "../system/digest.ts";
import { eventColumns, eventOf, firstHash, hashOf, hexOf, newestOf } from "./event_rows.ts";
import { SqliteLookups } from "./lookups.ts";
import { record } from "./record.ts";
import type { Row, Statements } from "./statements.ts";

/** One event as it is stored, with its hash in hex. */
export interface EventRecord {
  readonly event: number;
  readonly task_id: string;
  readonly kind: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly actor_kind: string;
  readonly actor: string;
  readonly session: string;
  /** JSON text, as it was hashed. */
  readonly data: string;
  /** 64 hex digits. */
  readonly hash: string;
}

/** What came of an import. */
export interface Imported {
  readonly events: number;
  /** Hash of the newest event, 64 hex digits. */
  readonly newestHash: string;
}

/** Why records are no history that may be imported. */
export class ImportFault extends Error {
  /** Number of the record, from 1; absent where the ledger is at fault. */
  readonly record?: number;

  /** Says what is wrong, and with which record. */
  constructor(message: string, record?: number) {
    super(message);
    this.name = "ImportFault";
    if (record !== undefined) this.record = record;
  }
}

const pageSize = 1000;
const pageSql = `SELECT ${eventColumns}, hash FROM event
  WHERE event > :after ORDER BY event LIMIT ${pageSize}`;

/** Hands on every event in order, as one state of the ledger: writers go on meanwhile. */
export async function exportEvents(
  path: string,
  take: (record: EventRecord) => void,
): Promise<void> {
  const connection = await Connection.open({ path, journal: "wal", readOnly: true });
  try {
    await connection.read((statements) => {
      for (let after = 0;;) {
        const page = statements.all(pageSql, { after });
        for (const row of page) take({ ...row, hash: hexOf(row.hash as Uint8Array) } as never);
        if (page.length < pageSize) return;
        after = Number(page.at(-1)!.event);
      }
    });
  } finally {
    connection.close();
  }
}

/**
 * Records events anew in a ledger that holds none, in one transaction: numbers, times and hashes are checked
 * as they go in, and the rows are made by the rules. Either all of them are there afterwards or none.
 *
 * Rejects with `ImportFault` for a ledger that holds events and for records that are no whole history, and
 * as opening does.
 */
export async function importEvents(
  options: ConnectionOptions,
  records: readonly EventRecord[],
): Promise<Imported> {
  const connection = await Connection.open({ ...options, isLarge: true });
  hasten(records.length);
  try {
    return await connection.write((statements) => {
      const { event } = newestOf(statements);
      if (event > 0) throw new ImportFault(`the ledger holds ${event} events already`);
      const lookups = new SqliteLookups(statements);
      let state = emptyState;
      let previous = firstHash;
      records.forEach((told, index) => {
        const number = index + 1;
        const own = checked(told, { number, previous });
        const event = eventOf(told as unknown as Row);
        state = take(event, { statements, lookups, state, previous, number });
        previous = own;
      });
      return {
        value: { events: records.length, newestHash: previous },
        isChanged: records.length > 0,
      };
    });
  } finally {
    connection.close();
  }
}

/** Checks number, kind and hash of a record; gives its hash. */
function checked(told: EventRecord, of: { number: number; previous: string }): string {
  const { number, previous } = of;
  if (told.event !== number) {
    throw new ImportFault(`its number is ${told.event}, expected ${number}`, number);
  }
  if (!(eventKinds as readonly string[]).includes(told.kind)) {
    throw new ImportFault(`"${told.kind}" is no kind of event`, number);
  }
  const own = hashOf(told as unknown as Row, previous);
  if (own === told.hash) return own;
  throw new ImportFault("it is not the event that its hash was made of", number);
}

/** Records one event with the part of the state that it can change. */
function take(
  event: LedgerEvent,
  at: {
    statements: Statements;
    lookups: SqliteLookups;
    state: LedgerState;
    previous: string;
    number: number;
  },
): LedgerState {
  const { statements, lookups, previous, number } = at;
  const task = lookups.task(event.taskId);
  const past = event.kind === "noted" && event.data.lostFence !== undefined
    ? lookups.pastLease(event.data.lostFence)
    : undefined;
  const before: LedgerState = {
    ...at.state,
    tasks: new Map(task && [[task.taskId, task]]),
    pastLeases: new Map(past && [[past.fence, past]]),
  };
  try {
    const after = evolve(before, event);
    record(statements, { before, after, events: [event], previous });
    return after;
  } catch (error) {
    throw new ImportFault(`it cannot be recorded: ${(error as Error).message}`, number);
  }
}
