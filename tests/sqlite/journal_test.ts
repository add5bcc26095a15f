// The journal of a ledger that is moved between file systems: it is changed when nobody else has the file open, never before.
import assert from "node:assert/strict";
import { LedgerRefusal } from "../../lib/ledger/ledger.ts";
import { refuse } from "../../lib/rules/refusal.ts";
import { databaseFacts } from "../../lib/sqlite/facts.ts";
import { verifyLedger } from "../../lib/sqlite/verify.ts";
import * as give from "../support/commands.ts";
import { codex, maker } from "../support/people.ts";
import { OtherProcess } from "./other_process.ts";
import { Scratch } from "./scratch.ts";

const { second } = give;

Deno.test("a live ledger is not converted to another journal under an open writer (C15)", async () => {
  using scratch = new Scratch();
  const writer = await scratch.open();
  await writer.execute(give.create(maker));
  const other = await scratch.open({
    journal: "rollback",
    busyMilliseconds: 100,
    wait: () => Promise.resolve(),
  });
  // Reading goes on: only the first write wants another journal.
  assert.equal((await other.events({ after: 0, limit: 9 })).length, 1);
  await assert.rejects(other.execute(give.claim(codex)), ({ refusal }: LedgerRefusal) => {
    assert.equal(refusal.code, "ledger_busy");
    return true;
  });
  assert.equal((await databaseFacts(scratch.path)).journalMode, "wal");
  await writer.execute(give.create(maker, { newTaskId: second }));
  writer.close();
  assert.equal((await other.execute(give.claim(codex))).refusal, undefined);
  assert.equal((await databaseFacts(scratch.path)).journalMode, "delete");
  assert.deepEqual((await verifyLedger(scratch.path)).findings, []);
});

Deno.test("a ledger with a rollback journal is not converted under a writer in the middle of its work", async () => {
  using scratch = new Scratch();
  (await written(scratch)).close();
  await using holder = new OtherProcess("hold", scratch.path);
  assert.equal(await holder.line(), "held");
  const ledger = await scratch.open({
    busyMilliseconds: 100,
    wait: () => Promise.resolve(),
  });
  await assert.rejects(ledger.execute(give.claim(codex)), ({ refusal }: LedgerRefusal) => {
    assert.equal(refusal.code, "ledger_busy");
    return true;
  });
  await holder.tell();
  assert.equal(await holder.line(), "released");
  assert.equal((await ledger.execute(give.claim(codex))).refusal, undefined);
  assert.equal((await databaseFacts(scratch.path)).journalMode, "wal");
});

/** A ledger with one task and a rollback journal. */
async function written(scratch: Scratch) {
  const ledger = await scratch.open({ journal: "rollback" });
  await ledger.execute(give.create(maker));
  return ledger;
}

Deno.test("a journal that is chosen late is chosen once, with the first write and before anything is written", async () => {
  using scratch = new Scratch();
  let chosen = 0;
  const journal = () => {
    chosen++;
    return Promise.resolve("rollback" as const);
  };
  (await scratch.open()).close();
  const ledger = await scratch.open({ journal });
  assert.equal((await ledger.events({ after: 0, limit: 9 })).length, 0);
  assert.equal(chosen, 0);
  await ledger.execute(give.create(maker));
  await ledger.execute(give.create(maker, { newTaskId: second }));
  assert.equal(chosen, 1);
  assert.equal((await databaseFacts(scratch.path)).journalMode, "delete");
});

Deno.test("a late choice that refuses leaves the file as it was, write after write", async () => {
  using scratch = new Scratch();
  (await written(scratch)).close();
  const before = scratch.digest();
  const refusal = refuse("workspace_unsafe", { path: scratch.path, reason: "x" });
  const ledger = await scratch.open({
    journal: () => Promise.reject(new LedgerRefusal(refusal)),
  });
  for (let time = 0; time < 2; time++) {
    await assert.rejects(ledger.execute(give.claim(codex)), (error: LedgerRefusal) => {
      assert.equal(error.refusal.code, "workspace_unsafe");
      return true;
    });
  }
  ledger.close();
  assert.equal(scratch.digest(), before);
});
