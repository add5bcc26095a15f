// Calls that come twice and calls that are given up, on any ledger.
import assert from "node:assert/strict";
import { claim, create, first, pass, second, third } from "../support/commands.ts";
import { codex, dsh } from "../support/people.ts";
import { assertVerified, Bench, done, historyOf, type NewStorage, refused } from "./bench.ts";

const request = { id: "r-1", argumentsHash: "same" };

/** Registers the tests of retries and of giving up. */
export function exerciseRetries(name: string, make: NewStorage): void {
  const test = (title: string, body: (bench: Bench) => Promise<void>) =>
    Deno.test(`${name}: ${title}`, () => Bench.run(make, body));

  test("execute() remembers requests for 24 hours, across handles", async (bench) => {
    const [one, two] = [await bench.open(), await bench.open()];
    await done(one, create(codex, { request }));
    const again = create(codex, { newTaskId: second, request });
    const replayed = await done(two, again);
    assert.equal(replayed.replayed, true);
    assert.equal(replayed.sight?.task.taskId, first);
    await refused(
      two,
      { ...again, request: { ...request, argumentsHash: "x" } },
      "request_conflict",
    );
    await done(two, claim(codex, { request }));
    assert.equal((await done(one, claim(codex, { request }))).replayed, true);
    bench.clock.advance(24 * 60 + 1);
    assert.equal((await done(one, again)).sight?.task.taskId, second);
    await assertVerified(one);
  });

  test("execute() finds an equal task of the last minutes", async (bench) => {
    const ledger = await bench.open();
    await done(ledger, create(codex));
    const twin = await done(ledger, create(codex, { newTaskId: second }));
    assert.deepEqual(twin.warnings, [{ kind: "twin_task", facts: { taskId: first } }]);
    bench.clock.advance(11);
    const late = await done(ledger, create(codex, { newTaskId: third }));
    assert.deepEqual(late.warnings, []);
  });

  test("execute() answers what repeats the task's newest event and records nothing", async (bench) => {
    const ledger = await bench.open();
    await done(ledger, create(dsh), claim(codex), pass(codex));
    const again = await done(ledger, pass(codex));
    assert.equal(again.repeated, true);
    assert.deepEqual(again.events, []);
    assert.equal(again.sight?.task.handoffsUsed, 1);
    await assertVerified(ledger);
  });

  test("execute() records nothing where the call was given up before", async (bench) => {
    const ledger = await bench.open();
    const signal = AbortSignal.abort();
    await assert.rejects(ledger.execute(create(dsh), { signal }));
    assert.deepEqual(await historyOf(ledger), []);
    await done(ledger, create(dsh));
    await assertVerified(ledger);
  });

  test("execute() is whole or absent where the call is given up meanwhile", async (bench) => {
    const ledger = await bench.open();
    await done(ledger, create(dsh));
    const giveUp = new AbortController();
    const call = ledger.execute(claim(codex), { signal: giveUp.signal });
    giveUp.abort();
    const isDone = await call.then(() => true, () => false);
    const history = await assertVerified(ledger);
    assert.equal(history.length, isDone ? 2 : 1);
  });
}
