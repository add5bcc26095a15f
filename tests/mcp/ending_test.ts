// How a server ends: what runs is finished or given up whole, nothing is written half, and never too late.
import assert from "node:assert/strict";
import type { Workplace } from "../../lib/ledger/workplace.ts";
import { call, initialize, Wire } from "./wire.ts";
import { memoryWorkplace } from "./workplaces.ts";

const task = { title: "Parse dates", objective: "All tests pass" };

/** A workplace whose ledger never comes, and whether a call that waits for it was given up. */
function stuck(): { workplace: Workplace; asked: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ledger = () => {
    resolve();
    return new Promise<never>(() => {});
  };
  return { workplace: { ...memoryWorkplace(), ledger }, asked: promise };
}

async function seconds(what: Promise<unknown>): Promise<number> {
  const before = performance.now();
  await what;
  return (performance.now() - before) / 1000;
}

// C01: a server that does not notice that its client is gone stays behind for ever.
Deno.test("serve() ends with 0 at the end of its input, whether anything was said or not", async () => {
  const silent = new Wire(() => Promise.resolve(memoryWorkplace()));
  assert.equal(await silent.close(), 0);
  const met = new Wire(() => Promise.resolve(memoryWorkplace()));
  await met.ask(initialize("x"));
  assert.ok(await seconds(met.close()) < 1);
  assert.deepEqual([silent.ends, met.ends], [1, 1], "the end is told once");
});

Deno.test("serve() answers what was asked before the input ended", async () => {
  const workplace = memoryWorkplace();
  const wire = new Wire(() => Promise.resolve(workplace));
  wire.send(initialize("x"), call(1, "create_handoff", task), { id: 2, method: "tools/list" });
  assert.equal(await wire.close(), 0);
  assert.deepEqual(new Set(wire.messages.map(({ id }) => id)), new Set(["hello", 1, 2]));
  assert.equal(workplace.storage.history.length, 1, "the answered write is there");
});

Deno.test("serve() ends within 2 s although a call never comes back", async () => {
  const { workplace, asked } = stuck();
  const wire = new Wire(() => Promise.resolve(workplace));
  wire.send(initialize("x"), call(1, "list_handoffs", {}));
  await asked;
  assert.ok(await seconds(wire.close()) < 2);
  assert.deepEqual(wire.messages.map(({ id }) => id), ["hello"]);
});

Deno.test("serve() does not wait for a call that its client has cancelled", async () => {
  const { workplace, asked } = stuck();
  const wire = new Wire(() => Promise.resolve(workplace));
  wire.send(initialize("x"), call(1, "list_handoffs", {}));
  await asked;
  wire.send({ method: "notifications/cancelled", params: { requestId: 1 } });
  assert.ok(await seconds(wire.close()) < 1);
});

Deno.test("serve() ends in order although closing fails", async () => {
  const onEnd = () => Promise.reject(new Error("will not close"));
  const wire = new Wire(() => Promise.resolve(memoryWorkplace()), { onEnd });
  assert.equal(await wire.close(), 0);
  assert.deepEqual(wire.log, ["Could not close in order: will not close"]);
});

Deno.test("serve() ends quietly when its reader is gone", async () => {
  const wire = new Wire(() => Promise.resolve(memoryWorkplace()));
  await wire.ask(initialize("x"));
  wire.output.destroy(new Deno.errors.BrokenPipe("gone"));
  assert.equal(await wire.ended, 0);
  assert.equal(wire.ends, 1);
});

Deno.test("serve() ends with 1 where a reply cannot be written although its reader is there", async () => {
  const wire = new Wire(() => Promise.resolve(memoryWorkplace()));
  await wire.ask(initialize("x"));
  wire.output.destroy(new Error("No space left on device"));
  assert.equal(await wire.ended, 1);
  assert.equal(wire.ends, 1);
});

Deno.test("serve() takes a line of nearly 10 MiB in reasonable time", async () => {
  const wire = new Wire(() => Promise.resolve(memoryWorkplace()));
  await wire.ask(initialize("x"));
  const title = "x".repeat(10 * 1024 * 1024 - 200);
  for (
    const chunk of chunksOf(
      JSON.stringify({ jsonrpc: "2.0", ...call(1, "create_handoff", { title }) }),
    )
  ) {
    wire.input.write(chunk);
  }
  wire.send("\n");
  assert.ok(await seconds(wire.reply(1)) < 5);
  assert.equal(await wire.close(), 0);
});

Deno.test("serve() ends at a line over 10 MiB; nothing of it is acted on and nothing is written", async () => {
  const workplace = memoryWorkplace();
  const wire = new Wire(() => Promise.resolve(workplace));
  await wire.ask(initialize("x"));
  const objective = "x".repeat(10 * 1024 * 1024);
  const line = JSON.stringify({
    jsonrpc: "2.0",
    ...call(1, "create_handoff", { title: "x", objective }),
  });
  for (const chunk of chunksOf(line)) wire.input.write(chunk);
  wire.send("\n", call(2, "create_handoff", task));
  assert.equal(await wire.ended, 1);
  assert.equal(wire.ends, 1);
  assert.deepEqual(workplace.storage.history, []);
  assert.deepEqual(wire.messages.map(({ id }) => id), ["hello"]);
  assert.deepEqual(wire.log, ["A line is longer than 10485760 bytes"]);
});

/** A text in pieces, as a pipe gives them. */
function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536);
}
