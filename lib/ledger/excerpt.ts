// Cuts the part of a text that a search has found. Knows neither events nor storage.
import { placeIn, type Term } from "./search_query.ts";
import { wordsOf } from "./search_words.ts";

/** Longest excerpt, in code points, the marks of what was cut away included. */
export const excerptLimit = 120;

/** How much stands before the word that was found, in code points, where the text is long. */
const lead = 30;

/** How far a cut may move to fall between words, in code points. */
const slack = 20;

/**
 * Part of the first of the texts that holds most of the terms, around the first term in it: one line of at
 * most 120 code points, with `…` where something was cut away. White space and control characters are
 * folded to single spaces.
 */
export function excerptOf(texts: readonly string[], terms: readonly Term[]): string {
  const found = texts.map((text) => {
    const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
    const words = wordsOf(line);
    const places = terms.map((term) => placeIn(words, term)).filter((place) => place >= 0);
    const first = places.length === 0 ? 0 : words[Math.min(...places)]!.at;
    return { line, first, terms: places.length };
  });
  const most = Math.max(...found.map(({ terms }) => terms));
  const best = found.find(({ terms }) => terms === most);
  return best ? cut(best.line, best.first) : "";
}

function cut(line: string, first: number): string {
  const points = [...line];
  if (points.length <= excerptLimit) return line;
  const at = [...line.slice(0, first)].length;
  const start = at <= lead ? 0 : wordStart(points, { from: at - lead, to: at });
  const room = excerptLimit - (start > 0 ? 2 : 1);
  if (start + room + 1 >= points.length) {
    return `…${points.slice(Math.max(start, points.length - excerptLimit + 1)).join("").trim()}`;
  }
  const end = wordEnd(points, start + room);
  return `${start > 0 ? "…" : ""}${points.slice(start, end).join("").trim()}…`;
}

function wordStart(points: readonly string[], { from, to }: { from: number; to: number }): number {
  const space = points.slice(from, Math.min(from + slack, to)).indexOf(" ");
  return space < 0 ? from : from + space + 1;
}

function wordEnd(points: readonly string[], end: number): number {
  if (points[end] === " ") return end;
  const space = points.slice(end - slack, end).lastIndexOf(" ");
  return space < 0 ? end : end - slack + space;
}
