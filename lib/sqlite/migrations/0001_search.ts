// The part of the first schema that finds events by the words of their texts. Never edited after a release.

/**
 * One document for each event that carries text, under its number made negative, so that FTS5 gives the
 * newest first in its own order, which it does many times faster than backwards. A document is a set of
 * words as `search_index.ts` writes them: which events hold a word is all that is kept of it.
 */
export const search: readonly string[] = [
  `CREATE VIRTUAL TABLE search USING fts5(words, content = '', columnsize = 0, detail = none,
    tokenize = "ascii tokenchars '#='")`,
  // Both are views of the index and store nothing: its words in order, and how many events hold each.
  `CREATE VIRTUAL TABLE search_word USING fts5vocab(search, instance)`,
  `CREATE VIRTUAL TABLE search_count USING fts5vocab(search, row)`,
];
