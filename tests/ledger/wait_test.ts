// Waiting: what ends it, how soon a change is seen, and that it claims nothing. Time is a value here.
import assert from "node:assert/strict";
import type { Call } from "../../lib/ledger/reply.ts";
import { waitHandoff } from "../../lib/ledger/wait.ts";
import { type MemoryWorkplace, memoryWorkplace } from "../mcp/workplaces.ts";
import { claim, create } from "../support/commands.ts";
import { claude, codex } from "../support/people.ts";

/** A wait whose pauses take no time; `deeds` are done when their millisecond has come. */
class Waiting {
  now = 0;
  readonly workplace: MemoryWorkplace = memoryWorkplace();
  readonly notices: string[] = [];
  readonly #abort = new AbortController();

  constructor(readonly deeds: Readonly<Record<number, (waiting: Waiting) => unknown>> = {}) {}

  async reply(timeoutSeconds?: number): Promise<Record<string, unknown>> {
    const call: Call = {
      workplace: this.workplace,
      caller: { kind: "agent", session: codex.session, usualName: "codex" },
      signal: this.#abort.signal,
      progress: (message) => this.notices.push(message),
    };
    const request = timeoutSeconds === undefined ? {} : { timeoutSeconds };
    const { body } = await waitHandoff(call, request, {
      elapsed: () => this.now,
      pause: async (milliseconds) => {
        const due = Object.keys(this.deeds).map(Number)
          .filter((time) => time >= this.now && time < this.now + milliseconds);
        this.now += milliseconds;
        for (const time of due) await this.deeds[time]!(this);
      },
    });
    return body;
  }

  abort(): void {
    this.#abort.abort();
  }

  async does(command: Parameters<Awaited<ReturnType<MemoryWorkplace["ledger"]>>["execute"]>[0]) {
    const ledger = await this.workplace.ledger({ create: true });
    await ledger.execute(command);
  }
}

Deno.test("waitHandoff() sees a task that another process made within 300 milliseconds, and claims nothing", async () => {
  const waiting = new Waiting({ 7010: (waiting) => waiting.does(create(claude)) });
  const { ready, why, lease } = await waiting.reply();
  assert.deepEqual([ready, why, lease], [true, "claimable", null]);
  assert.ok(waiting.now - 7010 <= 300, `seen at ${waiting.now}`);
  const events = await (await waiting.workplace.ledger({ create: false }))
    .events({ after: 0, limit: 9 });
  assert.deepEqual(events.map(({ kind }) => kind), ["created"]);
});

Deno.test("waitHandoff() answers at once with a warning while its caller holds the lease", async () => {
  const waiting = new Waiting();
  await waiting.does(create(claude));
  await waiting.does(claim(codex));
  const { ready, why, warnings } = await waiting.reply();
  assert.deepEqual([ready, why, waiting.now], [true, "holding", 0]);
  assert.equal((warnings as string[]).length, 1);
});

Deno.test("waitHandoff() sees within a few seconds that a lease ran out, though nothing was recorded", async () => {
  const waiting = new Waiting({ 4000: (waiting) => waiting.workplace.clock.advance(91) });
  await waiting.does(create(claude));
  await waiting.does(claim(claude));
  const { ready, why } = await waiting.reply();
  assert.deepEqual([ready, why], [true, "lease_over"]);
  assert.ok(waiting.now <= 7000, `seen at ${waiting.now}`);
});

Deno.test("waitHandoff() ends with ready false after 25 seconds unless told otherwise, with a notice every 5", async () => {
  const usual = new Waiting();
  assert.equal((await usual.reply()).ready, false);
  assert.equal(usual.now, 25_000);
  assert.ok(usual.notices.length >= 4, usual.notices.join());
  const none = new Waiting();
  assert.equal((await none.reply(0)).ready, false);
  assert.deepEqual([none.now, none.notices], [0, []]);
});

Deno.test("waitHandoff() is given up as soon as its call is", async () => {
  const waiting = new Waiting({ 3000: (waiting) => waiting.abort() });
  assert.equal((await waiting.reply(50)).ready, false);
  assert.ok(waiting.now <= 3500, `ended at ${waiting.now}`);
});
