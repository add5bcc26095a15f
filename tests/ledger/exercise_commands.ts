// What execute() does and tells, on any ledger.
import assert from "node:assert/strict";
import {
  claim,
  complete,
  create,
  extend,
  first,
  log,
  pass,
  reopen,
  review,
  second,
  submit,
  token,
  update,
} from "../support/commands.ts";
import { cancel, secretOf, third } from "../support/commands.ts";
import { at } from "../support/clock.ts";
import { ann, claude, codex, codexElsewhere, dsh } from "../support/people.ts";
import {
  assertVerified,
  Bench,
  done,
  historyOf,
  type NewStorage,
  refused,
  tasksOf,
} from "./bench.ts";

const git = { branch: "main", commit: "aaa" };
const request = { id: "r-1", argumentsHash: "same" };

/** Registers the tests of execute(). */
export function exerciseCommands(name: string, make: NewStorage): void {
  const test = (title: string, body: (bench: Bench) => Promise<void>) =>
    Deno.test(`${name}: ${title}`, () => Bench.run(make, body));

  test("execute() tells who acted, what was recorded, the task and the lease as they stand", async (bench) => {
    const ledger = await bench.open();
    const created = await done(ledger, create(dsh));
    assert.equal(created.agent, "dsh");
    assert.equal(created.session, dsh.session);
    assert.equal(created.lease, undefined);
    assert.deepEqual(created.events.map(({ event, kind }) => [event, kind]), [[1, "created"]]);
    assert.equal(created.sight?.status, "queued");
    bench.clock.advance(1);
    const claimed = await done(ledger, claim(codex, { taskId: first.slice(0, 5) }));
    assert.equal(claimed.tokenFence, 1);
    assert.equal(claimed.sight?.status, "active");
    assert.equal(claimed.sight?.task.version, 2);
    assert.equal(claimed.lease?.now, at(1));
    assert.equal(claimed.lease?.state, "live");
    assert.deepEqual(claimed.lease?.lease, {
      fence: 1,
      taskId: first,
      agent: "codex",
      session: codex.session,
      tokenHash: secretOf(codex),
      minutes: 90,
      grantedAt: at(1),
      expiresAt: at(91),
      seenAt: at(1),
      since: at(1),
    });
    const passed = await done(ledger, pass(codex, { leaseToken: token(1, codex) }));
    assert.equal(passed.lease, undefined);
    assert.deepEqual(passed.events[0]?.data, {
      summary: "Half done",
      nextAction: "Do the rest",
      changedFiles: [],
      fence: 1,
    });
    assert.deepEqual(passed.warnings, []);
  });

  test("execute() stores every field of a task, its events and its lease as the rules made them", async (bench) => {
    const ledger = await bench.open();
    await done(
      ledger,
      create(dsh, { newTaskId: second, title: "Other", priority: "urgent" }),
      create(codex, {
        constraints: "Keep “quotes”, \n newlines, 日本語, 🦕 and \\u escapes",
        reviewer: "dsh",
        priority: "low",
        dependsOn: [second],
        plan: ["Read", "Write"],
        request,
      }),
      claim(dsh, { taskId: second }),
      complete(dsh, { taskId: second, git }),
      claim(codex, { taskId: first, git: { ...git, index: "i" }, leaseMinutes: 30, request }),
      log(codex, { entry: "decision", text: "UTC", stepsDone: [1], changedFiles: ["a'b", "c"] }),
      log(claude, { entry: "blocker", text: "No key", ref: "x" }),
      log(codex, { entry: "checkpoint", text: "Half way" }),
      submit(codex, { changedFiles: ["d"], git }),
      review(dsh, { verdict: "changes_requested" }),
      claim(codex),
      update(codex, { expectedVersion: 5, title: "Parse", clear: ["depends_on", "constraints"] }),
    );
    bench.clock.advance(91);
    await done(ledger, claim(codexElsewhere, { git }));
    await refused(ledger, pass(codex), "lease_lost");
    await done(ledger, pass(codexElsewhere, { targetPerson: true, git }));
    await done(ledger, reopen(ann, { answer: "Yes" }), extend(ann), cancel(ann));
    const history = await assertVerified(ledger);
    assert.equal(history.length, 19);
  });

  test("execute() records nothing for a plain refusal", async (bench) => {
    const ledger = await bench.open();
    await done(ledger, create(dsh), claim(codex));
    const before = [await historyOf(ledger), await tasksOf(ledger)];
    const outcomes = [
      await refused(ledger, claim(claude), "lease_held"),
      await refused(ledger, pass(claude), "not_holder"),
      await refused(ledger, pass(codexElsewhere), "lease_elsewhere"),
      await refused(ledger, update(codex, { expectedVersion: 9 }), "version_conflict"),
      await refused(
        ledger,
        create(dsh, { newTaskId: third, dependsOn: [second] }),
        "task_not_found",
      ),
    ];
    for (const { events, lease } of outcomes) {
      assert.deepEqual(events, []);
      assert.equal(lease?.lease.fence, 1);
    }
    assert.deepEqual([await historyOf(ledger), await tasksOf(ledger)], before);
  });

  test("execute() records what a refusal may leave: the end of a stale lease, a new date, a spent budget, a note", async (bench) => {
    const ledger = await bench.open();
    await done(
      ledger,
      create(dsh, { maxHandoffs: 0 }),
      create(dsh, { newTaskId: second, targetAgent: "dsh" }),
    );
    await done(ledger, claim(codex, { taskId: first }));
    bench.clock.advance(90);
    await refused(ledger, claim(claude, { taskId: second }), "not_addressed_to_you");
    await refused(ledger, pass(codex), "lease_lost");
    await done(ledger, claim(claude, { taskId: first }));
    bench.clock.advance(-6);
    await refused(ledger, claim(codex), "lease_held");
    await refused(ledger, pass(claude), "budget_spent");
    const history = await assertVerified(ledger);
    assert.deepEqual(history.slice(3).map(({ kind }) => kind), [
      "lease_expired",
      "noted",
      "claimed",
      "redated",
      "stopped",
    ]);
  });

  test("execute() never lets times run backwards", async (bench) => {
    const ledger = await bench.open();
    await done(ledger, create(dsh));
    bench.clock.advance(-100);
    await done(ledger, create(dsh, { newTaskId: second, title: "Other" }));
    assert.deepEqual((await historyOf(ledger)).map((event) => event.at), [at(0), at(0)]);
  });

  test("execute() knows what was given by whom after the names of agents, in any handle", async (bench) => {
    const [one, two] = [await bench.open(), await bench.open()];
    const unknown = await done(one, create(dsh, { targetAgent: "codex" }));
    assert.deepEqual(unknown.warnings.map(({ kind }) => kind), ["unknown_agent"]);
    await done(two, create(codex, { newTaskId: second }));
    const known = await done(
      one,
      create(dsh, { newTaskId: third, title: "T", targetAgent: "codex" }),
    );
    assert.deepEqual(known.warnings, []);
  });

  test("execute() refuses dependency cycles through any number of tasks", async (bench) => {
    const ledger = await bench.open();
    await done(
      ledger,
      create(dsh),
      create(dsh, { newTaskId: second, title: "2", dependsOn: [first] }),
      create(dsh, { newTaskId: third, title: "3", dependsOn: [second] }),
    );
    const rewired = update(dsh, { expectedVersion: 1, dependsOn: [third] });
    const { refusal } = await refused(ledger, rewired, "dependency_cycle");
    assert.deepEqual(refusal?.facts, { path: [first, third, second, first] });
    const { warnings } = await done(ledger, cancel(ann));
    assert.deepEqual(warnings, [{ kind: "dependants", facts: { taskIds: [second] } }]);
  });

  test("close() leaves the lease as it is", async (bench) => {
    const ledger = await bench.open();
    await done(ledger, create(dsh), claim(codex));
    ledger.close();
    const again = await bench.open();
    assert.equal((await again.lease())?.lease.agent, "codex");
    await done(again, pass(codex));
    await assertVerified(again);
  });
}
