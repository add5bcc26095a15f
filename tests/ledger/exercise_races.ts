// Calls at the same time through several handles, on any ledger: one after the other in effect.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Outcome } from "../../lib/ledger/ledger.ts";
import { claim, complete, create, first, log, pass } from "../support/commands.ts";
import { taskIdOf } from "../support/ids.ts";
import { agent, claude, codex, codexElsewhere, dsh } from "../support/people.ts";
import { anyStep, commandOf, taskCount } from "../support/random_steps.ts";
import { assertVerified, Bench, done, historyOf, type NewStorage, tasksOf } from "./bench.ts";

const codesOf = (outcomes: readonly Outcome[]) =>
  outcomes.map(({ refusal }) => refusal?.code ?? "done").sort();

/** Registers the tests of concurrency. */
export function exerciseRaces(name: string, make: NewStorage): void {
  const test = (title: string, body: (bench: Bench) => Promise<void>) =>
    Deno.test(`${name}: ${title}`, () => Bench.run(make, body));

  test("claims of one task at the same time have one winner, and the losers learn who", async (bench) => {
    const handles = [await bench.open(), await bench.open(), await bench.open()];
    await done(handles[0]!, create(dsh));
    const racers = Array.from({ length: 9 }, (_, number) => agent(`agent-${number}`));
    const outcomes = await Promise.all(
      racers.map((who, number) => handles[number % 3]!.execute(claim(who, { taskId: first }))),
    );
    assert.deepEqual(codesOf(outcomes), ["done", ...Array(8).fill("lease_held")]);
    const winner = outcomes.find(({ refusal }) => refusal === undefined)!.agent;
    for (const { refusal } of outcomes) {
      if (refusal?.code === "lease_held") assert.equal(refusal.facts.holder, winner);
    }
    const history = await assertVerified(handles[1]!);
    assert.deepEqual(history.map(({ kind }) => kind), ["created", "claimed"]);
  });

  test("claims of different tasks at the same time have one winner too", async (bench) => {
    const handles = [await bench.open(), await bench.open()];
    const ids = [0, 1, 2, 3].map(taskIdOf);
    for (const newTaskId of ids) {
      await done(handles[0]!, create(dsh, { newTaskId, title: newTaskId }));
    }
    const outcomes = await Promise.all(
      ids.map((taskId, number) =>
        handles[number % 2]!.execute(claim(agent(`a${number}`), { taskId }))
      ),
    );
    assert.deepEqual(codesOf(outcomes), ["done", "lease_held", "lease_held", "lease_held"]);
    await assertVerified(handles[0]!);
  });

  test("claims of a stale lease at the same time end it once", async (bench) => {
    const handles = [await bench.open(), await bench.open()];
    await done(handles[0]!, create(dsh), claim(codex));
    bench.clock.advance(90);
    const racers = [claude, dsh, codexElsewhere, agent("fourth")];
    const outcomes = await Promise.all(
      racers.map((who, number) => handles[number % 2]!.execute(claim(who))),
    );
    assert.deepEqual(codesOf(outcomes), ["done", "lease_held", "lease_held", "lease_held"]);
    const kinds = (await assertVerified(handles[0]!)).map(({ kind }) => kind);
    assert.deepEqual(kinds, ["created", "claimed", "lease_expired", "claimed"]);
  });

  test("two passes at the same time with one handoff left spend it once", async (bench) => {
    const handles = [await bench.open(), await bench.open()];
    await done(handles[0]!, create(dsh, { maxHandoffs: 1 }), claim(codex));
    const outcomes = await Promise.all([
      handles[0]!.execute(pass(codex, { summary: "One" })),
      handles[1]!.execute(pass(codex, { summary: "Two" })),
    ]);
    assert.deepEqual(codesOf(outcomes), ["done", "not_holder"]);
    const [task] = await tasksOf(handles[0]!);
    assert.equal(task?.handoffsUsed, 1);
    await assertVerified(handles[0]!);
  });

  test("the same pass sent twice at the same time is done once and repeated once", async (bench) => {
    const handles = [await bench.open(), await bench.open()];
    await done(handles[0]!, create(dsh), claim(codex));
    const outcomes = await Promise.all(handles.map((handle) => handle.execute(pass(codex))));
    assert.deepEqual(outcomes.map(({ repeated }) => repeated === true).sort(), [false, true]);
    assert.equal((await historyOf(handles[0]!)).length, 3);
  });

  test("the same creation sent twice at the same time with a request id makes one task", async (bench) => {
    const handles = [await bench.open(), await bench.open()];
    const request = { id: "r-1", argumentsHash: "same" };
    const outcomes = await Promise.all(
      handles.map((handle, number) =>
        handle.execute(create(codex, { newTaskId: taskIdOf(number), request }))
      ),
    );
    assert.deepEqual(outcomes.map(({ replayed }) => replayed === true).sort(), [false, true]);
    assert.equal((await tasksOf(handles[0]!)).length, 1);
  });

  test("a pass and a completion at the same time: one of them is done", async (bench) => {
    const handles = [await bench.open(), await bench.open()];
    await done(handles[0]!, create(dsh), claim(codex));
    const outcomes = await Promise.all([
      handles[0]!.execute(pass(codex)),
      handles[1]!.execute(complete(codex)),
    ]);
    assert.equal(codesOf(outcomes).filter((code) => code === "done").length, 1);
    await assertVerified(handles[1]!);
  });

  test("writes of many handles at the same time are all there, numbered without gaps", async (bench) => {
    const handles = [await bench.open(), await bench.open(), await bench.open()];
    await done(handles[0]!, create(dsh));
    const texts = Array.from({ length: 15 }, (_, number) => `note ${number}`);
    await Promise.all(
      texts.map((text, number) => done(handles[number % 3]!, log(agent(`a${number}`), { text }))),
    );
    const history = await assertVerified(handles[2]!);
    const told = history.flatMap((event) => event.kind === "noted" ? [event.data.text] : []);
    assert.deepEqual(told.toSorted(), texts.toSorted());
  });

  test("a handle sees what another one did as soon as it was acknowledged", async (bench) => {
    const [one, two] = [await bench.open(), await bench.open()];
    await done(one, create(dsh));
    await done(two, claim(codex));
    assert.equal((await one.lease())?.lease.agent, "codex");
    await done(one, pass(codex));
    assert.equal(await two.lease(), undefined);
  });

  test("reads meanwhile see whole transactions: a lease with its active task or neither", async (bench) => {
    const [one, two] = [await bench.open(), await bench.open()];
    await done(one, create(dsh, { maxHandoffs: 16 }));
    const writes = (async () => {
      for (let round = 0; round < 8; round++) await done(one, claim(codex), pass(codex));
    })();
    for (let look = 0; look < 16; look++) {
      const { sight, lease } = await two.show({ taskId: first, history: 1 });
      assert.equal(sight.status, lease ? "active" : "queued");
    }
    await writes;
  });

  test("random calls through several handles at once leave a sound history that replays to the stored tasks", async (bench) => {
    const handles = [await bench.open(), await bench.open()];
    for (let task = 0; task < taskCount; task++) {
      await done(handles[0]!, create(dsh, { newTaskId: taskIdOf(task), title: `${task}` }));
    }
    const steps = fc.sample(anyStep, { seed: 20260105, numRuns: 360 });
    for (let place = 0; place < steps.length; place += 3) {
      const history = await historyOf(handles[0]!);
      await Promise.all(
        steps.slice(place, place + 3).map((step, number) => {
          bench.clock.advance(step.move);
          bench.lives.set(step.who.session, step.life);
          // Ids of new tasks must differ between calls at the same time.
          const command = commandOf(step, history);
          const own = command.type === "create"
            ? { newTaskId: taskIdOf(1000 + place + number) }
            : {};
          return handles[number % 2]!.execute({ ...command, ...own } as typeof command);
        }),
      );
    }
    const history = await assertVerified(handles[1]!);
    assert.ok(history.length > 80, `${history.length} events`);
  });
}
