// What a search finds and in which order, on any ledger.
import assert from "node:assert/strict";
import { cancel, log, reopen } from "../support/commands.ts";
import { ann, dsh } from "../support/people.ts";
import { done, type NewStorage } from "./bench.ts";
import { asCodex, made, type Name, search, searchTests } from "./search_sample.ts";

/** Registers the tests of what list() finds with a query. */
export function exerciseSearch(name: string, make: NewStorage): void {
  const test = searchTests(name, make);

  test("list() with a query finds tasks by every text that was ever recorded of them", async (ledger) => {
    const texts: Record<string, Name> = {
      importer: "titled",
      platypus: "told",
      quokka: "told",
      axolotl: "told",
      wombat: "passed",
      wallaby: "passed",
      bilby: "reviewed",
      echidnas: "reviewed",
      run9: "reviewed",
      first: "reviewed",
      marsupial: "renamed",
      quoll: "renamed",
      potoroo: "renamed",
    };
    for (const [word, task] of Object.entries(texts)) {
      assert.ok((await search(ledger, word)).includes(task), word);
    }
    assert.deepEqual(await search(ledger, "thylacine"), []);
    assert.deepEqual(await search(ledger, "zephy"), []);
  });

  test("list() with a query finds reasons and answers that people gave", async (ledger) => {
    await done(ledger, cancel(ann, { taskId: made.told, reason: "Eaten by a dingo" }));
    await done(ledger, reopen(ann, { taskId: made.told, answer: "Mind the dugong" }));
    assert.deepEqual(await search(ledger, "dingo"), ["told"]);
    assert.deepEqual(await search(ledger, "dugong"), ["told"]);
  });

  test("list() with a query shows tasks with a matching title first, then by the newest matching text", async (ledger) => {
    assert.deepEqual(await search(ledger, "zephyr"), ["over", "titled", "reviewed", "told"]);
    await done(ledger, log(dsh, { taskId: made.told, text: "Still that zephyr" }));
    assert.deepEqual(await search(ledger, "zephyr"), ["over", "titled", "told", "reviewed"]);
    await done(ledger, log(dsh, { taskId: made.titled, text: "That zephyr too" }));
    assert.deepEqual(await search(ledger, "zephyr"), ["over", "titled", "told", "reviewed"]);
  });

  test("list() with several words wants each of them somewhere in the task's texts", async (ledger) => {
    assert.deepEqual(await search(ledger, "zephyr importer"), ["titled", "told"]);
    assert.deepEqual(await search(ledger, "echidnas bilby"), ["reviewed"]);
    assert.deepEqual(await search(ledger, "second numbat zephyr"), ["reviewed"]);
    assert.deepEqual(await search(ledger, "wombat numbat"), []);
    assert.deepEqual(await search(ledger, "importer thylacine"), []);
  });

  test("list() with a phrase wants its words in a row in one text", async (ledger) => {
    assert.deepEqual(await search(ledger, '"zephyr importer"'), ["titled", "told"]);
    assert.deepEqual(await search(ledger, '"importer zephyr"'), []);
    assert.deepEqual(await search(ledger, '"leap seconds"'), ["titled"]);
    assert.deepEqual(await search(ledger, "leap_seconds"), ["titled"]);
    assert.deepEqual(await search(ledger, "leap seconds"), ["titled", "passed"]);
    assert.deepEqual(await search(ledger, '"second numbat" "first numbat"'), ["reviewed"]);
    assert.deepEqual(await search(ledger, '"numbat A"'), []);
    assert.deepEqual(await search(ledger, '"zephyr importer quicker'), ["told"]);
  });

  test("list() with a star after a word finds what begins so", async (ledger) => {
    assert.deepEqual(await search(ledger, "wom*"), ["passed"]);
    assert.deepEqual(await search(ledger, "wombat*"), ["passed"]);
    assert.deepEqual(await search(ledger, '"leap sec"*'), ["titled"]);
    assert.deepEqual(await search(ledger, '"leap sec*"'), ["titled"]);
    assert.deepEqual(await search(ledger, "zeph* import* plat*"), ["told"]);
    assert.deepEqual(await search(ledger, "marsup*"), ["renamed"]);
    assert.deepEqual(await search(ledger, "thyl*"), []);
  });

  test("list() with a query heeds neither case, accents nor width", async (ledger) => {
    for (
      const query of ["creme", "CRÈME", "Bru\u0302le\u0301e", "ｂｒｕｌｅｅ", '"creme brulee"']
    ) {
      assert.deepEqual(await search(ledger, query), ["reviewed"], query);
    }
  });

  test("list() with a query finds any part of a text in a script without spaces", async (ledger) => {
    for (const query of ["数据", "据库", "迁移", "データ", "数据库迁移", "を移"]) {
      assert.deepEqual(await search(ledger, query), ["foreign"], query);
    }
    assert.deepEqual(await search(ledger, "库数"), []);
  });

  test("list() with a query of nothing but signs finds nothing", async (ledger) => {
    for (const query of ["", " ", "…!?", '"', '""', "*", "* * *", "()", "^:-", "🦘", '"*"*']) {
      assert.deepEqual(await ledger.list({ status: "all", limit: 5, ...asCodex, query }), {
        rows: [],
        newestEvent: (await ledger.list({ status: "all", limit: 1, ...asCodex })).newestEvent,
      });
    }
  });

  test("list() takes words that other searches take for operators as words, and leaves signs aside", async (ledger) => {
    assert.deepEqual(await search(ledger, "wombat OR numbat"), []);
    assert.deepEqual(await search(ledger, "NOT wombat"), []);
    assert.deepEqual(await search(ledger, "NEAR(wombat wallaby)"), []);
    assert.deepEqual(await search(ledger, "-wombat ^wallaby :leap + ( }"), ["passed"]);
    assert.deepEqual(await search(ledger, "title:importer"), []);
  });
}
