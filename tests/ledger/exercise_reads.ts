// What the reads tell beside lists, on any ledger.
import assert from "node:assert/strict";
import {
  claim,
  complete,
  create,
  first,
  log,
  pass,
  second,
  submit,
  third,
  update,
} from "../support/commands.ts";
import { at } from "../support/clock.ts";
import { taskIdOf } from "../support/ids.ts";
import { claude, codex, codexElsewhere, dsh } from "../support/people.ts";
import { Bench, done, historyOf, type NewStorage, refused, rejected, tasksOf } from "./bench.ts";

const whole = { history: 200 };

/** Registers the tests of the reads. */
export function exerciseReads(name: string, make: NewStorage): void {
  const test = (title: string, body: (bench: Bench) => Promise<void>) =>
    Deno.test(`${name}: ${title}`, () => Bench.run(make, body));

  test("every read of an empty ledger finds nothing", async (bench) => {
    const ledger = await bench.open();
    const who = { agent: "codex", session: codex.session };
    assert.deepEqual(await ledger.events({ after: 0, limit: 5 }), []);
    assert.deepEqual(await ledger.tasks({ afterCreated: 0, limit: 5 }), []);
    assert.deepEqual(await ledger.list({ status: "all", limit: 5, ...who }), {
      rows: [],
      newestEvent: 0,
    });
    assert.equal(await ledger.lease(), undefined);
    assert.equal(await ledger.chance(who), undefined);
    await rejected(ledger.show({ taskId: first, ...whole }), "task_not_found");
    await refused(ledger, claim(codex), "nothing_to_claim");
  });

  test("show() finds a task by its id and by a unique prefix of 4 digits or more", async (bench) => {
    const ledger = await bench.open();
    await done(ledger, create(dsh), create(dsh, { newTaskId: second, title: "Other" }));
    for (const length of [4, 7, 10]) {
      const { sight } = await ledger.show({ taskId: second.slice(0, length), ...whole });
      assert.equal(sight.task.taskId, second);
    }
    await rejected(ledger.show({ taskId: second.slice(0, 3), ...whole }), "task_not_found");
  });

  test("show() offers the ids that an ambiguous prefix fits, and ids near to an unknown one", async (bench) => {
    const ledger = await bench.open();
    const ids = ["abcd000001", "abcd000002"];
    for (const newTaskId of ids) await done(ledger, create(dsh, { newTaskId, title: newTaskId }));
    await done(ledger, create(dsh, { newTaskId: "0123456789", title: "far" }));
    const near = async (taskId: string) =>
      (await rejected(ledger.show({ taskId, ...whole }), "task_not_found")).near as string[];
    assert.deepEqual((await near("abcd")).toSorted(), ids);
    assert.ok((await near("abcd000003")).includes("abcd000001"));
    assert.ok((await near("0123456799")).includes("0123456789"));
    assert.ok(!(await near("ffffffffff")).includes("0123456789"));
  });

  test("show() gives the newest events in rising order, and earlier pages before a number", async (bench) => {
    const ledger = await bench.open();
    await done(
      ledger,
      create(dsh),
      create(dsh, { newTaskId: second, title: "Other" }),
      claim(codex),
    );
    for (let entry = 0; entry < 9; entry++) {
      await done(ledger, log(codex), log(claude, { taskId: second }));
    }
    const own = (await historyOf(ledger)).filter((event) => event.taskId === first);
    const pages: (typeof own)[number][] = [];
    let before: number | undefined;
    for (;;) {
      const { history, earlierEvents } = await ledger.show({ taskId: first, history: 4, before });
      pages.unshift(...history);
      assert.equal(earlierEvents, own.length - pages.length);
      if (earlierEvents === 0) break;
      before = history[0]!.event;
    }
    assert.deepEqual(pages, own);
    const none = await ledger.show({ taskId: first, history: 0 });
    assert.deepEqual([none.history, none.earlierEvents], [[], own.length]);
  });

  test("show() tells the statuses of dependencies, the active one as active", async (bench) => {
    const ledger = await bench.open();
    await done(
      ledger,
      create(dsh),
      create(dsh, { newTaskId: second, title: "2" }),
      create(dsh, { newTaskId: third, title: "3", dependsOn: [second, first] }),
      claim(codex, { taskId: first }),
    );
    const { dependencies, lease, sight } = await ledger.show({ taskId: third, ...whole });
    assert.deepEqual(dependencies, [
      { taskId: second, status: "queued" },
      { taskId: first, status: "active" },
    ]);
    assert.equal(sight.status, "queued");
    assert.equal(lease?.lease.taskId, first);
    assert.equal((await ledger.show({ taskId: first, ...whole })).sight.status, "active");
  });

  test("lease() is judged by the clock and the sessions at the time of the call, and changes nothing", async (bench) => {
    const ledger = await bench.open();
    await done(ledger, create(dsh), claim(codex));
    const state = async () => (await ledger.lease())?.state;
    assert.equal(await state(), "live");
    bench.lives.set(codex.session, "ended");
    assert.equal(await state(), "ended");
    assert.equal((await ledger.lease())?.life, "ended");
    bench.clock.advance(90);
    assert.equal(await state(), "expired");
    assert.equal((await ledger.lease())?.now, at(90));
    assert.equal((await historyOf(ledger)).length, 2);
  });

  test("a claim that finds nothing counts the open tasks by what they wait for, as its agent sees them", async (bench) => {
    const ledger = await bench.open();
    const ids = [0, 4, 5, 6, 7].map(taskIdOf);
    const made = (place: number, more = {}) =>
      create(dsh, { newTaskId: ids[place]!, title: `${place}`, ...more });
    const nothing = async (who: typeof codex) => {
      const { refusal } = await ledger.execute(claim(who, { taskId: undefined }));
      assert.equal(refusal?.code, "nothing_to_claim");
      return refusal?.facts;
    };
    await done(ledger, made(0), made(1, { dependsOn: [ids[0]!] }));
    await done(ledger, made(2, { targetAgent: "codex", maxHandoffs: 0 }));
    await done(
      ledger,
      made(3),
      claim(claude, { taskId: ids[3] }),
      submit(claude, { taskId: ids[3]! }),
    );
    await done(ledger, made(4), claim(claude, { taskId: ids[4] }));
    await done(ledger, pass(claude, { taskId: ids[4]!, targetPerson: true }));
    // What depends on a cancelled task goes on waiting for it.
    await done(ledger, update(dsh, { taskId: ids[0]!, expectedVersion: 1, cancel: "Not needed." }));
    const counts = { dependency: 1, otherAgent: 1, inReview: 1, needsPerson: 1 };
    assert.deepEqual(await nothing(claude), counts);
    await done(ledger, claim(codex, { taskId: ids[2] }));
    // Its budget is spent, so that a person is asked.
    await ledger.execute(pass(codex, { taskId: ids[2]! }));
    assert.deepEqual(await nothing(codex), { ...counts, otherAgent: 0, needsPerson: 2 });
  });

  test("chance() names the task that a claim would take now, and why", async (bench) => {
    const ledger = await bench.open();
    const chance = (who: typeof codex) => ledger.chance({ agent: who.name, session: who.session });
    await done(ledger, create(dsh, { targetAgent: "codex" }));
    assert.equal(await chance(claude), undefined);
    assert.deepEqual(await chance(codex), { taskId: first, why: "claimable" });
    await done(ledger, claim(codex));
    assert.deepEqual(await chance(codex), { taskId: first, why: "holding" });
    assert.equal(await chance(claude), undefined);
    bench.lives.set(codex.session, "ended");
    assert.deepEqual(await chance(codexElsewhere), { taskId: first, why: "session_ended" });
    assert.equal(await chance(claude), undefined);
    bench.clock.advance(10);
    assert.deepEqual(await chance(claude), { taskId: first, why: "session_ended" });
    bench.clock.advance(80);
    assert.deepEqual(await chance(claude), { taskId: first, why: "lease_over" });
    assert.deepEqual(await chance(codex), { taskId: first, why: "holding" });
  });

  test("chance() waits for dependencies and names a review that is owed", async (bench) => {
    const ledger = await bench.open();
    const chance = (who: typeof codex) => ledger.chance({ agent: who.name, session: who.session });
    await done(
      ledger,
      create(dsh),
      create(dsh, { newTaskId: second, title: "2", dependsOn: [first] }),
    );
    await done(ledger, claim(codex), submit(codex, { reviewer: "dsh" }));
    assert.deepEqual(await chance(dsh), { taskId: first, why: "review" });
    assert.equal(await chance(claude), undefined);
    assert.equal(await chance(codex), undefined);
    await done(ledger, create(dsh, { newTaskId: third, title: "3" }));
    assert.deepEqual(await chance(claude), { taskId: third, why: "claimable" });
  });

  test("events() and tasks() come in order and in pages", async (bench) => {
    const ledger = await bench.open();
    const ids = [9, 3, 7, 1, 5].map(taskIdOf);
    for (const newTaskId of ids) await done(ledger, create(dsh, { newTaskId, title: newTaskId }));
    await done(ledger, claim(codex, { taskId: ids[2] }), complete(codex, { taskId: ids[2]! }));
    assert.deepEqual((await tasksOf(ledger)).map(({ taskId }) => taskId), ids);
    const events = await ledger.events({ after: 2, limit: 3 });
    assert.deepEqual(events.map(({ event }) => event), [3, 4, 5]);
  });

  test("changeMark() changes when another handle commits, and not for a refusal or a read", async (bench) => {
    const [one, two] = [await bench.open(), await bench.open()];
    await done(one, create(dsh));
    const mark = await two.changeMark();
    await refused(one, pass(codex), "not_holder");
    await one.list({ status: "all", session: "s", limit: 5 });
    assert.equal(await two.changeMark(), mark);
    await done(one, claim(codex));
    assert.notEqual(await two.changeMark(), mark);
  });
}
