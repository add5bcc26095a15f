// Bringing an older ledger up to date: by the first write alone, whole or not at all.
import assert from "node:assert/strict";
import { LedgerRefusal } from "../../lib/ledger/ledger.ts";
import { backupLedger } from "../../lib/sqlite/backup.ts";
import { databaseFacts } from "../../lib/sqlite/facts.ts";
import { migrations } from "../../lib/sqlite/migrate.ts";
import { verifyLedger } from "../../lib/sqlite/verify.ts";
import * as give from "../support/commands.ts";
import { codex, maker } from "../support/people.ts";
import { nextSchema } from "./next_schema.ts";
import { OtherProcess, releaseTogether } from "./other_process.ts";
import { Scratch } from "./scratch.ts";

const { first, second } = give;
const query = { status: "all", session: "s", limit: 9 } as const;

/** A ledger of the present schema with one task, closed. */
async function older(scratch: Scratch): Promise<void> {
  const ledger = await scratch.open();
  await ledger.execute(give.create(maker));
  ledger.close();
}

/** The schema of the file and what is in the table that the later one adds. */
function later(scratch: Scratch): { schema: unknown; rows: unknown } {
  const raw = scratch.raw();
  const schema = raw.prepare("PRAGMA user_version").get()!.user_version;
  const isThere = raw.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'later'").get();
  const rows = isThere ? raw.prepare("SELECT count(*) AS rows FROM later").get()!.rows : undefined;
  raw.close();
  return { schema, rows };
}

Deno.test("reading an older ledger tells what is in it and never migrates it", async () => {
  for (const readOnly of [false, true]) {
    using scratch = new Scratch();
    await older(scratch);
    const digest = scratch.digest();
    const ledger = await scratch.open({ migrations: nextSchema, readOnly });
    assert.equal((await ledger.list(query)).rows.length, 1);
    assert.equal((await ledger.show({ taskId: first, history: 9 })).history.length, 1);
    assert.equal(await ledger.lease(), undefined);
    ledger.close();
    assert.equal(scratch.digest(), digest);
    assert.deepEqual(later(scratch), { schema: 1, rows: undefined });
  }
});

Deno.test("the first write migrates an older ledger in its own transaction, a refused one does not", async () => {
  using scratch = new Scratch();
  await older(scratch);
  const ledger = await scratch.open({ migrations: nextSchema });
  const refused = await ledger.execute(give.renew(codex, { taskId: second }));
  assert.equal(refused.refusal?.code, "task_not_found");
  assert.deepEqual(later(scratch), { schema: 1, rows: undefined });
  assert.equal((await ledger.execute(give.claim(codex))).sight?.status, "active");
  assert.deepEqual(later(scratch), { schema: 2, rows: 1 });
  assert.equal((await ledger.list(query)).rows.length, 1);
  const older1 = await scratch.open().catch((error: LedgerRefusal) => error.refusal.code);
  assert.equal(older1, "ledger_newer");
});

Deno.test("beforeMigration runs once, before anything changes, with room for a backup", async () => {
  using scratch = new Scratch();
  await older(scratch);
  const steps: unknown[] = [];
  const copy = `${scratch.directory}/before.sqlite3`;
  const beforeMigration = async (step: { path: string; from: number; to: number }) => {
    steps.push(step);
    assert.equal((await backupLedger(step.path, copy)).newestEvent, 1);
  };
  const ledger = await scratch.open({ migrations: nextSchema, beforeMigration });
  await ledger.list(query);
  assert.deepEqual(steps, []);
  await ledger.execute(give.claim(codex));
  await ledger.execute(give.pass(codex));
  assert.deepEqual(steps, [{ path: scratch.path, from: 1, to: 2 }]);
  assert.equal((await databaseFacts(copy)).schema, 1);
});

Deno.test("beforeMigration is not called for a new ledger or one that is up to date", async () => {
  using scratch = new Scratch();
  let calls = 0;
  const beforeMigration = () => void calls++;
  const ledger = await scratch.open({ beforeMigration });
  await ledger.execute(give.create(maker));
  await (await scratch.open({ beforeMigration })).execute(give.claim(codex));
  assert.equal(calls, 0);
});

Deno.test("a backup that fails before the migration leaves the ledger as it was, and is tried again", async () => {
  using scratch = new Scratch();
  await older(scratch);
  let calls = 0;
  const beforeMigration = () => {
    if (++calls === 1) throw new Error("no room for a backup");
  };
  const ledger = await scratch.open({ migrations: nextSchema, beforeMigration });
  await assert.rejects(ledger.execute(give.claim(codex)), /no room/);
  assert.deepEqual(later(scratch), { schema: 1, rows: undefined });
  await ledger.execute(give.claim(codex));
  assert.deepEqual([calls, later(scratch).schema], [2, 2]);
});

Deno.test("a step that fails takes the steps before it and the command back", async () => {
  using scratch = new Scratch();
  await older(scratch);
  const failing = [...nextSchema, ["INSERT INTO no_such_table VALUES (1)"]];
  const ledger = await scratch.open({ migrations: failing });
  await assert.rejects(ledger.execute(give.claim(codex)), /no such table/);
  assert.deepEqual(later(scratch), { schema: 1, rows: undefined });
  assert.equal((await (await scratch.open()).execute(give.claim(codex))).events.length, 1);
});

Deno.test("a process killed in the middle of a migration leaves the older ledger whole", async () => {
  using scratch = new Scratch();
  await older(scratch);
  await using half = new OtherProcess("half", scratch.path);
  assert.equal(await half.line(), "half");
  await half.kill();
  const { schema, newestEvent } = await databaseFacts(scratch.path);
  assert.deepEqual([schema, newestEvent], [1, 1]);
  const ledger = await scratch.open({ migrations: nextSchema });
  await ledger.execute(give.claim(codex));
  assert.deepEqual(later(scratch), { schema: 2, rows: 1 });
});

Deno.test("two newer programs that migrate at the same instant both succeed", async () => {
  using scratch = new Scratch();
  await older(scratch);
  await using one = new OtherProcess("upgrade", scratch.path, "1", "0");
  await using other = new OtherProcess("upgrade", scratch.path, "2", "0");
  const told = await releaseTogether([one, other]);
  assert.deepEqual(told.map((line) => JSON.parse(line)), [{ created: 1 }, { created: 1 }]);
  assert.deepEqual(later(scratch), { schema: 2, rows: 1 });
});

Deno.test("the schema of this release is made by its steps and checks out", async () => {
  using scratch = new Scratch();
  await older(scratch);
  assert.equal((await databaseFacts(scratch.path)).schema, migrations.length);
  assert.deepEqual((await verifyLedger(scratch.path)).findings, []);
});
