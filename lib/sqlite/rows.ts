// The rows of tasks, leases and past leases. Knows how they look in SQL, and no rule.
import type { Lease, PastLease } from "../rules/lease.ts";
import type { SessionRecord } from "../rules/session.ts";
import type { Task } from "../rules/task.ts";
import { RecordCodec } from "./record_codec.ts";

/** A task and its row. */
export const taskRows: RecordCodec<Task> = new RecordCodec<Task>({
  taskId: "text",
  title: "text",
  status: "text",
  priority: "text",
  targetAgent: "text",
  version: "integer",
  event: "integer",
  createdEvent: "integer",
  createdAt: "integer",
  createdBy: "json",
  updatedAt: "integer",
  maxHandoffs: "integer",
  handoffsUsed: "integer",
  everHeld: "flag",
  reviewer: "text",
  author: "json",
  submission: "json",
  submittedVersion: "integer",
  rounds: "integer",
  heirAgent: "text",
  stopReason: "text",
  unfinished: "json",
  git: "json",
  objective: "json",
  constraints: "json",
  summary: "json",
  nextAction: "json",
  review: "json",
  changedFiles: "json",
  decisions: "json",
  blockers: "json",
  checkpoint: "json",
  plan: "json",
  dependsOn: "json",
});

/** The lease and its row. */
export const leaseRows: RecordCodec<Lease> = new RecordCodec<Lease>({
  fence: "integer",
  taskId: "text",
  agent: "text",
  session: "text",
  tokenHash: "text",
  minutes: "integer",
  grantedAt: "integer",
  expiresAt: "integer",
  seenAt: "integer",
  since: "integer",
  git: "json",
});

/** A lease that ended and its row. */
export const pastLeaseRows: RecordCodec<PastLease> = new RecordCodec<PastLease>({
  fence: "integer",
  taskId: "text",
  agent: "text",
  session: "text",
  tokenHash: "text",
  ended: "text",
  endedEvent: "integer",
  endedBy: "text",
  endedAt: "integer",
  noteKept: "flag",
});

/** A session and its row. */
export const sessionRows: RecordCodec<SessionRecord> = new RecordCodec<SessionRecord>({
  session: "text",
  name: "text",
  kind: "text",
  firstEvent: "integer",
  firstAt: "integer",
  client: "text",
  clientVersion: "text",
  host: "text",
  startedAt: "integer",
  directory: "text",
  branch: "text",
  parent: "text",
});

/** Columns of a select, one after another. */
export function columnList(rows: { columns: readonly string[] }): string {
  return rows.columns.join(", ");
}

/** A statement that inserts a value's columns, and others given by name. */
export function insertInto(table: string, columns: readonly string[]): string {
  const parameters = columns.map((column) => `:${column}`);
  return `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${parameters.join(", ")})`;
}

/** Assignments of an update to all columns but those that never change. */
export function assignments(columns: readonly string[], fixed: readonly string[]): string {
  return columns.filter((column) => !fixed.includes(column))
    .map((column) => `${column} = :${column}`).join(", ");
}
