// Whether the index of words is the one that the history makes. Changes nothing.
import { setImmediate as turn } from "node:timers/promises";
import type { LedgerEvent } from "../rules/event.ts";
import type { Statements } from "./statements.ts";
import { indexedWords } from "./search_index.ts";

/** Words read at a time. */
const pageSize = 10_000;

const countsSql = `SELECT term, doc FROM search_count WHERE term >= :from LIMIT ${pageSize}`;

/**
 * Compares the words of the history with those of the index by a sum over all of them: the task of each
 * event with text is among its words. A word that is missing, changed or too many shows, but for one in
 * four thousand million; which event of a task holds a word is SQLite's own check to keep right.
 */
export class SearchCheck {
  #sum = 0;

  /** Takes the next event of the history. */
  take(event: LedgerEvent): void {
    for (const word of indexedWords(event)) this.#sum = (this.#sum + numberOf(word)) >>> 0;
  }

  /** Reads the whole index: true where it holds exactly the words of the events taken. */
  async isMadeOfThem(statements: Statements): Promise<boolean> {
    let sum = 0;
    for (let from = "";;) {
      const page = statements.all(countsSql, { from });
      for (const { term, doc } of page) {
        sum = (sum + Math.imul(numberOf(String(term)), Number(doc))) >>> 0;
      }
      if (page.length < pageSize) return sum === this.#sum;
      from = `${page.at(-1)!.term}\u0001`;
      await turn();
    }
  }
}

/** A number of 32 bits for a word (FNV-1a over UTF-16 units, http://www.isthe.com/chongo/tech/comp/fnv/). */
function numberOf(word: string): number {
  let number = 0x811c9dc5;
  for (let place = 0; place < word.length; place++) {
    number = Math.imul(number ^ word.charCodeAt(place), 0x01000193);
  }
  return number >>> 0;
}
