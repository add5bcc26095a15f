// Checks a whole ledger: its file, its history and every row that the history made. Changes nothing.
import { setImmediate as turn } from "node:timers/promises";
import { Connection } from "./connection.ts";
import { hasten } from "../system/digest.ts";
import { eventColumns, eventOf, firstHash, hashOf, hexOf } from "./event_rows.ts";
import { SqliteLookups } from "./lookups.ts";
import { Replay, type Report } from "./replay.ts";
import { foreignSchema } from "./schema_check.ts";
import { SearchCheck } from "./search_check.ts";
import type { Row, Statements } from "./statements.ts";

/** What a finding is about: the file as SQLite sees it, its schema, the chain of events, or the rows. */
export type FindingKind = "file" | "schema" | "history" | "rows";

/** One thing that is not as it should be. */
export interface Finding {
  readonly kind: FindingKind;
  /** A sentence without a full stop. */
  readonly detail: string;
  readonly event?: number;
  readonly taskId?: string;
}

/** What a check of a whole ledger came to. */
export interface Verification {
  /** The first findings; none: all is well. */
  readonly findings: readonly Finding[];
  /** How many there were in all. */
  readonly found: number;
  readonly events: number;
  readonly tasks: number;
  /** Hash of the newest event, 64 hex digits. Who notes it elsewhere can tell later that nothing before was rewritten. */
  readonly newestHash: string;
}

/** Findings that are told one by one; the rest is counted. */
const told = 100;

/** Events read at a time. */
const pageSize = 1000;

const pageSql = `SELECT ${eventColumns}, previous_hash, hash FROM event
  WHERE event > :after ORDER BY event LIMIT ${pageSize}`;

/** What triggers derive from the task rows, each with the ids of tasks for which it is wrong. */
const derived: readonly [detail: string, sql: string][] = [
  [
    "The dependency rows differ from the task's list",
    `SELECT task_id FROM task WHERE EXISTS (
        SELECT value FROM json_each(task.depends_on)
        EXCEPT SELECT depends_on FROM dependency WHERE dependency.task_id = task.task_id)
      OR EXISTS (
        SELECT depends_on FROM dependency WHERE dependency.task_id = task.task_id
        EXCEPT SELECT value FROM json_each(task.depends_on)) LIMIT ${told}`,
  ],
  [
    "The number of open dependencies is wrong",
    `SELECT task_id FROM task WHERE open_dependencies <> (SELECT count(*) FROM dependency
      JOIN task AS other ON other.task_id = dependency.depends_on
      WHERE dependency.task_id = task.task_id AND other.status <> 'completed') LIMIT ${told}`,
  ],
  [
    "The counts of tasks are wrong",
    `SELECT NULL AS task_id FROM (
      SELECT status, coalesce(target_agent, '') AS target_agent, open_dependencies > 0 AS is_blocked,
        1 AS tasks FROM task
      UNION ALL SELECT status, target_agent, is_blocked, -tasks FROM task_count)
      GROUP BY status, target_agent, is_blocked HAVING sum(tasks) <> 0 LIMIT 1`,
  ],
];

/**
 * Checks a ledger: SQLite's own check of the file, its schema, the numbers, times and hashes of the history,
 * and that the history replayed makes exactly the rows and the search index that are stored. Writers go on
 * meanwhile; what is checked is the ledger as it stood at the start. Memory stays bounded; time grows with
 * the history.
 *
 * Rejects as opening does; what is found in a ledger that opens is a finding, not an error.
 */
export async function verifyLedger(path: string): Promise<Verification> {
  const connection = await Connection.open({ path, journal: "wal", readOnly: true });
  try {
    return await connection.readAtLength(verify);
  } finally {
    connection.close();
  }
}

async function verify(statements: Statements): Promise<Verification> {
  const findings: Finding[] = [];
  let found = 0;
  const reporter = (kind: FindingKind): Report => (detail, about = {}) => {
    if (++found <= told) findings.push({ kind, detail, ...about });
  };
  const file = reporter("file");
  // A page that cannot be read ends one part of the check; the others go on.
  const reading = async (part: () => void | Promise<void>): Promise<void> => {
    try {
      await part();
    } catch (error) {
      file(`Read the ledger: ${(error as Error).message}`);
    }
  };
  await reading(() => checkFile(statements, file));
  await reading(() => foreignSchema(statements).forEach((detail) => reporter("schema")(detail)));
  const history = reporter("history");
  const rows = reporter("rows");
  const replay = new Replay(statements, new SqliteLookups(statements), rows);
  const search = new SearchCheck();
  const chain = { event: 0, at: 0, hash: firstHash };
  await reading(async () => {
    for (;;) {
      const page = statements.all(pageSql, { after: chain.event });
      for (const row of page) {
        checkLink(row, chain, history);
        takeEvent(row, { replay, search, report: history });
      }
      if (page.length < pageSize) break;
      await turn();
    }
    replay.finish();
  });
  await reading(() => checkDerived(statements, rows));
  await reading(async () => {
    if (!await search.isMadeOfThem(statements)) rows("The search index differs from the history");
  });
  return {
    findings,
    found,
    events: chain.event,
    tasks: replay.created,
    newestHash: chain.hash,
  };
}

function checkDerived(statements: Statements, report: Report): void {
  for (const [detail, sql] of derived) {
    for (const row of statements.all(sql)) {
      report(detail, row.task_id === null ? {} : { taskId: String(row.task_id) });
    }
  }
}

function checkFile(statements: Statements, report: Report): void {
  for (const row of statements.all(`PRAGMA integrity_check(${told})`)) {
    if (row.integrity_check !== "ok") report(String(row.integrity_check));
  }
  for (const row of statements.all("PRAGMA foreign_key_check")) {
    report(`A row of "${row.table}" refers to a row of "${row.parent}" that does not exist`);
  }
}

/** Checks that an event follows the one before it, and moves on to it. */
function checkLink(
  row: Row,
  chain: { event: number; at: number; hash: string },
  report: Report,
): void {
  const event = Number(row.event);
  const about = { event, taskId: String(row.task_id) };
  const previous = hexOf(row.previous_hash as Uint8Array);
  if (event !== chain.event + 1) report(`Event ${chain.event + 1} is missing`, about);
  if (Number(row.at) < chain.at) {
    report("The event's time lies before that of the one before", about);
  }
  if (previous !== chain.hash) {
    report("The event does not carry the hash of the one before it", about);
  }
  const own = hexOf(row.hash as Uint8Array);
  hasten();
  if (hashOf(row, previous) !== own) {
    report("The event is not the one that its hash was made of", about);
  }
  Object.assign(chain, { event, at: Number(row.at), hash: own });
}

function takeEvent(
  row: Row,
  to: { replay: Replay; search: SearchCheck; report: Report },
): void {
  const about = { event: Number(row.event), taskId: String(row.task_id) };
  try {
    const event = eventOf(row);
    to.search.take(event);
    to.replay.take(event);
  } catch (error) {
    to.report(`Replay the event: ${(error as Error).message}`, about);
  }
}
