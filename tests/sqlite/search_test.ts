// Searches against their definition on random ledgers, and how much one page looks at.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Ledger, ListQuery } from "../../lib/ledger/ledger.ts";
import { evolve } from "../../lib/rules/evolve.ts";
import { textLimits } from "../../lib/rules/limits.ts";
import { emptyState, type LedgerState } from "../../lib/rules/state.ts";
import { backupLedger } from "../../lib/sqlite/backup.ts";
import { Connection } from "../../lib/sqlite/connection.ts";
import { newestOf } from "../../lib/sqlite/event_rows.ts";
import { SqliteLookups } from "../../lib/sqlite/lookups.ts";
import { record } from "../../lib/sqlite/record.ts";
import { lookLimit, shownSql, taskOfEventSql } from "../../lib/sqlite/search.ts";
import { searchSql, wordsOfPrefix } from "../../lib/sqlite/search_index.ts";
import { eventSql } from "../../lib/sqlite/search_match.ts";
import { strandsOf } from "../../lib/sqlite/list_order.ts";
import { type EventRecord, exportEvents, importEvents } from "../../lib/sqlite/transfer.ts";
import { verifyLedger } from "../../lib/sqlite/verify.ts";
import * as give from "../support/commands.ts";
import { taskIdOf } from "../support/ids.ts";
import { ann, codex, maker } from "../support/people.ts";
import { openSlowLedger, SlowStorage } from "../support/slow_ledger.ts";
import { Scratch } from "./scratch.ts";

const query = { status: "all", agent: "codex", session: codex.session, limit: 100 } as const;

async function idsOf(ledger: Ledger, asked: ListQuery): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const listed = await ledger.list({ ...asked, cursor });
    ids.push(...listed.rows.map(({ task }) => task.taskId));
    cursor = listed.cursor;
  } while (cursor !== undefined);
  return ids;
}

Deno.test("list() with a query finds what its definition says, each task once, whatever the page size", async () => {
  const word = fc.constantFrom("ape", "bee", "cat", "doe", "eel", "apex", "beef");
  const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
  const steps = fc.array(
    fc.record({
      task: fc.nat(4),
      kind: fc.constantFrom("create", "log", "log", "rename", "claim", "cancel"),
      text,
      title: text,
    }),
    { minLength: 8, maxLength: 25 },
  );
  const term = fc.oneof(word, word.map((one) => `${one}*`), text.map((one) => `"${one}"`));
  const asked = fc.array(term, { minLength: 1, maxLength: 3 }).map((terms) => terms.join(" "));
  const asking = fc.array(asked, { minLength: 8, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(steps, asking, async (steps, queries) => {
      using scratch = new Scratch();
      const ledger = await scratch.open();
      const slow = openSlowLedger(new SlowStorage(), scratch.runtime);
      for (const { task, kind, text, title } of steps) {
        const taskId = taskIdOf(task);
        const version = await versionOf(ledger, taskId);
        const command = {
          create: give.create(maker, { newTaskId: taskId, title, objective: text }),
          log: give.log(maker, { taskId, text }),
          rename: give.update(maker, { taskId, expectedVersion: version ?? 1, title }),
          claim: give.claim(codex, { taskId }),
          cancel: give.cancel(ann, { taskId, reason: text }),
        }[kind === "create" && version !== undefined ? "log" : kind];
        await ledger.execute(command);
        await slow.execute(command);
      }
      for (const asked of queries) {
        for (const status of ["all", "open"] as const) {
          const found = await idsOf(ledger, { ...query, status, query: asked });
          const defined = await idsOf(slow, { ...query, status, query: asked });
          assert.deepEqual(found.toSorted(), defined.toSorted(), asked);
          // Where there is one word, nothing is left to the ledger.
          if (/^\w+$/.test(asked)) assert.deepEqual(found, defined, asked);
          for (const limit of [1, 2]) {
            assert.deepEqual(await idsOf(ledger, { ...query, status, query: asked, limit }), found);
          }
        }
      }
    }),
    { seed: 20260102, numRuns: 15 },
  );
});

async function versionOf(ledger: Ledger, taskId: string): Promise<number | undefined> {
  const all = await ledger.tasks({ afterCreated: 0, limit: 9 });
  return all.find((task) => task.taskId === taskId)?.version;
}

Deno.test("list() with a query ends a page early that has looked at much, says so, and goes on from there", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await ledger.execute(give.create(maker, { objective: "A rare common thing" }));
  await ledger.execute(give.create(maker, { newTaskId: give.second, title: "Another task" }));
  await ledger.execute(give.cancel(ann, { taskId: give.second }));
  await addNotes(scratch, { taskId: give.second, text: "common", count: 2 * lookLimit + 10 });
  const common = { ...query, status: "open", query: "common" } as const;
  const first = await ledger.list(common);
  assert.deepEqual([first.rows, first.leftOut], [[], { older: true }]);
  const second = await ledger.list({ ...common, cursor: first.cursor });
  assert.deepEqual([second.rows, second.leftOut], [[], { older: true }]);
  const third = await ledger.list({ ...common, cursor: second.cursor });
  assert.deepEqual(third.rows.map(({ task }) => task.taskId), [give.first]);
  assert.deepEqual([third.cursor, third.leftOut], [undefined, undefined]);
  // Beside a rarer word the common one is only looked up where that one stands.
  const rare = await ledger.list({ ...common, query: "common rare" });
  assert.deepEqual([rare.rows.length, rare.cursor, rare.leftOut], [1, undefined, undefined]);
});

/** Adds notes to a task in one transaction. */
async function addNotes(
  scratch: Scratch,
  of: { taskId: string; text: string; count: number },
): Promise<void> {
  const { taskId, text, count } = of;
  const connection = await Connection.open({ path: scratch.path, journal: "wal" });
  await connection.write((statements) => {
    const { event, at } = newestOf(statements);
    const task = new SqliteLookups(statements).task(taskId)!;
    let state: LedgerState = {
      ...emptyState,
      newest: { event, at },
      agents: new Set([ann.name]),
      tasks: new Map([[taskId, task]]),
    };
    for (let note = 1; note <= count; note++) {
      const data = { text, changedFiles: [] };
      const noted = { event: event + note, taskId, kind: "noted", at, actor: ann, data } as const;
      const after = evolve(state, noted);
      const { hash: previous } = newestOf(statements);
      record(statements, { before: state, after, events: [noted], previous });
      state = after;
    }
    return { value: undefined, isChanged: true };
  });
  connection.close();
}

Deno.test("list() tells of beginnings that stand for more words than it looks up", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  const words = Array.from({ length: wordsOfPrefix + 1 }, (_, count) => `word${100 + count}`);
  await ledger.execute(give.create(maker, { objective: words.slice(0, -1).join(" ") }));
  const asked = { ...query, query: "Word*" };
  assert.equal((await ledger.list(asked)).leftOut, undefined);
  await ledger.execute(give.create(maker, {
    newTaskId: give.second,
    title: "Another task",
    objective: words.at(-1)!,
  }));
  const { rows, leftOut } = await ledger.list(asked);
  assert.deepEqual(rows.map(({ task }) => task.taskId), [give.first]);
  assert.deepEqual(leftOut, { prefixes: ["word*"] });
  assert.equal((await ledger.list({ ...query, query: "word150*" })).rows.length, 1);
});

Deno.test("list() takes the longest query and text, and words of any length", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  const long = "é".repeat(textLimits.objective);
  await ledger.execute(give.create(maker, { objective: long }));
  const found = async (query: string) =>
    (await ledger.list({ ...asQuery(query) })).rows.map(({ task }) => task.taskId);
  assert.deepEqual(await found("é".repeat(textLimits.query)), [give.first]);
  assert.deepEqual(await found("e".repeat(64)), [give.first]);
  assert.deepEqual(await found("e".repeat(63)), []);
  assert.deepEqual(await found("数".repeat(textLimits.query)), []);
});

Deno.test("a backup and an import of a ledger can be searched as the ledger itself", async () => {
  using scratch = new Scratch();
  using imported = new Scratch();
  const ledger = await scratch.open();
  await ledger.execute(give.create(maker));
  await ledger.execute(give.log(maker, { text: "Mind the leap seconds" }));
  const copy = `${scratch.directory}/copy.sqlite3`;
  await backupLedger(scratch.path, copy);
  const records: EventRecord[] = [];
  await exportEvents(scratch.path, (record) => records.push(record));
  await importEvents({ path: imported.path, journal: "wal" }, records);
  for (const other of [await scratch.open({ path: copy }), await imported.open()]) {
    const { rows } = await other.list(asQuery("leap"));
    assert.deepEqual(rows.map(({ excerpt }) => excerpt), ["Mind the leap seconds"]);
  }
  assert.deepEqual((await verifyLedger(imported.path)).findings, []);
});

function asQuery(asked: string): ListQuery {
  return { ...query, query: asked };
}

Deno.test("a search reads the index of words in its own order and rows by their numbers", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await ledger.execute(give.create(maker));
  const raw = scratch.raw();
  const plan = (sql: string) =>
    raw.prepare(`EXPLAIN QUERY PLAN ${sql.replaceAll(/:\w+/g, "?")}`).all()
      .map(({ detail }) => String(detail));
  // M: a match; < and >: bounds that the index itself keeps. Nothing is sorted.
  assert.equal(plan(searchSql.newest).length, 1);
  assert.match(plan(searchSql.newest)[0]!, /^SCAN search VIRTUAL TABLE INDEX \d+:M\d[<>]{2}$/);
  assert.equal(plan(searchSql.wordFrom).length, 1);
  assert.match(plan(searchSql.wordFrom)[0]!, /^SCAN search_word VIRTUAL TABLE INDEX/);
  for (const status of ["all", "open", "mine", "completed"] as const) {
    assert.deepEqual(plan(shownSql(strandsOf({ ...query, status, held: undefined }))), [
      "SEARCH task USING INDEX sqlite_autoindex_task_1 (task_id=?)",
    ]);
  }
  for (const sql of [taskOfEventSql, eventSql]) {
    assert.deepEqual(plan(sql), ["SEARCH event USING INTEGER PRIMARY KEY (rowid=?)"]);
  }
});
