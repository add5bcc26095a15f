// The filters, pages and excerpts of a search, on any ledger.
import assert from "node:assert/strict";
import fc from "fast-check";
import { excerptLimit } from "../../lib/ledger/excerpt.ts";
import { claim, create, log, renew, update } from "../support/commands.ts";
import { taskIdOf } from "../support/ids.ts";
import { dsh, maker } from "../support/people.ts";
import { done, type NewStorage, rejected } from "./bench.ts";
import { asCodex, made, nameOf, search, searchTests } from "./search_sample.ts";

/** Registers the tests of what list() makes of what it finds with a query. */
export function exerciseSearchPages(name: string, make: NewStorage): void {
  const test = searchTests(name, make);

  test("list() with a query keeps to the status, the caller and the event that it was asked for", async (ledger) => {
    const { newestEvent } = await ledger.list({ status: "all", limit: 1, ...asCodex });
    assert.deepEqual(await search(ledger, "zephyr", { status: "open" }), [
      "titled",
      "reviewed",
      "told",
    ]);
    assert.deepEqual(await search(ledger, "zephyr", { status: "completed" }), ["over"]);
    assert.deepEqual(await search(ledger, "task", { status: "mine" }), ["passed"]);
    assert.deepEqual(await search(ledger, "task", { status: "mine", agent: "dsh" }), ["reviewed"]);
    const nobody = { status: "mine", agent: undefined, session: "other" } as const;
    assert.deepEqual(await search(ledger, "task", nobody), []);
    await done(ledger, claim(dsh, { taskId: made.told }));
    assert.deepEqual(await search(ledger, "zephyr", { status: "active" }), ["told"]);
    assert.deepEqual(await search(ledger, "zephyr", { since: newestEvent }), ["told"]);
    assert.deepEqual(
      await search(ledger, "zephyr", { status: "completed", since: newestEvent }),
      [],
    );
  });

  test("list() finds nothing more by a claim or a renewal", async (ledger) => {
    const before = await search(ledger, "task");
    await done(ledger, claim(dsh, { taskId: made.told }), renew(dsh, { taskId: made.told }));
    assert.deepEqual(await search(ledger, "task"), before);
  });

  test("list() with a query in pages of any length shows every task once, in the same order", async (ledger) => {
    // Tasks that are found at more than one place, by their texts and by their titles.
    await done(
      ledger,
      log(dsh, { taskId: made.told, text: "A zephyr, a title and a task" }),
      log(dsh, { taskId: made.reviewed, text: "A zephyr, a title and a task" }),
      log(dsh, { taskId: made.titled, text: "A zephyr, a title and a task" }),
    );
    for (const query of ["zephyr", "task", "title", "zephyr task", '"zephyr importer"', "t*"]) {
      const whole = await search(ledger, query);
      for (const limit of [1, 2, 3]) {
        const found: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await ledger.list({ status: "all", limit, cursor, ...asCodex, query });
          assert.ok(page.rows.length <= limit);
          assert.ok(cursor === undefined || cursor.length <= 200);
          found.push(...page.rows.map(({ task }) => nameOf(task.taskId)));
          cursor = page.cursor;
        } while (cursor !== undefined);
        assert.deepEqual(found.toSorted(), whole.toSorted(), `${query} by ${limit}`);
        assert.equal(new Set(found).size, found.length);
        assert.deepEqual(found, whole, `${query} by ${limit}`);
      }
    }
  });

  test("list() goes on with what it found at first although the texts have grown since", async (ledger) => {
    const query = { status: "all", limit: 2, ...asCodex, query: "zephyr" } as const;
    const { cursor } = await ledger.list(query);
    await done(
      ledger,
      log(dsh, { taskId: made.told, text: "A zephyr again" }),
      update(maker, { taskId: made.told, expectedVersion: 1, title: "Zephyr" }),
      log(dsh, { taskId: made.titled, text: "A zephyr again" }),
      create(maker, { newTaskId: taskIdOf(60), title: "One more zephyr" }),
    );
    const { rows, cursor: last } = await ledger.list({ ...query, cursor });
    assert.deepEqual(rows.map(({ task }) => nameOf(task.taskId)), ["reviewed", "told"]);
    assert.equal(last, undefined);
    assert.equal((await search(ledger, "zephyr"))[1], "told");
  });

  test("list() refuses the cursor of another search", async (ledger) => {
    const query = { status: "all", limit: 2, ...asCodex, query: "zephyr" } as const;
    const { cursor } = await ledger.list(query);
    assert.ok(cursor);
    for (const other of [{ query: "zephyrs" }, { query: undefined }, { status: "open" }] as const) {
      await rejected(ledger.list({ ...query, ...other, cursor }), "invalid_argument");
    }
  });

  test("list() with a query gives with each row one short line of what was found", async (ledger) => {
    const text = `${"Before it. ".repeat(40)}Then\n\tcame the\u0007 bandicoot.${
      " After it.".repeat(40)
    }`;
    await done(ledger, log(dsh, { taskId: made.passed, text }));
    const excerpt = async (query: string) =>
      (await ledger.list({ status: "all", limit: 1, ...asCodex, query })).rows[0]?.excerpt;
    const long = await excerpt("bandicoot");
    assert.match(long!, /^….*Then came the bandicoot\..*…$/);
    assert.ok([...long!].length <= excerptLimit);
    assert.equal(await excerpt("wallaby"), "Feed the wallaby");
    assert.equal(await excerpt('"first numbat"'), "A first numbat");
    assert.equal(await excerpt("importer leap"), "Zephyr importer: leap_seconds");
    const { rows } = await ledger.list({ status: "all", limit: 9, ...asCodex });
    assert.ok(rows.every((row) => row.excerpt === undefined));
  });

  test("list() answers any query that can be typed", async (ledger) => {
    const parts = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 12 }),
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.constantFrom(
        '"',
        "*",
        " AND ",
        " OR ",
        " NOT ",
        "NEAR(",
        ")",
        "^",
        ":",
        "-",
        "+",
        "{",
        "#",
      ),
      fc.constantFrom("zephyr", "imp", "=zephyr", "words", "título", "数", "\ud800", "'"),
    );
    const queries = fc.array(parts, { maxLength: 8 }).map((some) => some.join(""));
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const { rows } = await ledger.list({ status: "all", limit: 3, ...asCodex, query });
        for (const { excerpt } of rows) assert.ok([...excerpt!].length <= excerptLimit);
      }),
      { seed: 20260101, numRuns: 200 },
    );
    const many = Array.from({ length: 250 }, (_, index) => `w${index % 10}`).join(" ");
    assert.deepEqual(await search(ledger, many), []);
    assert.deepEqual(await search(ledger, "zephyr ".repeat(60)), await search(ledger, "zephyr"));
  });
}
