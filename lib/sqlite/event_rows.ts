// The rows of the history, and the chain of hashes that ties each event to all before it.
import { eventKinds, type LedgerEvent } from "../rules/event.ts";
import type { Actor } from "../rules/task.ts";
import { sha256 } from "../system/digest.ts";
import { DamagedRow, exactText, fromJsonText, jsonText } from "./record_codec.ts";
import { insertInto } from "./rows.ts";
import type { Row, Statements, Values } from "./statements.ts";

/** Columns that make an event, in the order in which they are hashed. */
const told = ["event", "task_id", "kind", "at", "actor_kind", "actor", "session", "data"] as const;

/** Columns of an event for a select. */
export const eventColumns: string = told.join(", ");

/** The hash before the first event: 64 zeros. */
export const firstHash: string = "0".repeat(64);

const insertEvent = insertInto("event", [...told, "previous_hash", "hash"])
  .replace(/:(previous_hash|hash)\b/g, "unhex(:$1)");

const kinds: ReadonlySet<unknown> = new Set(eventKinds);
const numbers: ReadonlySet<string> = new Set(["event", "at"]);

/** The event that a row tells. Throws `DamagedRow` where a column is not of its kind. */
export function eventOf(row: Row): LedgerEvent {
  for (const column of told) {
    const type = typeof row[column];
    if (type !== (numbers.has(column) ? "number" : "string")) {
      throw new DamagedRow(column, `a ${type}`);
    }
  }
  if (!kinds.has(row.kind)) throw new DamagedRow("kind", `"${row.kind}"`);
  return {
    event: row.event,
    taskId: row.task_id,
    kind: row.kind,
    at: row.at,
    actor: { kind: row.actor_kind, name: row.actor, session: row.session } as Actor,
    data: fromJsonText(row.data),
  } as unknown as LedgerEvent;
}

/** The columns of an event. */
export function eventRow(event: LedgerEvent): Values {
  return {
    event: event.event,
    task_id: exactText(event.taskId),
    kind: event.kind,
    at: event.at,
    actor_kind: event.actor.kind,
    actor: exactText(event.actor.name),
    session: exactText(event.actor.session),
    data: jsonText(event.data),
  };
}

/**
 * Hash of an event's row, 64 hex digits: SHA-256 of the JSON list of the hash before it and its columns, in
 * the order event, task_id, kind, at, actor_kind, actor, session, data, the data as its stored text.
 */
export function hashOf(row: Row | Values, previous: string): string {
  const list = [previous, ...told.map((column) => row[column])];
  return sha256(JSON.stringify(list));
}

/** Hex digits of a stored hash. */
export function hexOf(bytes: Uint8Array): string {
  return bytes.toHex();
}

/** Appends an event to the history; returns its hash. */
export function appendEvent(
  statements: Statements,
  event: LedgerEvent,
  options: { previous: string },
): string {
  const row = eventRow(event);
  const own = hashOf(row, options.previous);
  row.previous_hash = options.previous;
  row.hash = own;
  statements.run(insertEvent, row);
  return own;
}

/** Number, time and hash of the newest event. Throws `DamagedRow` where it has no hash. */
export function newestOf(
  statements: Statements,
): { event: number; at: number; hash: string } {
  const row = statements.first("SELECT event, at, hash FROM event ORDER BY event DESC LIMIT 1");
  if (!row) return { event: 0, at: 0, hash: firstHash };
  if (!(row.hash instanceof Uint8Array)) throw new DamagedRow("hash", `a ${typeof row.hash}`);
  return { event: Number(row.event), at: Number(row.at), hash: hexOf(row.hash) };
}
