// Copies of a ledger: complete, checked, alone in their file, and never in place of another one.
import assert from "node:assert/strict";
import { LedgerRefusal } from "../../lib/ledger/ledger.ts";
import { backupLedger } from "../../lib/sqlite/backup.ts";
import { verifyLedger } from "../../lib/sqlite/verify.ts";
import * as give from "../support/commands.ts";
import { taskIdOf } from "../support/ids.ts";
import { maker } from "../support/people.ts";
import { Scratch } from "./scratch.ts";

Deno.test("backup() holds every acknowledged write although the ledger is open and in use", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  for (let count = 0; count < 5; count++) {
    await ledger.execute(give.create(maker, { newTaskId: taskIdOf(count) }));
  }
  const target = `${scratch.directory}/copy.sqlite3`;
  const made = await backupLedger(scratch.path, target);
  await ledger.execute(give.create(maker, { newTaskId: taskIdOf(5) }));
  assert.equal(made.newestEvent, 5);
  assert.equal(made.bytes, Deno.statSync(target).size);
  assert.equal(Deno.statSync(target).mode! & 0o777, 0o600);
  const { findings, events, newestHash } = await verifyLedger(target);
  assert.deepEqual([findings, events, newestHash], [[], 5, made.newestHash]);
  const beside = scratch.files().filter((name) => name.startsWith("copy"));
  assert.deepEqual(beside, ["copy.sqlite3"]);
});

Deno.test("backup() opens as a ledger that goes on", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await ledger.execute(give.create(maker));
  const target = `${scratch.directory}/copy.sqlite3`;
  await backupLedger(scratch.path, target);
  const copy = await scratch.open({ path: target });
  assert.equal((await copy.execute(give.claim(maker))).sight?.status, "active");
  assert.equal((await ledger.show({ taskId: give.first, history: 9 })).history.length, 1);
});

Deno.test("backup() refuses a target that is there, and leaves it and nothing else", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await ledger.execute(give.create(maker));
  const target = `${scratch.directory}/notes.txt`;
  Deno.writeTextFileSync(target, "mine");
  const isDenied = (error: LedgerRefusal) => error.refusal.code === "storage_denied";
  await assert.rejects(backupLedger(scratch.path, target), isDenied);
  assert.equal(Deno.readTextFileSync(target), "mine");
  await assert.rejects(backupLedger(scratch.path, `${scratch.directory}/no/such/copy`), isDenied);
  ledger.close();
  assert.deepEqual(scratch.files(), ["ledger.sqlite3", "notes.txt"]);
});

Deno.test("backup() takes the place of a part that a killed process left", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await ledger.execute(give.create(maker));
  const target = `${scratch.directory}/copy.sqlite3`;
  Deno.writeTextFileSync(`${target}.part`, "half a copy");
  assert.equal((await backupLedger(scratch.path, target)).newestEvent, 1);
  assert.ok(!scratch.files().includes("copy.sqlite3.part"));
});

Deno.test("backup() refuses to call a damaged ledger a backup", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  for (let count = 0; count < 5; count++) {
    await ledger.execute(give.create(maker, { newTaskId: taskIdOf(count) }));
  }
  ledger.close();
  const bytes = Deno.readFileSync(scratch.path);
  bytes.fill(0xa5, bytes.length / 2, bytes.length / 2 + 4096);
  Deno.writeFileSync(scratch.path, bytes);
  await assert.rejects(
    backupLedger(scratch.path, `${scratch.directory}/copy.sqlite3`),
    (error: LedgerRefusal) => error.refusal.code === "ledger_damaged",
  );
  assert.deepEqual(scratch.files(), ["ledger.sqlite3"]);
});
