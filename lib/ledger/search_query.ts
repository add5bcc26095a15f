// What is searched for: the terms of a query, and whether a text holds one. No text is a wrong query. Pure.
import { type Word, wordsOf } from "./search_words.ts";

/** One thing to find: words that follow one another in one text, the last of which may be a beginning. */
export interface Term {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
}

/** Most words of a query that count; what comes after them is left aside. */
export const queryWords = 32;

const pieces = /["“”„]([^"“”„]*)(?:["“”„](\*?)|$)|[^\s"“”„]+/gu;

/**
 * The terms of a query, each once: words, `"phrases in quotes"`, and beginnings of words with a `*` right
 * after them. A piece that holds signs, such as a path, is a phrase. A quote that is not closed reaches to
 * the end; there are no operators and no other special signs. Nothing but signs gives no terms.
 */
export function termsOf(query: string): readonly Term[] {
  const terms = new Map<string, Term>();
  let room = queryWords;
  for (const [piece, quoted, star] of query.normalize("NFC").matchAll(pieces)) {
    const text = quoted ?? piece;
    const words = wordsOf(text);
    const last = words.at(-1);
    const isWhole = words.length <= room;
    const isPrefix = isWhole && (star === "*" || text[last?.end ?? -1] === "*");
    const counted = words.slice(0, room).map(({ word }) => word);
    room -= counted.length;
    if (counted.length === 0) continue;
    terms.set(JSON.stringify([counted, isPrefix]), { words: counted, isPrefix });
  }
  return [...terms.values()];
}

/** Place of the first word of a term in the words of one text; -1 where the text does not hold it. */
export function placeIn(words: readonly Word[], { words: wanted, isPrefix }: Term): number {
  return words.findIndex((_, from) =>
    wanted.every((word, index) => {
      const found = words[from + index]?.word;
      const isLast = index === wanted.length - 1;
      return found === word || (isPrefix && isLast && found?.startsWith(word) === true);
    })
  );
}

/** Tells that one of the texts holds a term. */
export function isHeldBy(texts: readonly (readonly Word[])[], term: Term): boolean {
  return texts.some((words) => placeIn(words, term) >= 0);
}
