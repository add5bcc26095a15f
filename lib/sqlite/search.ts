// Pages of what a search finds. Each looks at a bounded number of events, however many there are.
import { excerptOf } from "../ledger/excerpt.ts";
import type { LeftOut, Listed } from "../ledger/ledger.ts";
import { termsOf } from "../ledger/search_query.ts";
import type { Task } from "../rules/task.ts";
import { cursorAt, placeOf } from "./cursor.ts";
import { newestOf } from "./event_rows.ts";
import { type ListOf, type Place, type Strand, strandsOf } from "./list_order.ts";
import { rowOf } from "./list_row.ts";
import { columnList, taskRows } from "./rows.ts";
import { SearchIndex } from "./search_index.ts";
import { type Hit, SearchMatch } from "./search_match.ts";
import type { Statements } from "./statements.ts";

/**
 * How much one page may look at: words looked up and events found, together. A page that reaches it ends
 * early with a cursor; the hit at which it does is still judged.
 */
export const lookLimit = 2000;

const groups = [{ group: 0, isTitle: true }, { group: 1, isTitle: false }] as const;

/** Which task an event is of. */
export const taskOfEventSql = "SELECT task_id FROM event WHERE event = :event";

/** The row of a task, where the list shows it: in one of its strands, and changed since an event. */
export function shownSql(strands: readonly Strand[]): string {
  const isAsked = strands.map(({ where }) => `(${where})`).join(" OR ");
  return `SELECT ${columnList(taskRows)} FROM task
    WHERE task_id = :taskId AND (${isAsked}) AND event > :since`;
}

interface Found {
  readonly task: Task;
  readonly hit: Hit;
  readonly place: Place;
}

/**
 * A page of the tasks that a search finds, as the port's `list` tells it. Runs inside one read transaction.
 *
 * It walks along the events that hold the rarest word of the query, newest first: along titles, then along
 * all texts. So its cost grows with what it shows and passes over, up to `lookLimit`, and not with the
 * ledger. A cursor names the newest event at the first page (`major`), beyond which no page looks, and the
 * event before which the walk goes on (`minor`).
 */
export function searchTasks(statements: Statements, query: ListOf): Omit<Listed, "lease"> {
  const newestEvent = newestOf(statements).event;
  const start = placeOf(query) ?? { group: 0, major: newestEvent, minor: newestEvent + 1 };
  const terms = termsOf(query.query ?? "");
  if (terms.length === 0) return { rows: [], newestEvent };
  const index = new SearchIndex(statements);
  const match = new SearchMatch(statements, index, { terms, upTo: start.major });
  const { found, cutAt } = walk(statements, { query, index, match, start });
  const shown = found.slice(0, query.limit);
  const next = found.length > shown.length ? shown.at(-1)!.place : cutAt;
  const leftOut: LeftOut = {
    ...(cutAt && { older: true }),
    ...(match.cutPrefixes.length > 0 && { prefixes: match.cutPrefixes }),
  };
  return {
    rows: shown.map(({ task, hit }) => ({
      ...rowOf(statements, task, query.held),
      excerpt: excerptOf(match.textsFor(hit), terms),
    })),
    newestEvent,
    ...(next && { cursor: cursorAt(next, query) }),
    ...(Object.keys(leftOut).length > 0 && { leftOut }),
  };
}

/** What is found from a place on, one more than a page shows; where it ended early, at which place. */
function walk(
  statements: Statements,
  of: { query: ListOf; index: SearchIndex; match: SearchMatch; start: Place },
): { found: readonly Found[]; cutAt?: Place } {
  const { query, index, match, start } = of;
  const found: Found[] = [];
  const strands = strandsOf(query);
  if (strands.length === 0) return { found };
  const sql = shownSql(strands);
  const values = Object.assign({ since: query.since ?? 0 }, ...strands.map(({ values }) => values));
  const met = new Set<string>();
  index.looked = 0;
  for (const { group, isTitle } of groups) {
    const driver = match.driver(isTitle);
    if (group < start.group || !driver) continue;
    const walkedTo = group === start.group ? start.minor : start.major + 1;
    for (const event of index.each([driver], { after: 0, upTo: walkedTo - 1 })) {
      const taskId = String(statements.first(taskOfEventSql, { event })?.task_id);
      const place = { group, major: start.major, minor: event };
      if (!met.has(taskId)) {
        const hit = { isTitle, event, taskId };
        const row = statements.first(sql, { ...values, taskId });
        const isShown = row && match.isShownAt(hit, walkedTo);
        // Another title of the task may hold what this one does not; in texts every hit is judged alike.
        if (isShown || !isTitle) met.add(taskId);
        if (isShown) found.push({ task: taskRows.decode(row), hit, place });
      }
      if (found.length > query.limit) return { found };
      if (index.looked >= lookLimit) return { found, cutAt: place };
    }
  }
  return { found };
}
