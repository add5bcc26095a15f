// The life of the real server process: it ends when its client is gone, in order, and leaves nothing behind.
import assert from "node:assert/strict";
import { plainEnvironment, programFor, Served, Workspace } from "../e2e/served.ts";
import { ServerProcess } from "./process.ts";
import { call, initialize } from "./wire.ts";

const task = { title: "Parse dates", objective: "All tests pass" };

/** A server that has answered the handshake. */
async function met(root: string): Promise<ServerProcess> {
  const server = new ServerProcess(root);
  await server.send(initialize("codex-mcp-client"));
  assert.ok(JSON.parse(await server.line()).result);
  return server;
}

// C01: leftovers of clients that closed the pipe pile up and eat memory.
Deno.test("serve ends with 0 where there is no input at all", async () => {
  using workspace = new Workspace();
  const { command, args } = programFor({ root: workspace.root, isServer: true }, ["serve"]);
  const output = await new Deno.Command(command, {
    args,
    cwd: workspace.root,
    clearEnv: true,
    env: plainEnvironment({}),
    stdin: "null",
  }).output();
  assert.equal(output.code, 0);
  assert.equal(output.stdout.length + output.stderr.length, 0);
  assert.deepEqual([...Deno.readDirSync(workspace.root)].map(({ name }) => name), [".git"]);
});

Deno.test("serve ends with 0 within 2 s of its input's end, round after round, and lets go of the ledger", async () => {
  using workspace = new Workspace();
  for (let round = 0; round < 5; round++) {
    await using server = await met(workspace.root);
    await server.send(call(1, "create_handoff", { ...task, title: `Round ${round}` }));
    assert.ok(JSON.parse(await server.line()).result);
    await server.closeInput();
    const { code, seconds } = await server.ended();
    assert.equal(code, 0);
    assert.ok(seconds < 2, `${seconds} s`);
    assert.equal(await server.errors(), "");
  }
  const left = [...Deno.readDirSync(`${workspace.root}/.agent-handoff`)].map(({ name }) => name);
  assert.ok(!left.some((name) => name.endsWith("-wal")), `the last one closed: ${left}`);
});

Deno.test("a pass whose client closes at once without reading is wholly there or wholly absent", async () => {
  using workspace = new Workspace();
  const taskId = await (async () => {
    await using server = await met(workspace.root);
    await server.send(call(1, "create_handoff", task));
    const { task_id } = JSON.parse(await server.line()).result.structuredContent;
    await server.send(call(2, "claim_handoff", {}));
    assert.ok(JSON.parse(await server.line()).result.structuredContent.lease.yours);
    const summary = "Half done";
    await server.send(call(3, "pass_handoff", { task_id, summary, next_action: "Do the rest" }));
    await server.closeInput();
    assert.ok((await server.ended()).seconds < 2);
    return task_id;
  })();
  await using again = new Served({ root: workspace.root });
  await again.begin();
  const { body } = (await again.call("show_handoff", { task_id: taskId }))!;
  const kinds = (body.history as { kind: string }[]).map(({ kind }) => kind);
  const isPassed = kinds.at(-1) === "passed";
  assert.equal(body.status, isPassed ? "queued" : "active");
  assert.equal(body.summary !== undefined, isPassed);
  assert.equal(body.lease === null, isPassed);
  await again.end();
});

const signals: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? []
  : ["SIGINT", "SIGTERM", "SIGHUP"];

for (const signal of signals) {
  Deno.test(`serve ends in order with 0 within 2 s of ${signal} although its input stays open`, async () => {
    using workspace = new Workspace();
    await using server = await met(workspace.root);
    await server.send(call(1, "create_handoff", task));
    await server.line();
    server.signal(signal);
    const { code, signal: by, seconds } = await server.ended();
    assert.deepEqual([code, by], [0, null]);
    assert.ok(seconds < 2, `${seconds} s`);
    const left = [...Deno.readDirSync(`${workspace.root}/.agent-handoff`)].map(({ name }) => name);
    assert.ok(!left.some((name) => name.endsWith("-wal")), `the ledger was closed: ${left}`);
  });
}

for (const end of ["its input's end", ...signals.slice(0, 2)]) {
  Deno.test(`serve ends with 0 after ${end} although nobody reads its replies and the pipe is full`, async () => {
    using workspace = new Workspace();
    await using server = await met(workspace.root);
    await server.send(...Array.from({ length: 100 }, (_, id) => ({ id, method: "tools/list" })));
    await server.line();
    if (end.startsWith("SIG")) server.signal(end as Deno.Signal);
    else await server.closeInput();
    const { code, signal: by, seconds } = await server.ended();
    assert.deepEqual([code, by], [0, null]);
    // It gives replies a second and a half, of the two it has; a busy machine needs some more.
    assert.ok(seconds < 10, `${seconds} s`);
    assert.match(
      await server.errors(),
      /^agent-handoff: The last replies were not read: \d+ bytes\n$/,
    );
  });
}

Deno.test("serve ends quietly when nobody reads its output any more", async () => {
  using workspace = new Workspace();
  await using server = await met(workspace.root);
  await server.closeOutput();
  // The pipe may still take a reply or two before the system knows that its other end is gone.
  for (let id = 2; server.isRunning && id < 6000; id++) {
    await server.send({ id, method: "tools/list" });
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.ok(!server.isRunning, "the server still runs although nobody reads it");
  const { code, seconds } = await server.ended();
  assert.equal(code, 0);
  assert.ok(seconds < 5, `${seconds} s`);
  assert.doesNotMatch(await server.errors(), /at .*\.ts|Uncaught/);
});

Deno.test("serve ends at a line over 10 MiB although its input stays open, and writes nothing", async () => {
  using workspace = new Workspace();
  await using server = await met(workspace.root);
  const objective = "x".repeat(10 * 1024 * 1024);
  await server.send(call(1, "create_handoff", { title: "x", objective }));
  const { code } = await server.ended();
  assert.notEqual(code, 0);
  assert.equal(await server.remains(), "");
  assert.match(await server.errors(), /longer than 10485760 bytes/);
  assert.deepEqual([...Deno.readDirSync(workspace.root)].map(({ name }) => name), [".git"]);
});
