// The JSON shapes that MCP, the command line and pages share: keys in snake_case, times in ISO 8601.
import type { LedgerEvent } from "../rules/event.ts";
import { minutesLeft } from "../rules/lease.ts";
import { type Entry, type GitHead, handoffsLeft, type Said, type Task } from "../rules/task.ts";
import { isoTime } from "./iso_time.ts";
import { snakeKeys, snakeName } from "./json_keys.ts";
import type { LeaseSight, Listed, ListRow, Shown, TaskSight } from "./ledger.ts";
import { shortText } from "./reply_text.ts";

/** A JSON object in reply order. */
export type Body = Record<string, unknown>;

const pathsShown = 50;
const idsShown = 5;
const entriesShown = 10;
const entryLength = 300;
const planLength = 6000;

/** The lease as every reply carries it; null when nobody holds it. */
export function leaseView(sight: LeaseSight | undefined, session: string): Body | null {
  if (!sight) return null;
  const { lease, state, now } = sight;
  return {
    holder: lease.agent,
    task_id: lease.taskId,
    expires_at: isoTime(lease.expiresAt),
    minutes_left: minutesLeft(lease, now),
    state,
    yours: lease.session === session,
  };
}

/** What every reply about one task begins with. */
export function taskHead({ task, status }: TaskSight): Body {
  return {
    task_id: task.taskId,
    status,
    version: task.version,
    event: task.event,
    handoffs_left: handoffsLeft(task),
  };
}

/** What creations and claims add to the head. */
export function taskCard(sight: TaskSight): Body {
  const { task } = sight;
  return {
    ...taskHead(sight),
    title: task.title,
    ...(task.targetAgent !== undefined && { target_agent: task.targetAgent }),
    ...(task.reviewer !== undefined && { reviewer: task.reviewer }),
    priority: task.priority,
  };
}

/** What the next agent needs to go on: absent where there is nothing to say. */
export function briefView(task: Task): Body {
  const { review } = task;
  return {
    objective: saidView(task.objective),
    ...(task.constraints && { constraints: saidView(task.constraints) }),
    ...(task.summary && { summary: saidView(task.summary) }),
    ...(task.nextAction && { next_action: saidView(task.nextAction) }),
    ...(review && {
      review: { verdict: review.verdict, version: review.version, ...saidView(review) },
    }),
    ...(task.rounds > 0 && { review_rounds: task.rounds }),
    ...pathsView("changed_files", task.changedFiles),
    ...entriesView("decisions", task.decisions),
    ...entriesView("blockers", task.blockers),
    ...planView(task),
    ...(task.checkpoint && { checkpoint: entryView(task.checkpoint) }),
  };
}

/** At most 50 paths and the number left. */
export function pathsView(key: string, paths: readonly string[]): Body {
  if (paths.length === 0) return {};
  const rest = paths.length - pathsShown;
  return { [key]: paths.slice(0, pathsShown), ...(rest > 0 && { [`${key}_left`]: rest }) };
}

/** A task with its brief and history. */
export function shownView(shown: Shown): Body {
  const { task } = shown.sight;
  return {
    ...taskCard(shown.sight),
    created_by: task.createdBy.name,
    created_at: isoTime(task.createdAt),
    updated_at: isoTime(task.updatedAt),
    ...briefView(task),
    ...(shown.dependencies.length > 0 && { depends_on: snakeKeys(shown.dependencies) }),
  };
}

/** One short row of a list; never a body of text. */
export function rowView(row: ListRow): Body {
  const { task } = row;
  return {
    task_id: task.taskId,
    title: task.title,
    status: row.status,
    priority: task.priority,
    ...(task.targetAgent !== undefined && { target_agent: task.targetAgent }),
    ...(task.reviewer !== undefined && { reviewer: task.reviewer }),
    version: task.version,
    event: task.event,
    handoffs_left: handoffsLeft(task),
    updated_at: isoTime(task.updatedAt),
    ...waitsForView(row.waitsFor),
    ...(row.excerpt !== undefined && { excerpt: row.excerpt }),
  };
}

function waitsForView(waitsFor: readonly string[]): Body {
  if (waitsFor.length === 0) return {};
  const rest = waitsFor.length - idsShown;
  return { waits_for: waitsFor.slice(0, idsShown), ...(rest > 0 && { waits_for_left: rest }) };
}

/** A page of a list. */
export function listView(listed: Listed): Body {
  return {
    tasks: listed.rows.map(rowView),
    ...(listed.cursor !== undefined && { cursor: listed.cursor }),
    ...(listed.leftOut && { left_out: snakeKeys(listed.leftOut) }),
    newest_event: listed.newestEvent,
  };
}

/** Facts of events that only the ledger itself needs. */
const inward: ReadonlySet<string> = new Set([
  "fence",
  "tokenHash",
  "request",
  "grantedAt",
  "about",
  "continues",
  "fromSession",
  "holderSession",
]);

/** One event of a history: its author stands beside what it says. */
export function eventView(event: LedgerEvent): Body {
  const view: Body = {
    event: event.event,
    kind: event.kind,
    at: isoTime(event.at),
    [event.actor.kind]: event.actor.name,
  };
  const cleared: string[] = [];
  for (const [key, value] of Object.entries(event.data)) {
    if (inward.has(key) || value === undefined) continue;
    if (value === null || (Array.isArray(value) && value.length === 0)) {
      if (event.kind === "updated") cleared.push(snakeName(key));
      continue;
    }
    if (key === "changedFiles") Object.assign(view, pathsView("changed_files", value as string[]));
    else if (key === "git") Object.assign(view, headView(value as GitHead));
    else if (key === "minutes") view.lease_minutes = value;
    else if (key.endsWith("At") && typeof value === "number") view[snakeName(key)] = isoTime(value);
    else view[snakeName(key)] = snakeKeys(value);
  }
  return cleared.length > 0 ? { ...view, cleared } : view;
}

/** Branch and commit; the index's digest only serves comparing. */
function headView({ branch, commit }: GitHead): Body {
  const head = { ...(branch !== undefined && { branch }), ...(commit !== undefined && { commit }) };
  return Object.keys(head).length > 0 ? { git: head } : {};
}

function saidView(said: Said): Body {
  return { by: said.by, at: isoTime(said.at), text: said.text };
}

function entryView(entry: Entry): Body {
  return {
    event: entry.event,
    by: entry.by,
    at: isoTime(entry.at),
    text: shortText(entry.text, entryLength),
  };
}

function entriesView(key: string, entries: readonly Entry[]): Body {
  if (entries.length === 0) return {};
  const rest = entries.length - entriesShown;
  return {
    [key]: entries.slice(0, entriesShown).map(entryView),
    ...(rest > 0 && { [`${key}_left`]: rest }),
  };
}

/** The steps that are left, in order, as many as fit; how many are done. */
function planView(task: Task): Body {
  if (task.plan.length === 0) return {};
  const open = task.plan
    .map((step, index) => ({ step: index + 1, text: step.text, done: step.done }))
    .filter((step) => !step.done)
    .map(({ step, text }) => ({ step, text }));
  let length = 0;
  const left = open.filter(({ text }) => (length += text.length) <= planLength);
  const more = open.length - left.length;
  return {
    plan: {
      done: task.plan.length - open.length,
      of: task.plan.length,
      left,
      ...(more > 0 && { more }),
    },
  };
}
