// What a check of a whole ledger finds when somebody has been at the file.
import assert from "node:assert/strict";
import type { DatabaseSync } from "node:sqlite";
import { hashOf, hexOf } from "../../lib/sqlite/event_rows.ts";
import { type Finding, verifyLedger } from "../../lib/sqlite/verify.ts";
import * as give from "../support/commands.ts";
import { claude, codex, maker } from "../support/people.ts";
import { Scratch } from "./scratch.ts";

const { first, second, third } = give;

/** A ledger with a past: a pass, a lost lease whose text was kept, dependencies, a lease that goes on. */
async function withPast(scratch: Scratch): Promise<void> {
  const ledger = await scratch.open();
  await ledger.execute(give.create(maker));
  await ledger.execute(give.create(maker, { newTaskId: second, dependsOn: [first] }));
  await ledger.execute(give.create(maker, { newTaskId: third, priority: "low" }));
  await ledger.execute(give.claim(codex));
  await ledger.execute(give.pass(codex));
  await ledger.execute(give.claim(codex));
  scratch.clock.advance(100);
  await ledger.execute(give.claim(claude));
  await ledger.execute(give.pass(codex));
  await ledger.execute(give.complete(claude));
  await ledger.execute(give.claim(codex));
  ledger.close();
}

/** Does to the file what no program of ours does, its triggers dropped and made again. */
function tamper(scratch: Scratch, ...sql: string[]): void {
  const raw = scratch.raw();
  raw.prepare("PRAGMA foreign_keys = OFF").run();
  const triggers = raw.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
  for (const { name } of triggers) raw.prepare(`DROP TRIGGER ${name}`).run();
  for (const text of sql) raw.prepare(text).run();
  for (const { sql } of triggers) raw.prepare(String(sql)).run();
  raw.close();
}

async function findingsAfter(...sql: string[]): Promise<readonly Finding[]> {
  using scratch = new Scratch();
  await withPast(scratch);
  tamper(scratch, ...sql);
  const digest = scratch.digest();
  const { findings, found } = await verifyLedger(scratch.path);
  assert.equal(found, findings.length);
  assert.equal(scratch.digest(), digest);
  return findings;
}

Deno.test("verify() finds nothing in a ledger that only commands have written", async () => {
  using scratch = new Scratch();
  await withPast(scratch);
  const { findings, found, events, tasks, newestHash } = await verifyLedger(scratch.path);
  assert.deepEqual([findings, found, events, tasks], [[], 0, 11, 3]);
  assert.match(newestHash, /^[0-9a-f]{64}$/);
  assert.deepEqual(await findingsAfter(), []);
});

Deno.test("verify() finds a rewritten event by its hash", async () => {
  const findings = await findingsAfter(
    "UPDATE event SET data = json_set(data, '$.title', 'Forged') WHERE event = 1",
  );
  const [history] = findings.filter(({ kind }) => kind === "history");
  assert.deepEqual(history, {
    kind: "history",
    detail: "The event is not the one that its hash was made of",
    event: 1,
    taskId: first,
  });
  assert.ok(findings.some(({ kind, taskId }) => kind === "rows" && taskId === first));
});

Deno.test("verify() finds a rewritten event whose own hash was made anew, by the one after it", async () => {
  using scratch = new Scratch();
  await withPast(scratch);
  tamper(scratch, "UPDATE event SET actor = 'mallory' WHERE event = 4");
  rehash(scratch.raw(), 4);
  const { findings } = await verifyLedger(scratch.path);
  const [broken] = findings.filter(({ kind }) => kind === "history");
  assert.equal(broken?.event, 5);
  assert.match(broken!.detail, /hash of the one before/);
});

/** Gives one event the hash that fits its changed content. */
function rehash(raw: DatabaseSync, event: number): void {
  const row = raw.prepare("SELECT * FROM event WHERE event = ?").get(event)!;
  const trigger = raw.prepare("SELECT sql FROM sqlite_schema WHERE name = 'event_unchanged'")
    .get()!;
  raw.prepare("DROP TRIGGER event_unchanged").run();
  const own = hashOf(row, hexOf(row.previous_hash as Uint8Array));
  raw.prepare("UPDATE event SET hash = unhex(?) WHERE event = ?").run(own, event);
  raw.prepare(String(trigger.sql)).run();
  raw.close();
}

Deno.test("verify() finds a deleted event", async () => {
  const findings = await findingsAfter("DELETE FROM event WHERE event = 5");
  assert.ok(findings.some(({ detail, event }) => detail === "Event 5 is missing" && event === 6));
});

const tampered: Readonly<Record<string, string>> = {
  "a task's row with another title": `UPDATE task SET title = 'Forged' WHERE task_id = '${third}'`,
  "a task's row with handoffs given back":
    `UPDATE task SET handoffs_used = 0 WHERE task_id = '${first}'`,
  "a task's row with an older newest event":
    `UPDATE task SET event = 2 WHERE task_id = '${second}'`,
  "a task's row with a newer newest event": `UPDATE task SET event = 11 WHERE task_id = '${first}'`,
  "a task without a row": `DELETE FROM task WHERE task_id = '${third}'`,
  "a task's row with another likeness": `UPDATE task SET likeness = 1 WHERE task_id = '${third}'`,
  "a lease with more time": "UPDATE lease SET expires_at = expires_at + 60000",
  "a lease that is gone": "DELETE FROM lease",
  "a past lease with another end": "UPDATE past_lease SET ended = 'released' WHERE fence = 1",
  "a past lease that is gone": "DELETE FROM past_lease WHERE fence = 1",
  "a kept note that is denied": "UPDATE past_lease SET note_kept = 0",
  "a kept note that never was": "UPDATE past_lease SET note_kept = 1 WHERE fence = 1",
  "a fence that was lowered": "UPDATE workspace SET fence = 1",
  "a name of an agent that never acted": "INSERT INTO agent (name) VALUES ('mallory')",
  "a dependency that is gone": "DELETE FROM dependency",
  "a dependency that counts as met": "UPDATE task SET open_dependencies = 1",
  "a count of tasks that is wrong": "UPDATE task_count SET tasks = tasks + 1",
  "an event that the search index lacks":
    "INSERT INTO search (search, rowid, words) SELECT 'delete', -1, group_concat(term, ' ') FROM search_word WHERE doc = -1",
  "a search index without anything": "INSERT INTO search (search) VALUES ('delete-all')",
  "a search index with a word more": "INSERT INTO search (rowid, words) VALUES (-2, 'forged')",
  "a search index with another word":
    `INSERT INTO search (search, rowid, words) VALUES ('delete', -1, 'parse')`,
};

for (const [what, sql] of Object.entries(tampered)) {
  Deno.test(`verify() finds ${what}`, async () => {
    const findings = await findingsAfter(sql);
    assert.ok(findings.some(({ kind }) => kind === "rows"), JSON.stringify(findings));
    assert.ok(!findings.some(({ kind }) => kind === "history"));
  });
}

Deno.test("verify() finds foreign, missing and changed parts of the schema and runs none of them", async () => {
  const findings = await findingsAfter(
    "CREATE TRIGGER spy AFTER INSERT ON event BEGIN DELETE FROM task; END",
    "CREATE VIEW everything AS SELECT * FROM task",
    "DROP INDEX task_claimable",
    "DROP INDEX task_final",
    "CREATE INDEX task_final ON task (status)",
  );
  assert.deepEqual(findings.map(({ kind, detail }) => [kind, detail]), [
    ["schema", 'Foreign trigger "spy"'],
    ["schema", 'Foreign view "everything"'],
    ["schema", 'Missing index "task_claimable"'],
    ["schema", 'Changed index "task_final"'],
  ]);
});

Deno.test("verify() tells of a page that is damaged in the middle of the file", async () => {
  using scratch = new Scratch();
  await withPast(scratch);
  const bytes = Deno.readFileSync(scratch.path);
  // Every page but the first two: the schema stays readable, so that the file still opens.
  bytes.fill(0xa5, bytes.length / 2, bytes.length / 2 + 4096);
  Deno.writeFileSync(scratch.path, bytes);
  const { findings } = await verifyLedger(scratch.path);
  assert.ok(findings.some(({ kind }) => kind === "file"));
});
