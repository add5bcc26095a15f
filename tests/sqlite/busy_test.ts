// Waiting for another writer: the event loop goes on, nothing is half done, and it ends with a refusal.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { LedgerRefusal } from "../../lib/ledger/ledger.ts";
import { databaseFacts } from "../../lib/sqlite/facts.ts";
import { verifyLedger } from "../../lib/sqlite/verify.ts";
import * as give from "../support/commands.ts";
import { codex, maker } from "../support/people.ts";
import { OtherProcess, releaseTogether } from "./other_process.ts";
import { Scratch } from "./scratch.ts";

const { second } = give;

/** A ledger with one task, and another process that holds its write lock. */
async function held(scratch: Scratch): Promise<OtherProcess> {
  await (await scratch.open()).execute(give.create(maker));
  const holder = new OtherProcess("hold", scratch.path);
  assert.equal(await holder.line(), "held");
  return holder;
}

Deno.test("execute() refuses with ledger_busy once its patience is over, and has read no clock", async () => {
  using scratch = new Scratch();
  await using _holder = await held(scratch);
  let waits = 0;
  let reads = 0;
  const ledger = await scratch.open({
    busyMilliseconds: 400,
    wait: () => (waits++, Promise.resolve()),
    runtime: { ...scratch.runtime, clock: () => (reads++, 0) },
  });
  await assert.rejects(ledger.execute(give.claim(codex)), (error: LedgerRefusal) => {
    assert.equal(error.refusal.code, "ledger_busy");
    const { path, waitedSeconds } = error.refusal.facts as { path: string; waitedSeconds: number };
    assert.equal(path, scratch.path);
    assert.ok(Number.isInteger(waitedSeconds) && waitedSeconds < 60, `${waitedSeconds}`);
    return true;
  });
  assert.ok(waits >= 2, `${waits}`);
  assert.equal(reads, 0);
});

Deno.test("execute() waits between tries, answers reads meanwhile, and goes through once it can", async () => {
  using scratch = new Scratch();
  await using holder = await held(scratch);
  const seen: number[] = [];
  let reads = 0;
  const ledger = await scratch.open({
    runtime: { ...scratch.runtime, clock: () => (reads++, scratch.clock.now) },
    wait: async () => {
      seen.push((await ledger.events({ after: 0, limit: 9 })).length);
      assert.equal(reads, 0);
      if (seen.length === 3) {
        await holder.tell();
        assert.equal(await holder.line(), "released");
      }
    },
  });
  const outcome = await ledger.execute(give.claim(codex));
  assert.equal(outcome.sight?.status, "active");
  assert.deepEqual(seen, [1, 1, 1]);
  assert.equal(reads, 1);
});

Deno.test("one try blocks the event loop no longer than one short timeout", async () => {
  using scratch = new Scratch();
  await using _holder = await held(scratch);
  const tries: number[] = [];
  let began = performance.now();
  const ledger = await scratch.open({
    busyMilliseconds: 300,
    wait: () => {
      tries.push(performance.now() - began);
      return new Promise((resolve) =>
        setTimeout(() => {
          began = performance.now();
          resolve();
        })
      );
    },
  });
  began = performance.now();
  await assert.rejects(ledger.execute(give.claim(codex)), LedgerRefusal);
  const median = tries.sort((one, other) => one - other)[tries.length >> 1]!;
  assert.ok(median < 250, `${median} ms`);
});

Deno.test("execute() gives up before its commit where the signal is aborted", async () => {
  using scratch = new Scratch();
  await using holder = await held(scratch);
  const controller = new AbortController();
  const { signal } = controller;
  const ledger = await scratch.open({
    wait: async () => {
      controller.abort(new Error("no longer wanted"));
      await holder.tell();
      await holder.line();
    },
  });
  await assert.rejects(ledger.execute(give.claim(codex), { signal }), /no longer wanted/);
  assert.equal((await ledger.events({ after: 0, limit: 9 })).length, 1);
  await assert.rejects(ledger.execute(give.claim(codex), { signal }), /no longer wanted/);
});

Deno.test("execute() with a rollback journal starts over when a reader stands before its commit", async () => {
  using scratch = new Scratch();
  const reader = new DatabaseSync(scratch.path, { timeout: 0 });
  let waits = 0;
  const ledger = await scratch.open({
    journal: "rollback",
    wait: () => {
      if (++waits === 2) reader.prepare("COMMIT").run();
      return Promise.resolve();
    },
  });
  await ledger.execute(give.create(maker));
  assert.equal((await databaseFacts(scratch.path)).journalMode, "delete");
  reader.prepare("BEGIN").run();
  assert.equal(reader.prepare("SELECT count(*) AS events FROM event").get()!.events, 1);
  await ledger.execute(give.create(maker, { newTaskId: second }));
  assert.equal(waits, 2);
  reader.close();
  assert.equal((await ledger.events({ after: 0, limit: 9 })).length, 2);
});

Deno.test("calls at once on one ledger have the effect of one after the other", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  const ids = [...Array(20).keys()].map((count) => String(count).padStart(10, "a"));
  await Promise.all(ids.map((newTaskId) => ledger.execute(give.create(maker, { newTaskId }))));
  const claims = await Promise.all(
    ids.map((taskId) => ledger.execute(give.claim({ ...codex, session: taskId }, { taskId }))),
  );
  assert.equal(claims.filter(({ refusal }) => !refusal).length, 1);
  const events = await ledger.events({ after: 0, limit: 99 });
  assert.deepEqual(events.map(({ event }) => event), [...Array(21).keys()].map((n) => n + 1));
});

Deno.test("several processes work while another takes the lock again and again: no lock error shows", async () => {
  using scratch = new Scratch();
  await (await scratch.open()).execute(give.create(maker));
  await using hog = new OtherProcess("hog", scratch.path);
  assert.equal(await hog.line(), "held");
  await using one = new OtherProcess("work", scratch.path, "ab1", "12");
  await using two = new OtherProcess("work", scratch.path, "ab2", "12");
  await using three = new OtherProcess("work", scratch.path, "ab3", "12");
  const counts = (await releaseTogether([one, two, three])).map((line) => JSON.parse(line));
  await hog.tell();
  await hog.line();
  const total: Record<string, number> = {};
  for (const [key, count] of counts.flatMap((each) => Object.entries<number>(each))) {
    total[key] = (total[key] ?? 0) + count;
  }
  const {
    claimed,
    lease_held = 0,
    created,
    renewed,
    passed,
    needs_person = 0,
    nothing_to_claim = 0,
    ...rest
  } = total;
  assert.deepEqual(rest, "budget_spent" in rest ? { budget_spent: rest.budget_spent } : {});
  assert.equal(created, 3);
  assert.equal(claimed! + lease_held + needs_person + nothing_to_claim, 36);
  assert.equal(renewed, claimed);
  assert.equal(passed! + (rest.budget_spent ?? 0), claimed);
  const { findings } = await verifyLedger(scratch.path);
  assert.deepEqual(findings, []);
});

Deno.test("first opens by several processes at the same instant all succeed", async () => {
  for (const journal of ["wal", "wal", "rollback"]) {
    using scratch = new Scratch();
    Deno.writeFileSync(scratch.path, new Uint8Array(), { mode: 0o600 });
    const names = ["1", "2", "3", "4", "5", "6"];
    const processes = names.map((name) =>
      new OtherProcess("work", scratch.path, name, "1", journal)
    );
    await using _all = disposeAll(processes);
    const counts = (await releaseTogether(processes)).map((line) => JSON.parse(line));
    assert.deepEqual(counts.map(({ created }) => created), names.map(() => 1));
    const { findings, tasks } = await verifyLedger(scratch.path);
    assert.deepEqual([findings, tasks], [[], 6]);
    assert.equal(
      (await databaseFacts(scratch.path)).journalMode,
      journal === "wal" ? "wal" : "delete",
    );
    assert.deepEqual(scratch.files(), ["ledger.sqlite3"]);
  }
});

function disposeAll(processes: readonly OtherProcess[]): AsyncDisposable {
  return {
    async [Symbol.asyncDispose]() {
      for (const process of processes) await process[Symbol.asyncDispose]();
    },
  };
}
