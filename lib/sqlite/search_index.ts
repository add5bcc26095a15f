// The index of words: what is written to it, and how it is asked. Knows no query of a user and no task row.
import { allTexts, textsAsWritten, textsOf } from "../ledger/search_texts.ts";
import { hasLongWord, isAscii, wordSetOf } from "../ledger/search_words.ts";
import type { LedgerEvent } from "../rules/event.ts";
import type { Statements } from "./statements.ts";

// FTS5 takes whole numbers alone for its rows, and numbers from JavaScript come as floating point.
const insertDocument = `INSERT INTO search (rowid, words)
  VALUES (CAST(-:event AS INTEGER), :words)`;

/** The statements that ask the index. */
export const searchSql = {
  newest: `SELECT -rowid AS event FROM search
    WHERE search MATCH :match AND rowid >= CAST(-:upTo AS INTEGER) AND rowid < CAST(-:after AS INTEGER)
    ORDER BY rowid LIMIT :limit`,
  wordFrom: `SELECT term FROM search_word WHERE term >= :from LIMIT 1`,
} as const;

const plainWords = /[a-z0-9]+/gi;
const aWord = /[a-z0-9]/i;
/** The signs of `titleWord` and `taskWord`, which part words in a text. */
const signs = /[#=]/g;

/** Words of which an event holds at least one. */
export type AnyOf = readonly string[];

/** Which events are asked for: those after one number and up to another, the newest of them. */
export interface Span {
  readonly after: number;
  readonly upTo: number;
  readonly limit: number;
}

/** Most words that a beginning stands for. */
export const wordsOfPrefix = 50;

/** The word of the index that stands for a word in a title. No text's own word begins with its sign. */
export function titleWord(word: string): string {
  return `=${word}`;
}

/** The word of the index that stands for the task. */
export function taskWord(taskId: string): string {
  return `#${taskId}`;
}

/** The words under which an event is found, each once; none where it carries no text. */
export function indexedWords(event: LedgerEvent): ReadonlySet<string> {
  const texts = textsOf(event);
  const words = new Set<string>();
  for (const text of allTexts(texts)) wordSetOf(text).forEach((word) => words.add(word));
  if (words.size === 0) return words;
  wordSetOf(texts.title ?? "").forEach((word) => words.add(titleWord(word)));
  return words.add(taskWord(event.taskId));
}

/** Indexes an event, in the transaction that records it. */
export function indexEvent(statements: Statements, event: LedgerEvent): void {
  const words = plainDocument(event) ?? [...indexedWords(event)].join(" ");
  if (words !== "") statements.run(insertDocument, { event: event.event, words });
}

/**
 * The same words as `indexedWords` for texts of ASCII alone, which FTS5 parts, folds and makes unique by itself
 * many times faster; undefined for other texts, and where a word is longer than what is kept of one.
 */
function plainDocument(event: LedgerEvent): string | undefined {
  // ASCII has one way to write a letter.
  const texts = textsAsWritten(event);
  const body = allTexts(texts).join(" ");
  if (!isAscii(body) || hasLongWord(body)) return undefined;
  if (!aWord.test(body)) return "";
  const inTitle = texts.title?.match(plainWords)?.map(titleWord) ?? [];
  return [taskWord(event.taskId), ...inTitle, body.replace(signs, " ")].join(" ");
}

/** Asks the index, and counts what that costs. */
export class SearchIndex {
  /** Words looked up and events found so far. */
  looked = 0;

  /** The index behind the statements given. */
  constructor(private readonly statements: Statements) {}

  /** Numbers of the events that hold one of each list of words, newest first. */
  newest(all: readonly AnyOf[], { after, upTo, limit }: Span): number[] {
    const match = all.map((any) => `(${any.map(quoted).join(" OR ")})`).join(" AND ");
    const found = this.statements.all(searchSql.newest, { match, after, upTo, limit });
    this.looked += all.flat().length + found.length;
    return found.map(({ event }) => Number(event));
  }

  /** Like `newest`, without a limit, for as long as more are asked for. */
  *each(all: readonly AnyOf[], { after, upTo }: Omit<Span, "limit">): Generator<number> {
    for (let [limit, before] = [10, upTo]; before > after; limit = 100) {
      const found = this.newest(all, { after, upTo: before, limit });
      yield* found;
      if (found.length < limit) return;
      before = found.at(-1)! - 1;
    }
  }

  /** The first words of the index that begin so, in order: 50 at most, and whether there are more. */
  beginningWith(prefix: string): { words: AnyOf; isCut: boolean } {
    const words: string[] = [];
    for (let from = prefix;;) {
      const word = this.statements.first(searchSql.wordFrom, { from })?.term;
      if (typeof word !== "string" || !word.startsWith(prefix)) return { words, isCut: false };
      if (words.length === wordsOfPrefix) return { words, isCut: true };
      words.push(word);
      // Nothing stands between a word and the same with the lowest character after it.
      from = `${word}\u0001`;
    }
  }
}

/** Every word is quoted, and holds letters and digits beside its sign: no text is a wrong expression. */
function quoted(word: string): string {
  return `"${word}"`;
}
