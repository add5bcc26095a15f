// Files that are not opened as ledgers, or no longer: damaged, foreign, newer. What a refusal leaves of them.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { LedgerRefusal } from "../../lib/ledger/ledger.ts";
import { backupLedger } from "../../lib/sqlite/backup.ts";
import { databaseFacts } from "../../lib/sqlite/facts.ts";
import { verifyLedger } from "../../lib/sqlite/verify.ts";
import { create, first, second } from "../support/commands.ts";
import { maker } from "../support/people.ts";
import { Scratch } from "./scratch.ts";

/** Writes a ledger with one task and closes it. */
async function written(scratch: Scratch): Promise<void> {
  const ledger = await scratch.open();
  await ledger.execute(create(maker, { objective: "word ".repeat(1000) }));
  ledger.close();
}

/** Checks that every way to open the file is refused and that its bytes stay as they are. */
async function refused(scratch: Scratch, code: string): Promise<LedgerRefusal> {
  const before = scratch.digest();
  const files = scratch.files();
  const refusals: LedgerRefusal[] = [];
  const ways = [
    () => scratch.open(),
    () => scratch.open({ readOnly: true }),
    () => scratch.open({ journal: "rollback" }),
    () => verifyLedger(scratch.path),
    () => databaseFacts(scratch.path),
    () => backupLedger(scratch.path, `${scratch.directory}/copy.sqlite3`),
  ];
  for (const way of ways) {
    await assert.rejects(way(), (error) => {
      assert.ok(error instanceof LedgerRefusal, String(error));
      refusals.push(error);
      return true;
    });
  }
  assert.deepEqual(refusals.map(({ refusal }) => refusal.code), ways.map(() => code));
  assert.equal(scratch.digest(), before);
  assert.deepEqual(scratch.files(), files);
  return refusals[0]!;
}

const damages: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  "whose first 100 bytes are zero": (bytes) => bytes.fill(0, 0, 100),
  "that was cut in half": (bytes) => bytes.slice(0, bytes.length / 2),
  "that ends inside the first page": (bytes) => bytes.slice(0, 60),
  "that is plain text": () => new TextEncoder().encode("Dear diary\n".repeat(500)),
  "that is two bytes": () => new Uint8Array(2),
  "whose pages after the first are noise": (bytes) => bytes.fill(0xa5, 4096),
  "that is all zero": (bytes) => bytes.fill(0),
};

for (const [which, damage] of Object.entries(damages)) {
  Deno.test(`open() refuses a file ${which} as ledger_damaged and leaves it as it is`, async () => {
    using scratch = new Scratch();
    await written(scratch);
    Deno.writeFileSync(scratch.path, damage(Deno.readFileSync(scratch.path)));
    const { refusal } = await refused(scratch, "ledger_damaged");
    assert.equal((refusal.facts as { path: string }).path, scratch.path);
  });
}

Deno.test("a ledger whose history is damaged inside refuses reads and writes and stays as it is", async () => {
  using scratch = new Scratch();
  await written(scratch);
  const raw = scratch.raw();
  const pages = raw.prepare("SELECT rootpage FROM sqlite_schema WHERE name IN ('event', 'task')");
  const roots = pages.all().map((row) => Number(row.rootpage));
  raw.close();
  const bytes = Deno.readFileSync(scratch.path);
  for (const root of roots) bytes.fill(0xa5, (root - 1) * 4096, root * 4096);
  Deno.writeFileSync(scratch.path, bytes);
  const digest = scratch.digest();
  const ledger = await scratch.open();
  const isDamaged = (error: LedgerRefusal) => error.refusal.code === "ledger_damaged";
  for (let count = 0; count < 2; count++) {
    await assert.rejects(ledger.show({ taskId: first, history: 9 }), isDamaged);
    await assert.rejects(ledger.execute(create(maker, { newTaskId: second })), isDamaged);
  }
  ledger.close();
  assert.equal(scratch.digest(), digest);
});

Deno.test("open() refuses the database of another program as ledger_damaged", async () => {
  for (
    const sql of [
      "CREATE TABLE note (text)",
      "PRAGMA application_id = 7",
      "PRAGMA user_version = 1",
    ]
  ) {
    using scratch = new Scratch();
    const other = new DatabaseSync(scratch.path);
    other.prepare(sql).run();
    other.close();
    const { refusal } = await refused(scratch, "ledger_damaged");
    assert.match((refusal.facts as { detail: string }).detail, /another program/);
  }
});

Deno.test("open() refuses a newer schema as ledger_newer and names both versions", async () => {
  for (const found of [2, 9999]) {
    using scratch = new Scratch();
    await written(scratch);
    const raw = scratch.raw();
    raw.prepare(`PRAGMA user_version = ${found}`).run();
    raw.close();
    const { refusal } = await refused(scratch, "ledger_newer");
    assert.deepEqual(refusal.facts, { path: scratch.path, found, known: 1 });
  }
});

Deno.test("an open ledger refuses reads and writes once a newer program has migrated its file", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await ledger.execute(create(maker));
  scratch.raw().prepare("PRAGMA user_version = 2").run();
  const isNewer = (error: LedgerRefusal) => error.refusal.code === "ledger_newer";
  await assert.rejects(ledger.show({ taskId: first, history: 1 }), isNewer);
  await assert.rejects(ledger.execute(create(maker, { newTaskId: second })), isNewer);
  scratch.raw().prepare("PRAGMA user_version = 1").run();
  assert.equal((await ledger.show({ taskId: first, history: 1 })).history.length, 1);
});
