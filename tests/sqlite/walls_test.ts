// What the file itself refuses, from whichever connection it comes: a second wall behind the rules.
import assert from "node:assert/strict";
import type { DatabaseSync } from "node:sqlite";
import { claim, complete, create, first, second } from "../support/commands.ts";
import { codex, maker } from "../support/people.ts";
import { Scratch } from "./scratch.ts";

/** A ledger with two tasks, the first of them leased, seen by another program. */
async function leased(scratch: Scratch): Promise<DatabaseSync> {
  const ledger = await scratch.open();
  await ledger.execute(create(maker));
  await ledger.execute(create(maker, { newTaskId: second }));
  await ledger.execute(claim(codex, { taskId: first }));
  return scratch.raw();
}

/** Runs a statement that the file must refuse, and checks that no row has changed. */
function refuses(raw: DatabaseSync, sql: string, why: RegExp): void {
  const content = () =>
    JSON.stringify(
      ["event", "task", "lease", "past_lease", "workspace"]
        .map((table) => raw.prepare(`SELECT * FROM ${table}`).all()),
    );
  const before = content();
  assert.throws(() => raw.prepare(sql).run(), why, sql);
  assert.equal(content(), before, sql);
}

const eventLike = (event: string, previous = "(SELECT hash FROM event ORDER BY event DESC)") =>
  `INTO event (event, task_id, kind, at, actor_kind, actor, session, previous_hash, hash, data)
   SELECT ${event}, task_id, kind, at, actor_kind, actor, session, ${previous}, hash, data
   FROM event WHERE event = 3`;

Deno.test("event refuses to be changed, deleted or replaced from any connection", async () => {
  using scratch = new Scratch();
  const raw = await leased(scratch);
  for (const pragma of ["OFF", "ON"]) {
    raw.prepare(`PRAGMA recursive_triggers = ${pragma}`).run();
    refuses(raw, "UPDATE event SET actor = 'mallory' WHERE event = 1", /never changed/);
    refuses(raw, "DELETE FROM event WHERE event = 3", /never deleted/);
    refuses(raw, `INSERT OR REPLACE ${eventLike("3")}`, /never replaced|follows/);
    refuses(raw, `REPLACE ${eventLike("1")}`, /never replaced|follows/);
    refuses(raw, `INSERT OR IGNORE ${eventLike("2")}`, /never replaced|follows/);
    refuses(
      raw,
      `INSERT ${eventLike("3")} ON CONFLICT (event) DO UPDATE SET actor = 'mallory'`,
      /never replaced|follows/,
    );
  }
});

Deno.test("event refuses a number with a gap, a wrong previous hash and a time that runs back", async () => {
  using scratch = new Scratch();
  const raw = await leased(scratch);
  raw.prepare("BEGIN").run();
  raw.prepare(`INSERT ${eventLike("4")}`).run();
  raw.prepare("ROLLBACK").run();
  refuses(raw, `INSERT ${eventLike("5")}`, /follows the newest/);
  refuses(raw, `INSERT ${eventLike("NULL")}`, /follows the newest/);
  refuses(raw, `INSERT ${eventLike("4", "zeroblob(32)")}`, /follows the newest/);
  const earlier = eventLike("4").replace(
    "kind, at, actor_kind, actor, session, (",
    "kind, at - 1, actor_kind, actor, session, (",
  );
  refuses(raw, `INSERT ${earlier}`, /follows the newest/);
});

Deno.test("lease refuses a second one, an old fence and another hand under the same fence", async () => {
  using scratch = new Scratch();
  const raw = await leased(scratch);
  const another = (fence: number, slot = 1) =>
    `INSERT OR REPLACE INTO lease (slot, fence, task_id, agent, session, minutes, granted_at,
       expires_at, seen_at, since) VALUES (${slot}, ${fence}, '${second}', 'x', 'y', 1, 1, 2, 1, 1)`;
  refuses(raw, another(2), /one lease at a time/);
  refuses(raw, another(2, 2), /one lease at a time/);
  refuses(raw, "UPDATE lease SET agent = 'mallory'", /new fence only/);
  refuses(raw, "UPDATE lease SET fence = 2", /new fence only/);
  raw.prepare("DELETE FROM lease").run();
  refuses(raw, another(1), /new fence/);
  refuses(raw, "UPDATE workspace SET fence = 0", /only rises/);
  refuses(raw, "DELETE FROM workspace", /is kept/);
});

Deno.test("task stays stored as queued while it is leased, and is leased only when queued", async () => {
  using scratch = new Scratch();
  const raw = await leased(scratch);
  refuses(raw, `UPDATE task SET status = 'completed' WHERE task_id = '${first}'`, /as queued/);
  refuses(raw, "UPDATE task SET status = 'active'", /CHECK|as queued/);
  raw.prepare("DELETE FROM lease").run();
  raw.prepare(`UPDATE task SET status = 'completed' WHERE task_id = '${second}'`).run();
  refuses(
    raw,
    `INSERT INTO lease (fence, task_id, agent, session, minutes, granted_at, expires_at, seen_at,
       since) VALUES (2, '${second}', 'x', 'y', 1, 1, 2, 1, 1)`,
    /as queued/,
  );
});

Deno.test("task refuses impossible rows", async () => {
  using scratch = new Scratch();
  const raw = await leased(scratch);
  const set = (assignment: string) => `UPDATE task SET ${assignment} WHERE task_id = '${second}'`;
  refuses(raw, set("status = 'in_review'"), /CHECK/);
  refuses(raw, set("status = 'needs_person'"), /CHECK/);
  refuses(raw, set("handoffs_used = max_handoffs + 1"), /CHECK/);
  refuses(raw, set("handoffs_used = -1"), /CHECK/);
  refuses(raw, set("plan = '[not json'"), /CHECK/);
  refuses(raw, set("version = 'one'"), /INTEGER/);
});

Deno.test("execute() stores nothing of a command whose last write the file refuses", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await ledger.execute(create(maker));
  await ledger.execute(claim(codex));
  const raw = scratch.raw();
  raw.exec(
    "CREATE TABLE clamp (fence INTEGER REFERENCES lease (fence)); INSERT INTO clamp VALUES (1)",
  );
  const before = await ledger.show({ taskId: first, history: 10 });
  await assert.rejects(ledger.execute(complete(codex)), /FOREIGN KEY/);
  assert.deepEqual(await ledger.show({ taskId: first, history: 10 }), before);
  raw.exec("DROP TABLE clamp");
  assert.equal((await ledger.execute(complete(codex))).sight?.status, "completed");
});
