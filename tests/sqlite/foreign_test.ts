// What others put into a ledger or beside it: named, refused, never run and never merged.
import assert from "node:assert/strict";
import type { LedgerRefusal } from "../../lib/ledger/ledger.ts";
import { backupLedger } from "../../lib/sqlite/backup.ts";
import { verifyLedger } from "../../lib/sqlite/verify.ts";
import * as give from "../support/commands.ts";
import { codex, maker } from "../support/people.ts";
import { nextSchema } from "./next_schema.ts";
import { Scratch } from "./scratch.ts";

const query = { status: "all", session: "s", limit: 9 } as const;

/** Checks a refusal as damaged, and what it names. */
async function damaged(work: Promise<unknown>, names: RegExp): Promise<void> {
  await assert.rejects(work, ({ refusal }: LedgerRefusal) => {
    assert.equal(refusal.code, "ledger_damaged");
    assert.match((refusal.facts as { detail: string }).detail, names);
    return true;
  });
}

const additions: readonly [name: string, sql: string, undo: string][] = [
  [
    'Foreign trigger "spy"',
    "CREATE TRIGGER spy AFTER INSERT ON event BEGIN INSERT INTO loot VALUES (NEW.data); END",
    "DROP TRIGGER spy",
  ],
  ['Foreign view "peek"', "CREATE VIEW peek AS SELECT token_hash FROM lease", "DROP VIEW peek"],
  ['Foreign index "odd"', "CREATE INDEX odd ON event (abs(at))", "DROP INDEX odd"],
];

for (const [name, sql, undo] of additions) {
  Deno.test(`execute() refuses to write beside a ${name.split(" ").slice(0, 2).join(" ").toLowerCase()}, names it, and reads go on`, async () => {
    using scratch = new Scratch();
    const ledger = await scratch.open();
    await ledger.execute(give.create(maker));
    const raw = scratch.raw();
    raw.exec(`CREATE TABLE loot (text); ${sql}`);
    // A connection that was open before notices it, and one that is opened after.
    for (const one of [ledger, await scratch.open()]) {
      await damaged(one.execute(give.claim(codex)), new RegExp(name));
      assert.equal((await one.list(query)).rows.length, 1);
    }
    assert.equal(raw.prepare("SELECT count(*) AS rows FROM loot").get()!.rows, 0);
    assert.equal((await ledger.events({ after: 0, limit: 9 })).length, 1);
    const { findings } = await verifyLedger(scratch.path);
    assert.ok(findings.some(({ detail }) => detail === name), JSON.stringify(findings));
    raw.exec(undo);
    assert.equal((await ledger.execute(give.claim(codex))).events.length, 1);
  });
}

Deno.test("execute() refuses to write where a wall was taken down", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await ledger.execute(give.create(maker));
  scratch.raw().exec("DROP TRIGGER event_kept");
  await damaged(ledger.execute(give.claim(codex)), /Missing trigger "event_kept"/);
});

Deno.test("reads refuse a view that stands in the place of a table, and do not run it", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await ledger.execute(give.create(maker));
  const raw = scratch.raw();
  raw.exec(
    "PRAGMA foreign_keys = OFF; ALTER TABLE lease RENAME TO other; CREATE VIEW lease AS SELECT * FROM other",
  );
  for (const one of [ledger, await scratch.open()]) {
    await damaged(one.list(query), /a view stands in the place of its table "lease"/);
    await damaged(one.lease(), /"lease"/);
  }
});

Deno.test("reading an older ledger runs no foreign trigger although it is migrated for the look", async () => {
  using scratch = new Scratch();
  const older = await scratch.open();
  await older.execute(give.create(maker));
  older.close();
  scratch.raw().exec("CREATE VIEW peek AS SELECT 1 AS one");
  const ledger = await scratch.open({ migrations: nextSchema });
  await damaged(ledger.list(query), /Foreign view "peek"/);
});

Deno.test("a log left behind is not merged into a backup that was put in the ledger's place", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await ledger.execute(give.create(maker));
  const copy = `${scratch.directory}/copy.sqlite3`;
  await backupLedger(scratch.path, copy);
  await ledger.execute(give.claim(codex));
  // As after a crash: the log stays, and a person restores the backup.
  const log = Deno.readFileSync(`${scratch.path}-wal`);
  ledger.close();
  Deno.renameSync(copy, scratch.path);
  Deno.writeFileSync(`${scratch.path}-wal`, log);
  const digest = scratch.digest();
  for (const readOnly of [false, true]) {
    await damaged(scratch.open({ readOnly }), /ledger.sqlite3-wal", belongs to another file/);
  }
  await damaged(verifyLedger(scratch.path), /another file/);
  assert.equal(scratch.digest(), digest);
  assert.deepEqual(Deno.readFileSync(`${scratch.path}-wal`), log);
  Deno.removeSync(`${scratch.path}-wal`);
  assert.equal((await (await scratch.open()).events({ after: 0, limit: 9 })).length, 1);
});

/** A ledger of one event whose log holds a second one, as a crash leaves it; the log as a test wants it. */
async function crashed(scratch: Scratch, spoil: (log: Uint8Array) => Uint8Array): Promise<void> {
  using origin = new Scratch();
  const first = await origin.open();
  await first.execute(give.create(maker));
  first.close();
  const ledger = await origin.open();
  await ledger.execute(give.claim(codex));
  Deno.copyFileSync(origin.path, scratch.path);
  Deno.writeFileSync(`${scratch.path}-wal`, spoil(Deno.readFileSync(`${origin.path}-wal`)));
}

Deno.test("a log that a crash left is the ledger's own and is read", async () => {
  using scratch = new Scratch();
  await crashed(scratch, (log) => log);
  assert.equal((await (await scratch.open()).events({ after: 0, limit: 9 })).length, 2);
});

for (
  const [what, spoil] of [
    ["noise", (log: Uint8Array) => log.fill(0xa5)],
    ["a log with another salt", (log: Uint8Array) => log.fill(7, 16, 24)],
    ["a log whose frames do not add up", (log: Uint8Array) => log.fill(1, 60, 400)],
  ] as const
) {
  Deno.test(`${what} beside a ledger is not merged, by SQLite's own checksums`, async () => {
    using scratch = new Scratch();
    await crashed(scratch, spoil);
    const ledger = await scratch.open();
    assert.equal((await ledger.events({ after: 0, limit: 9 })).length, 1);
    await ledger.execute(give.claim(codex));
    ledger.close();
    assert.deepEqual((await verifyLedger(scratch.path)).findings, []);
  });
}
