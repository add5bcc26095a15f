// Which tasks hold every term of a query, judged task by task on the index of words. Knows no page and no status.
import { isHeldBy, type Term } from "../ledger/search_query.ts";
import { allTexts, type EventTexts, textsOf } from "../ledger/search_texts.ts";
import { type Word, wordsOf } from "../ledger/search_words.ts";
import { eventColumns, eventOf } from "./event_rows.ts";
import { type AnyOf, type SearchIndex, taskWord, titleWord } from "./search_index.ts";
import type { Statements } from "./statements.ts";

/** One event of the history. */
export const eventSql = `SELECT ${eventColumns} FROM event WHERE event = :event`;

/** Events looked at to tell which word of a query is the rarest. */
const probe = 200;

/** Where a walk stands: in titles or in all texts, at an event that holds the word walked along. */
export interface Hit {
  readonly isTitle: boolean;
  readonly event: number;
  readonly taskId: string;
}

interface Wanted {
  readonly term: Term;
  /** What each word of the term stands for in the index. */
  readonly words: readonly AnyOf[];
}

/** The terms of one query, against the texts recorded up to one event. */
export class SearchMatch {
  /** Beginnings that stand for too many words, with their star. */
  readonly cutPrefixes: readonly string[];
  readonly #inTexts: readonly Wanted[];
  readonly #inTitles: readonly Wanted[];
  readonly #driver: { readonly texts: AnyOf | undefined; readonly titles: AnyOf | undefined };

  /** Looks up what the words stand for, and which of them is the rarest. */
  constructor(
    private readonly statements: Statements,
    private readonly index: SearchIndex,
    private readonly of: { terms: readonly Term[]; upTo: number },
  ) {
    const cut = new Set<string>();
    this.#inTexts = this.#wanted((word) => word, cut);
    this.#inTitles = this.#wanted(titleWord, cut);
    this.cutPrefixes = [...cut];
    const texts = this.#rarest(this.#inTexts);
    this.#driver = { texts, titles: texts && this.#rarest(this.#inTitles) };
  }

  /** The rarest word, in titles or in all texts: no match is without it. None: nothing matches. */
  driver(isTitle: boolean): AnyOf | undefined {
    return isTitle ? this.#driver.titles : this.#driver.texts;
  }

  /**
   * Tells that a task is to be shown at a hit: by its title, where that holds all terms; else where its
   * texts do and no title of it does. Hits from the event `walkedTo` on belong to earlier pages, and what
   * was met there is not shown again.
   */
  isShownAt(hit: Hit, walkedTo: number): boolean {
    return hit.isTitle ? this.#isTitleShown(hit, walkedTo) : this.#isTextShown(hit, walkedTo);
  }

  /** The texts to take the excerpt of a hit from: its own, or the newest of the task that hold a term. */
  textsFor({ event, taskId }: Hit): readonly string[] {
    const here = this.#wordsAt(event);
    const isHere = this.of.terms.some((term) => isHeldBy(here, term));
    // A word of a phrase may have been met apart from the rest of it.
    const holding = isHere ? event : this.#newestWith(taskId, this.#inTexts[0]!);
    return allTexts(this.#textsAt(holding ?? event));
  }

  #isTitleShown({ event, taskId }: Hit, walkedTo: number): boolean {
    return this.#hasTitle(event) && !this.#isTitled(taskId, walkedTo);
  }

  #isTextShown({ event, taskId }: Hit, walkedTo: number): boolean {
    if (this.#isMet(taskId, walkedTo)) return false;
    const here = this.#wordsAt(event);
    return this.#inTexts.every((wanted) =>
      isHeldBy(here, wanted.term) || this.#newestWith(taskId, wanted) !== undefined
    ) && !this.#isTitled(taskId, 1);
  }

  /** Tells that the walk along texts has met the task at an event or later: it was judged there. */
  #isMet(taskId: string, event: number): boolean {
    const all = [[taskWord(taskId)], this.#driver.texts!];
    return !this.index.each(all, this.#from(event)).next().done;
  }

  /** Tells that one of the task's titles given at an event or later holds all terms. */
  #isTitled(taskId: string, event: number): boolean {
    if (!this.#driver.titles) return false;
    const all = [[taskWord(taskId)], ...this.#inTitles.flatMap(({ words }) => words)];
    for (const given of this.index.each(all, this.#from(event))) {
      if (this.#hasTitle(given)) return true;
    }
    return false;
  }

  #from(event: number): { after: number; upTo: number } {
    return { after: event - 1, upTo: this.of.upTo };
  }

  #newestWith(taskId: string, { term, words }: Wanted): number | undefined {
    const all = [[taskWord(taskId)], ...words];
    for (const event of this.index.each(all, this.#from(1))) {
      if (words.length === 1 || isHeldBy(this.#wordsAt(event), term)) return event;
    }
    return undefined;
  }

  #textsAt(event: number): EventTexts {
    const row = this.statements.first(eventSql, { event });
    return row ? textsOf(eventOf(row)) : { others: [] };
  }

  #hasTitle(event: number): boolean {
    const { title } = this.#textsAt(event);
    if (title === undefined) return false;
    const words = wordsOf(title);
    return this.of.terms.every((term) => isHeldBy([words], term));
  }

  #wordsAt(event: number): Word[][] {
    return allTexts(this.#textsAt(event)).map(wordsOf);
  }

  #wanted(indexed: (word: string) => string, cut: Set<string>): Wanted[] {
    return this.of.terms.map((term) => ({
      term,
      words: term.words.map((word, place) => {
        if (!term.isPrefix || place < term.words.length - 1) return [indexed(word)];
        const { words, isCut } = this.index.beginningWith(indexed(word));
        if (isCut) cut.add(`${word}*`);
        return words;
      }),
    }));
  }

  /** The word of which events stand farthest apart; undefined where one stands in no event. */
  #rarest(wanted: readonly Wanted[]): AnyOf | undefined {
    const { upTo } = this.of;
    const words = wanted.flatMap(({ words }) => words);
    let rarest: { words: AnyOf; share: number } | undefined;
    for (const any of words) {
      if (any.length === 0) return undefined;
      const found = this.index.newest([any], { after: 0, upTo, limit: probe });
      if (found.length === 0) return undefined;
      const oldest = found.length < probe ? 0 : found.at(-1)!;
      const share = found.length / Math.max(1, upTo - oldest);
      if (!rarest || share < rarest.share) rarest = { words: any, share };
    }
    return rarest?.words;
  }
}
