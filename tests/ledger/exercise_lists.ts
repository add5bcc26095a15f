// Lists in claim order, their filters and their pages, on any ledger.
import assert from "node:assert/strict";
import type { Ledger, ListQuery } from "../../lib/ledger/ledger.ts";
import { cancel, claim, complete, create, log, pass, submit, update } from "../support/commands.ts";
import { taskIdOf } from "../support/ids.ts";
import { ann, claude, codex, dsh } from "../support/people.ts";
import { Bench, done, type NewStorage, rejected } from "./bench.ts";

const asCodex = { agent: "codex", session: codex.session };

/** A ledger with tasks in every state, by what they are. */
const made = {
  queuedLow: taskIdOf(20),
  forDsh: taskIdOf(21),
  stopped: taskIdOf(22),
  completed: taskIdOf(23),
  queuedHigh: taskIdOf(24),
  forCodex: taskIdOf(25),
  inReview: taskIdOf(26),
  cancelled: taskIdOf(27),
  active: taskIdOf(28),
  waiting: taskIdOf(29),
  completedLater: taskIdOf(30),
};

type Name = keyof typeof made;

/** What is open, in the order in which `codex` sees it. */
const open: readonly Name[] = [
  "active",
  "forCodex",
  "queuedHigh",
  "waiting",
  "queuedLow",
  "forDsh",
  "inReview",
  "stopped",
];

async function fill(ledger: Ledger): Promise<void> {
  const made = (name: Name, more = {}) =>
    create(dsh, { newTaskId: id(name), title: name, ...more });
  await done(ledger, made("queuedLow", { priority: "low" }));
  await done(ledger, made("forDsh", { targetAgent: "dsh", priority: "urgent" }));
  await done(ledger, made("stopped"), claim(claude, { taskId: id("stopped") }));
  await done(ledger, pass(claude, { taskId: id("stopped"), targetPerson: true }));
  await done(ledger, made("completed"), claim(claude, { taskId: id("completed") }));
  await done(ledger, complete(claude, { taskId: id("completed") }));
  await done(ledger, made("queuedHigh", { priority: "high" }));
  await done(ledger, made("forCodex", { targetAgent: "codex", priority: "low" }));
  await done(ledger, made("inReview", { reviewer: "codex" }));
  await done(ledger, claim(claude, { taskId: id("inReview") }));
  await done(ledger, submit(claude, { taskId: id("inReview") }));
  await done(ledger, made("cancelled"), cancel(ann, { taskId: id("cancelled") }));
  await done(ledger, made("completedLater"), claim(claude, { taskId: id("completedLater") }));
  await done(ledger, complete(claude, { taskId: id("completedLater") }));
  await done(ledger, made("active", { priority: "low" }));
  await done(ledger, made("waiting", { dependsOn: [id("queuedLow")] }));
  await done(ledger, claim(claude, { taskId: id("active") }));
}

function id(name: Name): string {
  return made[name];
}

function nameOf(taskId: string): string {
  return Object.entries(made).find(([, known]) => known === taskId)?.[0] ?? taskId;
}

async function names(ledger: Ledger, query: Partial<ListQuery>): Promise<string[]> {
  const { rows } = await ledger.list({ status: "open", limit: 100, ...asCodex, ...query });
  return rows.map(({ task }) => nameOf(task.taskId));
}

/** Registers the tests of list(). */
export function exerciseLists(name: string, make: NewStorage): void {
  const test = (title: string, body: (ledger: Ledger) => Promise<void>) =>
    Deno.test(`${name}: ${title}`, () =>
      Bench.run(make, async (bench) => {
        const ledger = await bench.open();
        await fill(ledger);
        await body(ledger);
      }));

  test("list() shows the active task, then claim order as the caller sees it, then what waits for people", async (ledger) => {
    assert.deepEqual(await names(ledger, {}), open);
    const asDsh = { agent: "dsh", session: dsh.session };
    const seenByDsh = await names(ledger, asDsh);
    assert.deepEqual(seenByDsh.slice(0, 3), ["active", "forDsh", "queuedHigh"]);
    assert.deepEqual(seenByDsh.toSorted(), open.toSorted());
  });

  test("list() of all ends with what is over", async (ledger) => {
    const all = await names(ledger, { status: "all" });
    assert.deepEqual(all.slice(0, open.length), open);
    assert.deepEqual(all.slice(open.length), ["completedLater", "completed", "cancelled"]);
  });

  test("list() of one status shows that status alone", async (ledger) => {
    const expected = {
      active: ["active"],
      queued: open.slice(1, 6),
      in_review: ["inReview"],
      needs_person: ["stopped"],
      completed: ["completedLater", "completed"],
      cancelled: ["cancelled"],
    } as const;
    for (const [status, rows] of Object.entries(expected)) {
      const { rows: found } = await ledger.list({
        status: status as keyof typeof expected,
        limit: 100,
        ...asCodex,
      });
      assert.deepEqual(found.map(({ task }) => nameOf(task.taskId)), rows);
      for (const row of found) assert.equal(row.status, status);
    }
  });

  test("list() of mine shows what the caller holds, is addressed to it or is to be reviewed by it", async (ledger) => {
    assert.deepEqual(await names(ledger, { status: "mine" }), ["forCodex", "inReview"]);
    const asClaude = { status: "mine", agent: "claude-code", session: claude.session } as const;
    assert.deepEqual(await names(ledger, asClaude), ["active"]);
    assert.deepEqual(await names(ledger, { ...asClaude, agent: "someone" }), ["active"]);
    assert.deepEqual(await names(ledger, { ...asClaude, session: "other" }), ["active"]);
    const asNobody = { status: "mine", agent: undefined, session: "other" } as const;
    assert.deepEqual(await names(ledger, asNobody), []);
  });

  test("list() in pages of any length shows every row once, in the same order", async (ledger) => {
    for (const status of ["all", "open", "queued", "mine", "completed"] as const) {
      const whole = await names(ledger, { status });
      for (const limit of [1, 2, 3, 7, 100]) {
        const rows: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await ledger.list({ status, limit, cursor, ...asCodex });
          assert.ok(page.rows.length <= limit);
          rows.push(...page.rows.map(({ task }) => nameOf(task.taskId)));
          cursor = page.cursor;
        } while (cursor !== undefined);
        assert.deepEqual(rows, whole, `${status} by ${limit}`);
      }
    }
  });

  test("list() goes on after tasks before the page have gone", async (ledger) => {
    const { cursor, rows } = await ledger.list({ status: "open", limit: 3, ...asCodex });
    assert.deepEqual(rows.map(({ task }) => nameOf(task.taskId)), open.slice(0, 3));
    await done(ledger, cancel(ann, { taskId: id("queuedHigh") }));
    assert.deepEqual(await names(ledger, { cursor }), open.slice(3));
  });

  test("list() since an event shows what has changed after it, in the same order and pages", async (ledger) => {
    const { newestEvent } = await ledger.list({ status: "all", limit: 1, ...asCodex });
    assert.deepEqual(await names(ledger, { status: "all", since: newestEvent }), []);
    await done(ledger, log(codex, { taskId: id("forDsh") }));
    await done(ledger, update(codex, { taskId: id("forCodex"), expectedVersion: 1 }));
    await done(ledger, log(codex, { taskId: id("completed") }));
    const all = { status: "all", since: newestEvent } as const;
    assert.deepEqual(await names(ledger, all), ["forCodex", "forDsh", "completed"]);
    assert.deepEqual(await names(ledger, { since: newestEvent }), ["forCodex", "forDsh"]);
    const page = await ledger.list({ ...all, limit: 2, ...asCodex });
    assert.equal(page.newestEvent, newestEvent + 3);
    assert.deepEqual(await names(ledger, { ...all, cursor: page.cursor }), ["completed"]);
  });

  test("list() tells what a row waits for, and the lease", async (ledger) => {
    const { rows, lease } = await ledger.list({ status: "open", limit: 100, ...asCodex });
    for (const { task, waitsFor } of rows) {
      const expected = task.taskId === id("waiting") ? [id("queuedLow")] : [];
      assert.deepEqual(waitsFor, expected, nameOf(task.taskId));
    }
    assert.equal(lease?.lease.taskId, id("active"));
  });

  test("list() refuses with invalid_argument a cursor that it did not give, or for another list", async (ledger) => {
    const { cursor } = await ledger.list({ status: "all", limit: 2, ...asCodex });
    assert.ok(cursor);
    const foreign = ["", "x", "W10=", "bnVsbA==", cursor.slice(1)];
    for (const wrong of foreign) {
      const read = ledger.list({ status: "all", limit: 2, ...asCodex, cursor: wrong });
      assert.equal((await rejected(read, "invalid_argument")).field, "cursor");
    }
    await rejected(
      ledger.list({ status: "open", limit: 2, ...asCodex, cursor }),
      "invalid_argument",
    );
  });
}
