// In which order lists show tasks, as strands that are each one range of an index. Knows no transaction.
import type { ListQuery } from "../ledger/ledger.ts";
import type { Lease } from "../rules/lease.ts";
import { taskStatuses } from "../rules/task.ts";
import type { Values } from "./statements.ts";

/**
 * Where a row stands in a list: its group, and inside of the group the lesser of `major`, then of `minor`,
 * comes first. Open tasks stand by priority and age, final ones by their newest event, newest first.
 */
export interface Place {
  readonly group: number;
  readonly major: number;
  readonly minor: number;
}

/** Tasks of one group that one range of an index gives in their order. */
export interface Strand {
  readonly group: number;
  /** Condition with named parameters. */
  readonly where: string;
  readonly values: Values;
  /** The index to read, where SQLite would rather take another and sort. */
  readonly index?: string;
  /** Whether the group is ordered by the newest event. */
  readonly isByEvent?: true;
}

/** Groups in the order in which they are shown. */
const group = {
  active: 0,
  addressed: 1,
  forAnyone: 2,
  forOthers: 3,
  in_review: 4,
  needs_person: 5,
  completed: 6,
  cancelled: 7,
} as const;

/** What a list is asked for, with the lease as it stands. */
export interface ListOf extends ListQuery {
  readonly held: Lease | undefined;
}

/** Tells that the caller holds the lease, by name or by session. */
export function isHeldByCaller({ held, agent, session }: ListOf): boolean {
  return held !== undefined && (held.session === session || held.agent === agent);
}

/**
 * The strands of a list, in the order of their groups; those of one group are merged. The leased task is
 * stored as queued, and shown first as active: every other strand leaves it out.
 */
export function strandsOf(query: ListOf): readonly Strand[] {
  const strands = query.status === "mine" ? mine(query) : ofStatus(query);
  return strands.filter((strand) => strand.values.agent !== undefined || !needsAgent(strand));
}

function needsAgent(strand: Strand): boolean {
  return strand.where.includes(":agent");
}

function ofStatus(query: ListOf): Strand[] {
  const wanted: readonly string[] = query.status === "all"
    ? taskStatuses
    : query.status === "open"
    ? ["active", "queued", "in_review", "needs_person"]
    : [query.status];
  const strands: Strand[] = [];
  if (wanted.includes("active")) strands.push(...active(query));
  if (wanted.includes("queued")) strands.push(...queued(query));
  for (const status of ["in_review", "needs_person"] as const) {
    if (wanted.includes(status)) {
      strands.push({ group: group[status], where: `status = '${status}'`, values: {} });
    }
  }
  for (const status of ["completed", "cancelled"] as const) {
    if (!wanted.includes(status)) continue;
    const where = `status = '${status}'`;
    strands.push({ group: group[status], where, values: {}, isByEvent: true });
  }
  return strands;
}

function active({ held }: ListOf): Strand[] {
  if (!held) return [];
  return [{ group: group.active, where: "task_id = :leased", values: { leased: held.taskId } }];
}

function queued({ held, agent }: ListOf): Strand[] {
  const values = { leased: held?.taskId ?? "" };
  const others = agent === undefined ? "" : "AND target_agent <> :agent ";
  const where = (target: string) => `status = 'queued' AND ${target}AND task_id <> :leased`;
  const asked = agent === undefined ? values : { ...values, agent };
  return [
    { group: group.addressed, where: where("target_agent = :agent "), values: asked },
    { group: group.forAnyone, where: where("target_agent IS NULL "), values },
    {
      group: group.forOthers,
      where: where(`target_agent IS NOT NULL ${others}`),
      values: asked,
      index: "task_addressed",
    },
  ];
}

/** Open tasks that the caller holds, that are addressed to it or that it is to review. */
function mine(query: ListOf): Strand[] {
  const { held, agent } = query;
  const values = { leased: held?.taskId ?? "", ...(agent !== undefined && { agent }) };
  const isHeld = isHeldByCaller(query);
  const own = isHeld ? "" : " AND (target_agent = :agent OR reviewer = :agent)";
  const strands: Strand[] = held
    ? [{
      group: group.active,
      where: `task_id = :leased${own}`,
      values: isHeld ? { leased: held.taskId } : values,
    }]
    : [];
  const addressed = (status: string) =>
    `status = '${status}' AND target_agent = :agent AND task_id <> :leased`;
  // A target and a reviewer differ, so that no task is in two strands of a group.
  const reviewed = (status: string, target: string) =>
    `reviewer = :agent AND status = '${status}' AND ${target} AND task_id <> :leased`;
  strands.push(
    { group: group.addressed, where: addressed("queued"), values },
    { group: group.forAnyone, where: reviewed("queued", "target_agent IS NULL"), values },
    { group: group.forOthers, where: reviewed("queued", "target_agent <> :agent"), values },
  );
  for (const status of ["in_review", "needs_person"] as const) {
    strands.push(
      { group: group[status], where: addressed(status), values },
      { group: group[status], where: reviewed(status, "target_agent IS NOT :agent"), values },
    );
  }
  return strands;
}

/** Where a strand begins: before every place in it. */
export function startOf(strand: Strand): Pick<Place, "major" | "minor"> {
  return { major: strand.isByEvent ? -Number.MAX_SAFE_INTEGER : -1, minor: 0 };
}

/** Rows of one strand after a place, in order: one range of an index, read no further than the limit. */
export function strandSql(strand: Strand, columns: string): string {
  // A newest event is no other task's: `minor` is 0 there, and named to keep the parameters alike.
  const [after, order] = strand.isByEvent
    ? ["event < -:major AND :minor = 0", "event DESC"]
    : ["(priority_rank, created_event) > (:major, :minor)", "priority_rank, created_event"];
  const index = strand.index ? `INDEXED BY ${strand.index}` : "";
  return `SELECT ${columns} FROM task ${index} WHERE ${strand.where} AND ${after}
    ORDER BY ${order} LIMIT :limit`;
}

/**
 * Places of the tasks of all the strands that have an event after a number, in order. Reads each task that
 * changed since then, and no other.
 */
export function changedSql(strands: readonly Strand[]): string {
  const groups = strands.map((strand) => `WHEN ${strand.where} THEN ${strand.group}`).join(" ");
  const isByEvent = "status IN ('completed', 'cancelled')";
  return `SELECT "group", major, minor, created_event FROM (
      SELECT CASE ${groups} END AS "group", created_event,
        CASE WHEN ${isByEvent} THEN -event ELSE priority_rank END AS major,
        CASE WHEN ${isByEvent} THEN 0 ELSE created_event END AS minor
      FROM task WHERE event > :since)
    WHERE ("group", major, minor) > (:group, :major, :minor)
    ORDER BY "group", major, minor LIMIT :limit`;
}

/** Columns that tell the place of a row in its strand. */
export function placeColumns(strand: Strand): string {
  return strand.isByEvent
    ? "-event AS major, 0 AS minor"
    : "priority_rank AS major, created_event AS minor";
}
