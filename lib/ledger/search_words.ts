// What a word is to a search, whatever the script: one definition for every ledger. Pure.

/** A word of a text: as searches compare it, and where it stands, in UTF-16 units. */
export interface Word {
  readonly word: string;
  readonly at: number;
  readonly end: number;
}

/** Longest word that is compared, in code points; of a longer one only its beginning counts. */
export const wordLimit = 64;

// Scripts that put no spaces between words: each of their letters is a word, and a run of them a phrase.
const unspaced = String
  .raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}`;
const wordPattern = new RegExp(
  String.raw`[${unspaced}]\p{M}*|[[\p{L}\p{N}\p{M}\p{Co}]--[${unspaced}]]+`,
  "gv",
);
const ascii = /^[\0-\x7f]*$/;
const isPlain = /^[a-z0-9]+$/;
// Accents of European scripts and vowel points of Arabic and Hebrew; marks that are letters elsewhere stay.
const accents = /[\u0300-\u036f\u064b-\u065f\u0591-\u05c7]/g;
const noWord = /[^\p{L}\p{N}\p{M}\p{Co}]/gu;

/**
 * The words of a text in order: runs of letters, digits and marks, compared without case, accents and
 * width. Everything else parts words, so that `lease_held` is two of them.
 */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: found, index } of text.matchAll(wordPattern)) {
    const word = folded(found);
    if (word !== "") words.push({ word, at: index, end: index + found.length });
  }
  return words;
}

/** The words of a text, each once. */
export function wordSetOf(text: string): ReadonlySet<string> {
  if (!isAscii(text)) return new Set(wordsOf(text).map(({ word }) => word));
  // The same for the texts of most programs, several times faster.
  const found = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return new Set(found.map((word) => word.slice(0, wordLimit)));
}

/** Whether a text holds nothing but ASCII, where words are runs of letters and digits without case. */
export function isAscii(text: string): boolean {
  return ascii.test(text);
}

/** Whether a text of ASCII has a word that passes the limit. */
export function hasLongWord(text: string): boolean {
  // A word of more than the limit covers one of these places; an expression would look at every letter.
  for (let at = wordLimit; at < text.length; at += wordLimit + 1) {
    let [from, end] = [at, at];
    while (from > 0 && isLetterOrDigit(text.charCodeAt(from - 1))) from--;
    while (end < text.length && isLetterOrDigit(text.charCodeAt(end))) end++;
    if (end - from > wordLimit) return true;
  }
  return false;
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39);
}

function folded(found: string): string {
  const word = isPlain.test(found) ? found : found
    .normalize("NFKD").toLowerCase().replace(accents, "").replaceAll("ς", "σ")
    // Compatibility forms may come apart into signs that part words.
    .normalize("NFKC").replace(noWord, "");
  return word.length <= wordLimit ? word : [...word].slice(0, wordLimit).join("");
}
