// Lists against their definition, page by page, on ledgers in which every status and address occurs.
import assert from "node:assert/strict";
import { type Ledger, LedgerRefusal, type ListQuery } from "../../lib/ledger/ledger.ts";
import { statusOf } from "../../lib/rules/state.ts";
import { priorities, type Task, type TaskStatus, taskStatuses } from "../../lib/rules/task.ts";
import * as give from "../support/commands.ts";
import { taskIdOf } from "../support/ids.ts";
import { ann, claude, codex, dsh, maker } from "../support/people.ts";
import { Scratch } from "./scratch.ts";

/** Sixty tasks of every status, priority and address; codex holds one of them. */
async function fill(ledger: Ledger): Promise<void> {
  const targets = [undefined, codex.name, claude.name, dsh.name];
  for (let count = 0; count < 60; count++) {
    const taskId = taskIdOf(count);
    await ledger.execute(give.create(maker, {
      newTaskId: taskId,
      priority: priorities[(count * 7) % 4]!,
      targetAgent: targets[(count * 5) % 4],
      reviewer: count % 3 === 0 ? "reviewer" : undefined,
      dependsOn: count > 3 && count % 8 === 0 ? [taskIdOf(count - 1), taskIdOf(1)] : [],
    }));
    if (count % 2 === 0) continue;
    const { sight, refusal } = await ledger.execute(give.claim(maker, { taskId }));
    assert.equal(refusal, undefined);
    const reviewed = sight!.task.reviewer !== undefined;
    if (count % 10 === 1) await ledger.execute(give.pass(maker, { taskId, targetPerson: true }));
    else if (reviewed || count % 10 === 3) await ledger.execute(give.submit(maker, { taskId }));
    else if (count % 10 === 5) await ledger.execute(give.cancel(ann, { taskId }));
    else if (count % 10 === 7) await ledger.execute(give.complete(maker, { taskId }));
    else await ledger.execute(give.pass(maker, { taskId, targetAgent: targets[count % 4] }));
  }
  assert.equal((await ledger.execute(give.claim(codex))).sight?.status, "active");
}

/** What a list must show, by its definition alone. */
function expected(all: readonly Task[], query: ListQuery, leased: string): string[] {
  const lease = { taskId: leased, agent: codex.name, session: codex.session };
  const shown = (task: Task): TaskStatus => task.taskId === leased ? "active" : task.status;
  const isOpen = (task: Task) => !["completed", "cancelled"].includes(task.status);
  const holds = query.agent === lease.agent || query.session === lease.session;
  const isMine = (task: Task) =>
    isOpen(task) && ((task.taskId === leased && holds) ||
      (query.agent !== undefined &&
        (task.targetAgent === query.agent || task.reviewer === query.agent)));
  const fits = (task: Task) =>
    query.status === "all" || (query.status === "open" && isOpen(task)) ||
    (query.status === "mine" && isMine(task)) || query.status === shown(task);
  const place = (task: Task): number[] => {
    const status = shown(task);
    const address = task.targetAgent === undefined ? 1 : task.targetAgent === query.agent ? 0 : 2;
    const isFinal = status === "completed" || status === "cancelled";
    return [
      taskStatuses.indexOf(status),
      status === "queued" ? address : 0,
      isFinal ? -task.event : priorities.indexOf(task.priority),
      isFinal ? 0 : task.createdEvent,
    ];
  };
  return all.filter((task) => fits(task) && task.event > (query.since ?? 0))
    .sort((one, other) => {
      const [a, b] = [place(one), place(other)];
      const at = a.findIndex((value, index) => value !== b[index]);
      return a[at]! - b[at]!;
    })
    .map((task) => task.taskId);
}

async function pagesOf(ledger: Ledger, query: ListQuery): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const listed = await ledger.list({ ...query, cursor });
    assert.ok(listed.rows.length <= query.limit);
    ids.push(...listed.rows.map(({ task }) => task.taskId));
    cursor = listed.cursor;
    assert.ok(ids.length < 1000);
  } while (cursor !== undefined);
  return ids;
}

Deno.test("list() shows every task that fits once, in claim order, whatever the page size", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await fill(ledger);
  const all = await ledger.tasks({ afterCreated: 0, limit: 100 });
  const { lease } = (await ledger.lease())!;
  const statuses = [...taskStatuses, "open", "mine", "all"] as const;
  for (const status of statuses) {
    assert.ok(
      all.some((task) =>
        ["open", "mine", "all"].includes(status) || statusOf(task, lease) === status
      ),
    );
    for (const agent of [undefined, "codex", "claude-code", "reviewer", "stranger"]) {
      for (const since of [undefined, 0, all[30]!.event]) {
        const query = { status, agent, session: "elsewhere", since };
        const wanted = expected(all, { ...query, limit: 0 }, lease.taskId);
        for (const limit of [1, 7, 100]) {
          assert.deepEqual(
            await pagesOf(ledger, { ...query, limit }),
            wanted,
            JSON.stringify(query),
          );
        }
      }
    }
  }
  const mine = await ledger.list({ status: "mine", session: codex.session, limit: 9 });
  assert.deepEqual(mine.rows.map(({ task }) => task.taskId), [lease.taskId]);
});

Deno.test("list() tells status, what an open task waits for and the newest event", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await fill(ledger);
  const listed = await ledger.list({ status: "all", session: "s", limit: 100 });
  const byId = new Map(listed.rows.map((row) => [row.task.taskId, row]));
  assert.equal(listed.newestEvent, (await ledger.events({ after: 0, limit: 1000 })).length);
  assert.equal(listed.rows[0]!.status, "active");
  assert.equal(listed.lease?.lease.taskId, listed.rows[0]!.task.taskId);
  for (const { task, status, waitsFor } of listed.rows) {
    const open = task.dependsOn.filter((taskId) => byId.get(taskId)!.status !== "completed");
    assert.deepEqual(waitsFor, ["completed", "cancelled"].includes(status) ? [] : open);
  }
  assert.ok(listed.rows.some(({ waitsFor }) => waitsFor.length > 0));
});

Deno.test("list() refuses a cursor that it did not give, or gave for another list", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await fill(ledger);
  const query = { status: "open", agent: "codex", session: "s", limit: 3 } as const;
  const { cursor } = await ledger.list(query);
  assert.match(cursor!, /^[A-Za-z0-9_-]+$/);
  const others: ListQuery[] = [
    { ...query, cursor: "" },
    { ...query, cursor: "not a cursor" },
    { ...query, cursor: btoa("[1,2,3]") },
    { ...query, cursor: btoa(`["a",2,3,"open","codex",null,null]`) },
    { ...query, cursor: btoa("{}") },
    { ...query, status: "all", cursor },
    { ...query, agent: "claude-code", cursor },
    { ...query, since: 3, cursor },
  ];
  for (const other of others) {
    await assert.rejects(ledger.list(other), (error: LedgerRefusal) => {
      assert.equal(error.refusal.code, "invalid_argument");
      assert.equal((error.refusal.facts as { field: string }).field, "cursor");
      return true;
    });
  }
  assert.equal((await ledger.list({ ...query, cursor })).rows.length, 3);
});

Deno.test("list() goes on after its cursor although tasks before it have moved", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  for (let count = 0; count < 6; count++) {
    await ledger.execute(give.create(maker, { newTaskId: taskIdOf(count) }));
  }
  const query = { status: "queued", agent: "codex", session: "s", limit: 3 } as const;
  const { cursor } = await ledger.list(query);
  await ledger.execute(give.claim(codex, { taskId: taskIdOf(2) }));
  await ledger.execute(give.cancel(ann, { taskId: taskIdOf(0) }));
  const { rows } = await ledger.list({ ...query, cursor });
  assert.deepEqual(rows.map(({ task }) => task.taskId), [3, 4, 5].map(taskIdOf));
});
