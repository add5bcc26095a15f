// That the documents handed to SQLite hold the very words that the index is said to hold.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { wordLimit, wordSetOf, wordsOf } from "../../lib/ledger/search_words.ts";
import type { LedgerEvent } from "../../lib/rules/event.ts";
import { search } from "../../lib/sqlite/migrations/0001_search.ts";
import { indexedWords, indexEvent } from "../../lib/sqlite/search_index.ts";
import { Statements } from "../../lib/sqlite/statements.ts";
import { codex } from "../support/people.ts";

const piece = fc.oneof(
  fc.constantFrom(
    "Lease",
    "held",
    "a1",
    "#7",
    "=x",
    "don't",
    "é",
    "ß",
    "日本",
    "\t",
    "\n",
    "...",
    "_",
  ),
  fc.string({ maxLength: 8 }).map((text) => text.replaceAll("\0", "")),
  fc.nat(3).map((more) => "w".repeat(wordLimit - 1 + more)),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(" ").toWellFormed());

function created(title: string, objective: string): LedgerEvent {
  const data = { title, objective, plan: [] };
  return { event: 1, taskId: "0a0a0a0a0a", kind: "created", at: 1, actor: codex, data } as never;
}

Deno.test("indexEvent() stores exactly the words of indexedWords(), whatever the text", () => {
  fc.assert(
    fc.property(text, text, (title, objective) => {
      using database = new DatabaseSync(":memory:");
      for (const sql of search) database.exec(sql);
      const statements = new Statements(database);
      const event = created(title, objective);
      indexEvent(statements, event);
      const stored = statements.all("SELECT term, doc FROM search_count ORDER BY term");
      const words = [...indexedWords(event)].sort((one, other) =>
        Buffer.compare(Buffer.from(one), Buffer.from(other))
      );
      assert.deepEqual(stored.map(({ term, doc }) => [term, doc]), words.map((word) => [word, 1]));
    }),
    { numRuns: 300, seed: 20261129 },
  );
});

Deno.test("wordSetOf() gives the words of wordsOf(), each once", () => {
  fc.assert(
    fc.property(text, (text) => {
      const words = new Set(wordsOf(text).map(({ word }) => word));
      assert.deepEqual([...wordSetOf(text)].sort(), [...words].sort());
    }),
    { numRuns: 500, seed: 20261129 },
  );
});
