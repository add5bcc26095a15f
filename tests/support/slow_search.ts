// What a search finds, for the slow ledger: every text of every task, read anew. Shows the meaning that every
// ledger must keep.
import { excerptOf } from "../../lib/ledger/excerpt.ts";
import type { ListQuery, ListRow } from "../../lib/ledger/ledger.ts";
import { isHeldBy, type Term, termsOf } from "../../lib/ledger/search_query.ts";
import { allTexts, textsOf } from "../../lib/ledger/search_texts.ts";
import { wordsOf } from "../../lib/ledger/search_words.ts";
import type { LedgerEvent } from "../../lib/rules/event.ts";
import type { LedgerState } from "../../lib/rules/state.ts";
import { isFinal } from "../../lib/rules/task.ts";
import { waitsFor } from "./memory_lookups.ts";
import { compare, cursorAt, placeOf, shownTasks } from "./slow_lists.ts";

/** A page of what a search finds. A place is whether no title holds all terms, the event, and the newest event of the first page. */
export function searchPageOf(
  state: LedgerState,
  history: readonly LedgerEvent[],
  query: ListQuery,
): { rows: readonly ListRow[]; cursor?: string } {
  const terms = termsOf(query.query ?? "");
  const after = query.cursor === undefined ? undefined : placeOf(query.cursor, query);
  const asOf = after?.[2] ?? state.newest.event;
  const found = terms.length === 0 ? [] : shownTasks(state, query)
    .flatMap((sight) => {
      const events = history
        .filter(({ taskId, event }) => taskId === sight.task.taskId && event <= asOf);
      const at = foundAt(events, terms);
      return at ? [{ ...sight, ...at, place: [...at.place, asOf] }] : [];
    })
    .sort((one, other) => compare(one.place, other.place))
    .filter(({ place }) => after === undefined || compare(place, after) > 0);
  const shown = found.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ task, status, event }) => ({
      task,
      status,
      waitsFor: isFinal(status) ? [] : waitsFor(task, state),
      excerpt: excerptOf(allTexts(textsOf(event)), terms),
    })),
    ...(last && found.length > shown.length && { cursor: cursorAt(last.place, query) }),
  };
}

/** The event at which a task is found and its rank; none where its texts do not hold all terms. */
function foundAt(
  events: readonly LedgerEvent[],
  terms: readonly Term[],
): { event: LedgerEvent; place: number[] } | undefined {
  const holds = (event: LedgerEvent, term: Term) =>
    isHeldBy(allTexts(textsOf(event)).map(wordsOf), term);
  if (!terms.every((term) => events.some((event) => holds(event, term)))) return undefined;
  const titled = events.findLast((event) => {
    const { title } = textsOf(event);
    return title !== undefined && terms.every((term) => isHeldBy([wordsOf(title)], term));
  });
  const event = titled ?? events.findLast((event) => holds(event, terms[0]!))!;
  return { event, place: [titled ? 0 : 1, -event.event] };
}
