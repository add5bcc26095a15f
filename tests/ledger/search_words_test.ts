// What words, terms and excerpts are, by tables and properties.
import assert from "node:assert/strict";
import fc from "fast-check";
import { excerptLimit, excerptOf } from "../../lib/ledger/excerpt.ts";
import { isHeldBy, queryWords, termsOf } from "../../lib/ledger/search_query.ts";
import { wordLimit, wordsOf } from "../../lib/ledger/search_words.ts";

const words = (text: string) => wordsOf(text).map(({ word }) => word);
const terms = (query: string) =>
  termsOf(query).map(({ words, isPrefix }) => words.join(" ") + (isPrefix ? "*" : ""));

Deno.test("wordsOf() parts at everything that is no letter or digit, and folds case, accents and width", () => {
  const table: Record<string, string[]> = {
    "lease_held: don't": ["lease", "held", "don", "t"],
    "lib/sqlite/list.ts 3.14": ["lib", "sqlite", "list", "ts", "3", "14"],
    "Crème BRU\u0302LE\u0301E ÅÄÖ": ["creme", "brulee", "aao"],
    "ΟΔΟΣ ὁδός İzmir STRASSE": ["οδοσ", "οδοσ", "izmir", "strasse"],
    "ＡＢＣ ﬁle x²": ["abc", "file", "x2"],
    "數據庫 v2": ["數", "據", "庫", "v2"],
    "が ガ 데이터": ["が", "ガ", "데", "이", "터"],
    "ที่นี่ हिन्दी": ["ที่", "นี่", "हिन्दी"],
    "מִילָּה كِتَاب": ["מילה", "كتاب"],
    "…!? 🦘 \u200d\u0301 #= ": [],
  };
  for (const [text, expected] of Object.entries(table)) assert.deepEqual(words(text), expected);
});

Deno.test("wordsOf() cuts long words to their limit, between whole characters", () => {
  assert.deepEqual(words("a".repeat(500)), ["a".repeat(wordLimit)]);
  assert.deepEqual(words("𐐀".repeat(500)), ["𐐨".repeat(wordLimit)]);
});

Deno.test("termsOf() reads words, phrases and beginnings, and takes nothing for an operator", () => {
  const table: Record<string, string[]> = {
    "leap leap Leap": ["leap"],
    'a "b c" d': ["a", "b c", "d"],
    "“b c” „d e“": ["b c", "d e"],
    'a "b c': ["a", "b c"],
    "impor* im*por *port": ["impor*", "im por", "port"],
    '"b c"* "d e*" "f* g" h *': ["b c*", "d e*", "f g", "h"],
    "lib/sqlite/li* a-b:c^d": ["lib sqlite li*", "a b c d"],
    "x AND (y OR NOT z) NEAR/2": ["x", "and", "y", "or", "not", "z", "near 2"],
    '"" "…" * "*" \'': [],
  };
  for (const [query, expected] of Object.entries(table)) assert.deepEqual(terms(query), expected);
});

Deno.test("termsOf() counts no more words than its limit", () => {
  const many = Array.from({ length: 100 }, (_, count) => `w${count}`);
  assert.deepEqual(terms(many.join(" ")), many.slice(0, queryWords));
  assert.deepEqual(terms(`"${many.join(" ")}"*`), [many.slice(0, queryWords).join(" ")]);
});

Deno.test("termsOf() of a word of any text is a term that the text holds", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      for (const { at, end } of wordsOf(text)) {
        for (const term of termsOf(`"${text.slice(at, end)}"`)) {
          assert.ok(isHeldBy([wordsOf(text)], term));
        }
      }
      // What the index is written in.
      for (const { word } of wordsOf(text)) assert.match(word, /^[a-z0-9\u0080-\u{10ffff}]+$/u);
    }),
    { seed: 20260103, numRuns: 500 },
  );
});

Deno.test("excerptOf() is one line within its limit around the first term, from the text with most terms", () => {
  const terms = termsOf("leap seconds");
  assert.equal(excerptOf(["leap", "seconds\n of\tleap", "leap seconds"], terms), "seconds of leap");
  const far = `${"word ".repeat(60)}and leap seconds ${"more ".repeat(60)}`;
  const excerpt = excerptOf([far], terms);
  assert.match(excerpt, /^…(word )+and leap seconds (more )+more…$/);
  assert.ok([...excerpt].length > excerptLimit - 10);
  const late = excerptOf([`${"word ".repeat(60)}leap`], termsOf("leap"));
  assert.match(late, /^….* leap$/);
  assert.match(excerptOf([`leap ${"word ".repeat(60)}`], termsOf("leap")), /^leap .*…$/);
  assert.equal(excerptOf([], terms), "");
});

Deno.test("excerptOf() of any text keeps its limit, breaks no character and holds the word where it fits", () => {
  const text = fc.array(fc.string({ unit: "grapheme", maxLength: 20 }), { maxLength: 40 })
    .map((parts) => parts.join(" "));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const excerpt = excerptOf([`${before} zyzzyva ${after}`], termsOf("zyzzyva"));
      assert.ok([...excerpt].length <= excerptLimit);
      assert.ok(excerpt.isWellFormed());
      assert.ok(!/[\p{Cc}\u2028\u2029]/u.test(excerpt));
      assert.ok(excerpt.includes("zyzzyva"), excerpt);
    }),
    { seed: 20260104, numRuns: 500 },
  );
});
