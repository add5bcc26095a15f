// The server over raw lines: handshakes, probes, broken messages and protocol errors in both eras.
import assert from "node:assert/strict";
import { offered } from "../../lib/mcp/catalog.ts";
import { allInstructions } from "../../lib/mcp/instructions.ts";
import { call, envelope, initialize, type Message, Wire } from "./wire.ts";
import { memoryWorkplace, untouchable } from "./workplaces.ts";

const memory = () => {
  const workplace = memoryWorkplace();
  return () => Promise.resolve(workplace);
};

/** The tools as both eras list them. */
const listed = offered("all").map((tool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: tool.inputSchema,
  outputSchema: tool.outputSchema,
  annotations: tool.annotations,
  ...(tool.meta && { _meta: tool.meta }),
}));

Deno.test("serve() answers handshake and tools/list without touching the workplace", async () => {
  const wire = new Wire(untouchable);
  const { result } = await wire.ask(initialize("codex-mcp-client")) as { result: Message };
  assert.equal(result.protocolVersion, "2025-11-25");
  assert.deepEqual(result.capabilities, { tools: { listChanged: false } });
  assert.equal(result.instructions, allInstructions);
  assert.deepEqual(result.serverInfo, {
    name: "agent-handoff",
    title: "Agent Handoff Ledger",
    version: "0.0.0",
  });
  wire.send({ method: "notifications/initialized" });
  const list = await wire.ask({ id: 2, method: "tools/list" }) as { result: Message };
  assert.deepEqual(list.result.tools, listed);
  assert.equal(await wire.close(), 0);
  assert.deepEqual(wire.log, []);
});

Deno.test("serve() lists the same tools in the 2026-07-28 era, without a handshake", async () => {
  const wire = new Wire(untouchable);
  const params = { _meta: envelope("claude-code") };
  const list = await wire.ask({ id: 1, method: "tools/list", params }) as { result: Message };
  assert.deepEqual(list.result.tools, listed);
  const found = await wire.ask({ id: 2, method: "server/discover", params }) as { result: Message };
  assert.deepEqual(found.result.capabilities, { tools: { listChanged: false } });
  assert.equal(await wire.close(), 0);
});

Deno.test("AGENT_HANDOFF_TOOLS=core offers the first seven tools alone", async () => {
  const wire = new Wire(untouchable, { tools: "core" });
  await wire.ask(initialize("codex-mcp-client"));
  const list = await wire.ask({ id: 2, method: "tools/list" }) as { result: { tools: Message[] } };
  assert.deepEqual(
    list.result.tools.map(({ name }) => name),
    listed.slice(0, 7).map((t) => t.name),
  );
  await wire.close();
});

for (const revision of ["2024-10-07", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
  Deno.test(`serve() speaks revision ${revision} where the handshake asks for it`, async () => {
    const wire = new Wire(untouchable);
    const { result } = await wire.ask(initialize("x", revision)) as { result: Message };
    assert.equal(result.protocolVersion, revision);
    await wire.close();
  });
}

Deno.test("serve() offers its newest handshake revision where an unknown one is asked for", async () => {
  const wire = new Wire(untouchable);
  const { result } = await wire.ask(initialize("x", "2031-01-01")) as { result: Message };
  assert.equal(result.protocolVersion, "2025-11-25");
  await wire.close();
});

Deno.test("serve() answers an envelope of an unknown revision with ours, first message or later", async () => {
  const wire = new Wire(memory());
  const strange = { _meta: envelope("x", "2031-01-01") };
  for (const id of [1, 2]) {
    const reply = await wire.ask({ id, method: "tools/list", params: strange });
    assert.deepEqual(reply.error, {
      code: -32022,
      message: "Unsupported protocol version: 2031-01-01",
      data: { supported: ["2026-07-28"], requested: "2031-01-01" },
    });
    const ours = call(`list ${id}`, "list_handoffs", {}, envelope("x"));
    assert.ok((await wire.ask(ours)).result, "the connection goes on");
  }
  await wire.close();
});

// C04: a host drops the whole server where an optional probe or a cancellation upsets it.
Deno.test("serve() answers each optional probe once and goes on, whatever was sent first", async () => {
  const wire = new Wire(memory());
  const params = { _meta: envelope("claude-code") };
  const probe = await wire.ask({ id: "probe", method: "server/discover", params });
  assert.ok(probe.result);
  assert.ok((await wire.ask(initialize("claude-code"))).result, "initialize still works");
  wire.send(
    { method: "notifications/initialized" },
    { method: "notifications/cancelled", params: { requestId: 99, reason: "late" } },
    { method: "notifications/cancelled" },
    { method: "notifications/roots/list_changed" },
    { method: "notifications/made_up", params: { x: 1 } },
  );
  const empty: Record<string, Message> = {
    "resources/list": { resources: [] },
    "resources/templates/list": { resourceTemplates: [] },
    "prompts/list": { prompts: [] },
    "logging/setLevel": {},
    "ping": {},
  };
  for (const [method, result] of Object.entries(empty)) {
    const asked = { id: method, method, params: { level: "info" } };
    assert.deepEqual((await wire.ask(asked)).result, result);
  }
  for (const method of ["resources/read", "prompts/get", "completion/complete", "made/up"]) {
    const params = { uri: "x:y", name: "x" };
    const { error } = await wire.ask({ id: method, method, params }) as { error: Message };
    assert.equal(error.code, -32601, method);
  }
  assert.deepEqual((await wire.call("list_handoffs", {})).structuredContent.tasks, []);
  assert.equal(await wire.close(), 0);
  const ids = wire.messages.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, "one reply for each request");
  assert.ok(!ids.includes(undefined), "none for a notification");
});

Deno.test("serve() answers probes with empty lists in the 2026-07-28 era too", async () => {
  const wire = new Wire(untouchable);
  for (const method of ["resources/list", "resources/templates/list", "prompts/list"]) {
    const params = { _meta: envelope("claude-code") };
    const { result } = await wire.ask({ id: method, method, params }) as { result: Message };
    const lists = Object.values(result).filter(Array.isArray);
    assert.deepEqual(lists, [[]]);
  }
  await wire.close();
});

Deno.test("serve() drops what is no message and goes on", async () => {
  const wire = new Wire(memory());
  await wire.ask(initialize("x"));
  wire.send(
    "{\n",
    "not json\n",
    "\n",
    "null\n",
    "[]\n",
    '[{"jsonrpc":"2.0","id":7,"method":"ping"}]\n',
    '{"id":8,"method":"ping"}\n',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}\n',
    '{"jsonrpc":"2.0","id":9,"result":{}}\n',
    `${"[".repeat(10_000)}\n`,
    "\u0000\ufeff\r\n",
  );
  assert.deepEqual((await wire.call("list_handoffs", {})).structuredContent.tasks, []);
  assert.equal(await wire.close(), 0);
  assert.equal(wire.messages.length, 2);
});

Deno.test("serve() answers what breaks the protocol of calls with the protocol's error", async () => {
  const wire = new Wire(untouchable);
  await wire.ask(initialize("x"));
  const broken = [
    { name: "made_up", arguments: {} },
    { name: "list_handoffs", arguments: [] },
    { name: "list_handoffs", arguments: "{}" },
    { name: 7 },
    {},
  ];
  for (const [id, params] of broken.entries()) {
    const { error } = await wire.ask({ id, method: "tools/call", params }) as { error: Message };
    assert.equal(error.code, -32602, JSON.stringify(params));
  }
  await wire.close();
});

Deno.test("serve() takes a message in pieces, several at once, and a last one without its newline", async () => {
  const wire = new Wire(memory());
  const line = JSON.stringify({ jsonrpc: "2.0", ...initialize("é") });
  for (const byte of new TextEncoder().encode(`${line}\r\n`)) {
    wire.input.write(Uint8Array.of(byte));
    await Promise.resolve();
  }
  assert.ok((await wire.reply("hello")).result);
  const ping = (id: number) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });
  wire.send(`${ping(1)}\n${ping(2)}\n${ping(3)}`);
  assert.equal(await wire.close(), 0);
  assert.deepEqual(wire.messages.map(({ id }) => id), ["hello", 1, 2, 3]);
});
