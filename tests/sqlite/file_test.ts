// The ledger's file: what is read and written of it when, how it is kept, and what a clean exit leaves.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { LedgerRefusal } from "../../lib/ledger/ledger.ts";
import { Connection } from "../../lib/sqlite/connection.ts";
import { applicationId } from "../../lib/sqlite/migrate.ts";
import { databaseFacts } from "../../lib/sqlite/facts.ts";
import { verifyLedger } from "../../lib/sqlite/verify.ts";
import { create, first, renew, second } from "../support/commands.ts";
import { codex, maker } from "../support/people.ts";
import { Scratch } from "./scratch.ts";

/** Writes a ledger with one task and closes it. */
async function written(scratch: Scratch): Promise<void> {
  const ledger = await scratch.open();
  await ledger.execute(create(maker, { objective: "word ".repeat(1000) }));
  ledger.close();
}

Deno.test("reading an empty file finds nothing and writes nothing", async () => {
  using scratch = new Scratch();
  Deno.writeFileSync(scratch.path, new Uint8Array(), { mode: 0o600 });
  const ledger = await scratch.open();
  assert.deepEqual(await ledger.list({ status: "all", session: "s", limit: 9 }), {
    rows: [],
    newestEvent: 0,
  });
  await assert.rejects(ledger.show({ taskId: first, history: 1 }), LedgerRefusal);
  assert.deepEqual(await ledger.events({ after: 0, limit: 9 }), []);
  assert.equal(await ledger.lease(), undefined);
  assert.equal(await ledger.chance({ agent: "codex", session: "s" }), undefined);
  assert.deepEqual((await verifyLedger(scratch.path)).findings, []);
  assert.equal((await databaseFacts(scratch.path)).schema, 0);
  ledger.close();
  assert.equal(Deno.statSync(scratch.path).size, 0);
  assert.deepEqual(scratch.files(), ["ledger.sqlite3"]);
});

Deno.test("execute() makes no schema in an empty file for a command that is refused", async () => {
  using scratch = new Scratch();
  Deno.writeFileSync(scratch.path, new Uint8Array());
  const ledger = await scratch.open();
  assert.equal((await ledger.execute(renew(codex))).refusal?.code, "task_not_found");
  assert.equal((await databaseFacts(scratch.path)).schema, 0);
  await ledger.execute(create(maker));
  assert.equal((await databaseFacts(scratch.path)).schema, 1);
});

Deno.test("a reader that opened an empty file sees what another process then creates", async () => {
  using scratch = new Scratch();
  Deno.writeFileSync(scratch.path, new Uint8Array());
  const reader = await scratch.open({ readOnly: true });
  const before = await reader.changeMark();
  assert.equal((await reader.list({ status: "all", session: "s", limit: 9 })).rows.length, 0);
  await (await scratch.open()).execute(create(maker));
  assert.notEqual(await reader.changeMark(), before);
  assert.equal((await reader.list({ status: "all", session: "s", limit: 9 })).rows.length, 1);
});

Deno.test("open() finishes a creation that was cut off after the journal was chosen", async () => {
  using scratch = new Scratch();
  const half = new DatabaseSync(scratch.path);
  half.prepare("PRAGMA journal_mode = WAL").get();
  half.close();
  const ledger = await scratch.open();
  assert.equal((await ledger.execute(create(maker))).events.length, 1);
});

Deno.test("a -wal of another ledger beside an empty file is not merged into it", async () => {
  using other = new Scratch();
  const ledger = await other.open();
  await ledger.execute(create(maker));
  using scratch = new Scratch();
  Deno.writeFileSync(scratch.path, new Uint8Array());
  for (const ending of ["-wal", "-shm"]) {
    Deno.copyFileSync(other.path + ending, scratch.path + ending);
  }
  assert.ok(Deno.statSync(`${scratch.path}-wal`).size > 0);
  const fresh = await scratch.open();
  assert.equal((await fresh.list({ status: "all", session: "s", limit: 9 })).rows.length, 0);
  await fresh.execute(create(maker, { newTaskId: second }));
  const { rows } = await fresh.list({ status: "all", session: "s", limit: 9 });
  assert.deepEqual(rows.map(({ task }) => task.taskId), [second]);
});

Deno.test("the last close leaves the ledger as one file", async () => {
  for (const journal of ["wal", "rollback"] as const) {
    using scratch = new Scratch();
    const one = await scratch.open({ journal });
    await one.execute(create(maker));
    const other = await scratch.open({ journal });
    const reader = await scratch.open({ journal, readOnly: true });
    await other.execute(create(maker, { newTaskId: second }));
    await reader.show({ taskId: second, history: 1 });
    one.close();
    other.close();
    reader.close();
    reader.close();
    assert.deepEqual(scratch.files(), ["ledger.sqlite3"]);
    assert.equal((await databaseFacts(scratch.path)).newestEvent, 2);
    await assert.rejects(one.lease(), /closed/);
  }
});

Deno.test("commits are synced as far as each journal needs", async () => {
  for (const [journal, synchronous] of [["wal", 2], ["rollback", 3]] as const) {
    using scratch = new Scratch();
    const connection = await Connection.open({ path: scratch.path, journal });
    await connection.write(() => ({ value: undefined, isChanged: true }));
    const settings = await connection.look((statements) =>
      ["synchronous", "foreign_keys", "recursive_triggers", "trusted_schema"]
        .map((name) => statements.first(`PRAGMA ${name}`)?.[name])
    );
    assert.deepEqual(settings, [synchronous, 1, 1, 0]);
    connection.close();
  }
});

Deno.test("the file tells whose it is, its schema and how it is kept", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await ledger.execute(create(maker));
  const facts = await databaseFacts(scratch.path);
  assert.equal(facts.applicationId, applicationId);
  assert.equal(facts.applicationId, 0x41484c47);
  assert.equal(facts.schema, facts.knownSchema);
  assert.equal(facts.journalMode, "wal");
  assert.ok(facts.logBytes > 0);
  assert.deepEqual({ ...facts.tasks }, { queued: 1 });
  assert.match(facts.sqliteVersion, /^3\.\d+\.\d+$/);
});

Deno.test("a reader refuses to write with storage_denied, and a missing file is not made for it", async () => {
  using scratch = new Scratch();
  const isDenied = (error: LedgerRefusal) => error.refusal.code === "storage_denied";
  await assert.rejects(scratch.open({ readOnly: true }), isDenied);
  assert.deepEqual(scratch.files(), []);
  await written(scratch);
  const reader = await scratch.open({ readOnly: true });
  await assert.rejects(reader.execute(create(maker, { newTaskId: second })), isDenied);
  assert.equal((await reader.list({ status: "all", session: "s", limit: 9 })).rows.length, 1);
});

Deno.test("texts come back exactly as they were stored, and what cannot be is refused whole", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  const odd = "“quotes” '--; \u{1f600}\u202e\u0007\r\n\ttab  trailing  ";
  await ledger.execute(create(maker, { title: odd, objective: odd, constraints: odd }));
  const shown = await ledger.show({ taskId: first, history: 1 });
  assert.equal(shown.sight.task.title, odd);
  assert.equal(shown.sight.task.objective.text, odd);
  assert.equal((shown.history[0]!.data as { constraints: string }).constraints, odd);
  for (const title of ["cut\0here", "half \ud83d"]) {
    await assert.rejects(
      ledger.execute(create(maker, { newTaskId: second, title })),
      /Store a text/,
    );
  }
  assert.equal((await ledger.events({ after: 0, limit: 9 })).length, 1);
});
