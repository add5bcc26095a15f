// The backup before a migration: verified, named for time and schema, for the owner alone, the last five.
import assert from "node:assert/strict";
import { databaseFacts } from "../../lib/sqlite/facts.ts";
import { backupBeforeMigration, keptBackups } from "../../lib/sqlite/migration_backup.ts";
import { verifyLedger } from "../../lib/sqlite/verify.ts";
import * as give from "../support/commands.ts";
import { codex, maker } from "../support/people.ts";
import { nextSchema } from "./next_schema.ts";
import { Scratch } from "./scratch.ts";

/** The names in the directory of backups. */
function backups(scratch: Scratch): string[] {
  return [...Deno.readDirSync(`${scratch.directory}/backups`)].map(({ name }) => name).sort();
}

/** A ledger of the present schema with one task, closed. */
async function older(scratch: Scratch): Promise<void> {
  const ledger = await scratch.open();
  await ledger.execute(give.create(maker));
  ledger.close();
}

Deno.test("backupBeforeMigration() keeps the older ledger whole beside the migrated one", async () => {
  using scratch = new Scratch();
  await older(scratch);
  const now = () => Date.UTC(2026, 4, 6, 7, 8, 9);
  const beforeMigration = backupBeforeMigration(`${scratch.directory}/backups`, { now });
  const ledger = await scratch.open({ migrations: nextSchema, beforeMigration });
  await ledger.list({ status: "all", session: "s", limit: 9 });
  assert.ok(!scratch.files().includes("backups"), "reading made a backup");
  await ledger.execute(give.claim(codex));
  const [name, ...more] = backups(scratch);
  assert.deepEqual(more, []);
  assert.match(name!, /^before-migration-20260506T070809Z-schema-1-[0-9a-f]{8}\.sqlite3$/);
  const path = `${scratch.directory}/backups/${name}`;
  assert.equal(Deno.statSync(path).mode! & 0o777, 0o600);
  assert.equal((await databaseFacts(path)).schema, 1);
  assert.deepEqual((await verifyLedger(path)).findings, []);
});

Deno.test("backupBeforeMigration() keeps the last five of its own and leaves other files alone", async () => {
  using scratch = new Scratch();
  await older(scratch);
  const directory = `${scratch.directory}/backups`;
  Deno.mkdirSync(directory);
  Deno.writeTextFileSync(`${directory}/ledger-20200101T000000Z.sqlite3`, "a person's own");
  const step = { path: scratch.path, from: 1, to: 2 };
  for (let day = 1; day <= 8; day++) {
    await backupBeforeMigration(directory, { now: () => Date.UTC(2026, 0, day) })(step);
  }
  const days = backups(scratch).map((name) => name.slice(0, 25));
  const kept = [4, 5, 6, 7, 8].map((day) => `before-migration-2026010${day}`);
  assert.deepEqual(days, [...kept, "ledger-20200101T000000Z.s"]);
  // A clock that was set back does not cost the one that was just made.
  await backupBeforeMigration(directory, { now: () => Date.UTC(2025, 0, 1) })(step);
  const names = backups(scratch);
  assert.ok(names.some((name) => name.startsWith("before-migration-20250101")), names.join());
  assert.equal(names.length, keptBackups + 1);
});

Deno.test("a migration is refused where its backup may not be made, and the ledger stays older", async () => {
  using scratch = new Scratch();
  await older(scratch);
  // A file where the directory should be.
  Deno.writeTextFileSync(`${scratch.directory}/backups`, "");
  const beforeMigration = backupBeforeMigration(`${scratch.directory}/backups`, { now: () => 1 });
  const ledger = await scratch.open({ migrations: nextSchema, beforeMigration });
  await assert.rejects(ledger.execute(give.claim(codex)));
  assert.equal((await databaseFacts(scratch.path)).schema, 1);
});
