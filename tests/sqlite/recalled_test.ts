// What a connection remembers of its own writes, against one that reads everything anew.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Ledger } from "../../lib/ledger/ledger.ts";
import type { SessionLife } from "../../lib/rules/lease.ts";
import type { EventRecord } from "../../lib/sqlite/transfer.ts";
import { exportEvents } from "../../lib/sqlite/transfer.ts";
import { verifyLedger } from "../../lib/sqlite/verify.ts";
import * as give from "../support/commands.ts";
import { taskIdOf } from "../support/ids.ts";
import { codex, codexElsewhere, dsh, maker } from "../support/people.ts";
import { anyStep, commandOf, taskCount } from "../support/random_steps.ts";
import { Scratch } from "./scratch.ts";

async function historyOf(scratch: Scratch): Promise<EventRecord[]> {
  const records: EventRecord[] = [];
  await exportEvents(scratch.path, (record) => records.push(record));
  return records;
}

/** Lets another connection commit something that no command looks at, as another process would. */
function touch(scratch: Scratch): void {
  using raw = scratch.raw();
  raw.exec("UPDATE task_count SET tasks = tasks");
}

Deno.test("execute() decides and writes the same, hash by hash, whether it remembers or reads", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 20, maxLength: 60 }), async (steps) => {
      using remembering = new Scratch();
      using reading = new Scratch();
      const lives = new Map<string, SessionLife>();
      const lifeOf = (session: string) => lives.get(session) ?? "unknown";
      const open = (scratch: Scratch) => scratch.open({ runtime: { ...scratch.runtime, lifeOf } });
      const [one, other] = [await open(remembering), await open(reading)];
      const both = async (command: Parameters<Ledger["execute"]>[0]) => {
        const outcome = await one.execute(command);
        touch(reading);
        assert.deepEqual(await other.execute(command), outcome);
      };
      for (let task = 0; task < taskCount; task++) {
        await one.execute(give.create(dsh, { newTaskId: taskIdOf(task), title: `${task}` }));
        await other.execute(give.create(dsh, { newTaskId: taskIdOf(task), title: `${task}` }));
      }
      for (const [place, step] of steps.entries()) {
        for (const { clock } of [remembering, reading]) clock.advance(step.move);
        lives.set(step.who.session, step.life);
        const history = await one.events({ after: 0, limit: 1000 });
        const command = commandOf(step, history);
        const own = command.type === "create" ? { newTaskId: taskIdOf(1000 + place) } : {};
        await both({ ...command, ...own } as typeof command);
      }
      assert.deepEqual(await historyOf(remembering), await historyOf(reading));
      assert.deepEqual((await verifyLedger(remembering.path)).findings, []);
    }),
    { numRuns: 12, seed: 20261129 },
  );
});

Deno.test("execute() believes nothing of a transaction that was rolled back", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await ledger.execute(give.create(maker));
  const raw = scratch.raw();
  raw.exec(`CREATE TRIGGER full BEFORE INSERT ON lease BEGIN SELECT RAISE(ABORT, 'full'); END`);
  await assert.rejects(ledger.execute(give.claim(codex)));
  raw.exec("DROP TRIGGER full");
  raw.close();
  const { events, sight } = await ledger.execute(give.claim(codex));
  assert.deepEqual(events.map(({ event, kind }) => [event, kind]), [[2, "claimed"]]);
  assert.equal(sight?.status, "active");
  assert.deepEqual((await verifyLedger(scratch.path)).findings, []);
});

Deno.test("execute() sees what another connection wrote since its own last write", async () => {
  using scratch = new Scratch();
  const [one, other] = [await scratch.open(), await scratch.open()];
  await one.execute(give.create(maker));
  await one.execute(give.claim(codex));
  await other.execute(give.pass(codex));
  const again = await one.execute(give.claim(dsh));
  assert.deepEqual(again.events.map(({ event, kind }) => [event, kind]), [[4, "claimed"]]);
  assert.deepEqual((await verifyLedger(scratch.path)).findings, []);
});

Deno.test("execute() that failed after it had recorded is as if it had never been", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await ledger.execute(give.create(maker));
  const statSync = Deno.statSync;
  Deno.statSync = () => {
    throw new Error("The disk is gone for a moment");
  };
  try {
    await assert.rejects(ledger.execute(give.claim(codex)), /gone for a moment/);
  } finally {
    Deno.statSync = statSync;
  }
  const { events } = await ledger.execute(give.claim(codex));
  assert.deepEqual(events.map(({ event, kind }) => [event, kind]), [[2, "claimed"]]);
  assert.deepEqual((await verifyLedger(scratch.path)).findings, []);
});

Deno.test("execute() knows the newest event, past leases and sessions of its own writes", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await ledger.execute(give.create(maker));
  const told = give.claim(codex);
  const about = { client: "codex-mcp-client" };
  const [first] = (await ledger.execute({ ...told, caller: { ...told.caller, about } })).events;
  assert.deepEqual(first?.data.about, about);
  await ledger.execute(give.pass(codex));
  assert.equal((await ledger.execute(give.pass(codex))).repeated, true);
  const [again] = (await ledger.execute({ ...told, caller: { ...told.caller, about } })).events;
  assert.equal(again?.data.about, undefined, "a session tells of itself once");
  await ledger.execute(give.pass(codex));
  const [elsewhere] = (await ledger.execute(give.claim(codexElsewhere))).events;
  assert.equal(elsewhere?.kind === "claimed" && elsewhere.data.continues, codex.session);
});

Deno.test("execute() knows what calls wrote that came at the same time, from the first on", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  const ids = [1, 2, 3, 4, 5, 6].map(taskIdOf);
  // The first commands of a ledger: what writes is loaded while they wait.
  await Promise.all(
    ids.map((newTaskId) => ledger.execute(give.create(dsh, { newTaskId, title: newTaskId }))),
  );
  for (const taskId of ids) {
    await ledger.execute(give.claim(codex, { taskId }));
    await ledger.execute(give.pass(codex, { taskId }));
  }
  assert.deepEqual((await verifyLedger(scratch.path)).findings, []);
  assert.equal((await historyOf(scratch)).length, 18);
});
