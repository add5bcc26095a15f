// What a decision may look up, as index reads. Each reads a bounded number of rows; none writes.
import type { Lookups } from "../ledger/slice.ts";
import type { LedgerEvent } from "../rules/event.ts";
import type { Lease, PastLease } from "../rules/lease.ts";
import type { Newest, RememberedRequest, Waiting } from "../rules/state.ts";
import type { SessionRecord } from "../rules/session.ts";
import type { Task } from "../rules/task.ts";
import { eventColumns, eventOf, newestOf } from "./event_rows.ts";
import { likenessOf } from "./likeness.ts";
import { nearIds } from "./near_ids.ts";
import { columnList, leaseRows, pastLeaseRows, sessionRows, taskRows } from "./rows.ts";
import type { Row, Statements } from "./statements.ts";

/** Every statement of the look-ups, by name; a test asks SQLite how it runs each of them. */
export const lookupSql = {
  fence: "SELECT fence FROM workspace WHERE slot = 1",
  lease: `SELECT ${columnList(leaseRows)} FROM lease WHERE slot = 1`,
  task: `SELECT ${columnList(taskRows)} FROM task WHERE task_id = :taskId`,
  idsByPrefix: "SELECT task_id FROM task WHERE task_id >= :from AND task_id < :to LIMIT 2",
  pastLease: `SELECT ${columnList(pastLeaseRows)} FROM past_lease WHERE fence = :fence`,
  pastLeaseOf: `SELECT ${columnList(pastLeaseRows)} FROM past_lease
    WHERE task_id = :taskId AND session = :session ORDER BY fence DESC LIMIT 1`,
  newestPastLeaseOf: `SELECT ${columnList(pastLeaseRows)} FROM past_lease
    WHERE task_id = :taskId ORDER BY fence DESC LIMIT 1`,
  session: `SELECT ${columnList(sessionRows)} FROM session WHERE session = :session`,
  newestEventOf: `SELECT ${eventColumns} FROM event
    WHERE task_id = :taskId ORDER BY event DESC LIMIT 1`,
  createRequest: `SELECT ${eventColumns} FROM event
    WHERE request_id = :id AND actor = :agent AND kind = 'created' ORDER BY event DESC LIMIT 1`,
  claimRequest: `SELECT ${eventColumns} FROM event
    WHERE request_id = :id AND actor = :agent AND kind IN ('claimed', 'taken_over')
    ORDER BY event DESC LIMIT 1`,
  twin:
    "SELECT created_event FROM task WHERE likeness = :likeness ORDER BY created_event DESC LIMIT 1",
  event: `SELECT ${eventColumns} FROM event WHERE event = :event`,
  newAgents: "SELECT number, name FROM agent WHERE number > :known ORDER BY number",
  bestAddressed: `SELECT ${columnList(taskRows)} FROM task INDEXED BY task_claimable
    WHERE status = 'queued' AND open_dependencies = 0 AND target_agent = :agent
      AND task_id <> :except ORDER BY priority_rank, created_event LIMIT 1`,
  bestForAnyone: `SELECT ${columnList(taskRows)} FROM task INDEXED BY task_claimable
    WHERE status = 'queued' AND open_dependencies = 0 AND target_agent IS NULL
      AND task_id <> :except ORDER BY priority_rank, created_event LIMIT 1`,
  waiting: `SELECT status, target_agent, is_blocked, tasks FROM task_count
    WHERE status IN ('queued', 'in_review', 'needs_person')`,
  countedAs: `SELECT status, coalesce(target_agent, '') AS target_agent,
      open_dependencies > 0 AS is_blocked, -1 AS tasks FROM task WHERE task_id = :except`,
  dependantsOf: `SELECT dependant.task_id FROM dependency AS dependant
      JOIN task ON task.task_id = dependant.task_id
    WHERE dependant.depends_on = :taskId AND task.status NOT IN ('completed', 'cancelled')
    ORDER BY dependant.rowid LIMIT 50`,
} as const;

/** The look-ups of one connection. It remembers names of agents, which nothing ever removes. */
export class SqliteLookups implements Lookups {
  #agents: ReadonlySet<string> = new Set();
  #newestAgent = 0;

  /** Look-ups that run on the statements given, inside whatever transaction they are in. */
  constructor(private readonly statements: Statements) {}

  newest(): Newest {
    const { event, at } = newestOf(this.statements);
    return { event, at };
  }

  fence(): number {
    return Number(this.statements.first(lookupSql.fence)?.fence ?? 0);
  }

  lease(): Lease | undefined {
    const row = this.statements.first(lookupSql.lease);
    return row && leaseRows.decode(row);
  }

  task(taskId: string): Task | undefined {
    return taskOf(this.statements.first(lookupSql.task, { taskId }));
  }

  idsByPrefix(prefix: string): readonly string[] {
    // "g" follows the last hex digit.
    return this.statements.all(lookupSql.idsByPrefix, { from: prefix, to: `${prefix}g` })
      .map((row) => String(row.task_id));
  }

  idsNear(taskId: string): readonly string[] {
    return nearIds(this.statements, taskId);
  }

  pastLease(fence: number): PastLease | undefined {
    const row = this.statements.first(lookupSql.pastLease, { fence });
    return row && pastLeaseRows.decode(row);
  }

  pastLeaseOf({ taskId, session }: { taskId: string; session: string }): PastLease | undefined {
    const row = this.statements.first(lookupSql.pastLeaseOf, { taskId, session });
    return row && pastLeaseRows.decode(row);
  }

  newestPastLeaseOf(taskId: string): PastLease | undefined {
    const row = this.statements.first(lookupSql.newestPastLeaseOf, { taskId });
    return row && pastLeaseRows.decode(row);
  }

  session(session: string): SessionRecord | undefined {
    const row = this.statements.first(lookupSql.session, { session });
    return row && sessionRows.decode(row);
  }

  newestEventOf(taskId: string): LedgerEvent | undefined {
    const row = this.statements.first(lookupSql.newestEventOf, { taskId });
    return row && eventOf(row);
  }

  request(
    of: { agent: string; tool: "create" | "claim"; id: string; since: number },
  ): RememberedRequest | undefined {
    const { agent, tool, id, since } = of;
    const sql = tool === "create" ? lookupSql.createRequest : lookupSql.claimRequest;
    const row = this.statements.first(sql, { agent, id });
    if (!row || Number(row.at) < since) return undefined;
    const { taskId, data } = eventOf(row);
    if (!("request" in data) || !data.request) return undefined;
    const { argumentsHash } = data.request;
    return { argumentsHash, taskId, ..."fence" in data && { fence: data.fence } };
  }

  twin(
    of: { agent: string; title: string; objective: string; since: number },
  ): string | undefined {
    const found = this.statements.first(lookupSql.twin, { likeness: likenessOf(of) });
    const row = found && this.statements.first(lookupSql.event, { event: found.created_event! });
    if (!row || Number(row.at) < of.since) return undefined;
    const event = eventOf(row);
    const isEqual = event.kind === "created" && event.actor.name === of.agent &&
      event.data.title === of.title && event.data.objective === of.objective;
    return isEqual ? event.taskId : undefined;
  }

  agents(): ReadonlySet<string> {
    const fresh = this.statements.all(lookupSql.newAgents, { known: this.#newestAgent });
    if (fresh.length > 0) {
      this.#agents = new Set([...this.#agents, ...fresh.map((row) => String(row.name))]);
      this.#newestAgent = Number(fresh.at(-1)!.number);
    }
    return this.#agents;
  }

  bestQueued({ agent, except = "" }: { agent: string; except?: string }): Task | undefined {
    return taskOf(
      this.statements.first(lookupSql.bestAddressed, { agent, except }) ??
        this.statements.first(lookupSql.bestForAnyone, { except }),
    );
  }

  waiting({ agent, except }: { agent: string; except?: string }): Waiting {
    const counts = { dependency: 0, otherAgent: 0, inReview: 0, needsPerson: 0 };
    const rows = this.statements.all(lookupSql.waiting);
    if (except !== undefined) rows.push(...this.statements.all(lookupSql.countedAs, { except }));
    for (const row of rows) {
      const waitsFor = waitsForWhat(row, agent);
      if (waitsFor) counts[waitsFor] += Number(row.tasks);
    }
    return counts;
  }

  dependantsOf(taskId: string): readonly string[] {
    return this.statements.all(lookupSql.dependantsOf, { taskId })
      .map((row) => String(row.task_id));
  }
}

/** The task that a row holds. */
export function taskOf(row: Row | undefined): Task | undefined {
  return row && taskRows.decode(row);
}

/** What the tasks of a count wait for, each for one thing: an address counts before a dependency. */
function waitsForWhat(row: Row, agent: string): keyof Waiting | undefined {
  if (row.status === "in_review") return "inReview";
  if (row.status === "needs_person") return "needsPerson";
  if (row.status !== "queued") return undefined;
  if (row.target_agent !== "" && row.target_agent !== agent) return "otherAgent";
  return row.is_blocked === 1 ? "dependency" : undefined;
}
