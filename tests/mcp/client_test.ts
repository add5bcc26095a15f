// The protocol's own client against the real server over stdio, in both eras: the story from create to complete.
import assert from "node:assert/strict";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { offered } from "../../lib/mcp/catalog.ts";
import { allInstructions } from "../../lib/mcp/instructions.ts";
import { plainEnvironment, programFor, Workspace } from "../e2e/served.ts";

type Mode = NonNullable<ClientOptions["versionNegotiation"]>["mode"];

// deno-lint-ignore no-explicit-any -- replies are looked into freely
type Body = any;

/** A client that is closed at the end of the test's block. */
class Agent implements AsyncDisposable {
  readonly client: Client;
  /** What the server wrote to its standard error. */
  errors = "";

  private constructor(name: string, mode: Mode) {
    this.client = new Client({ name, version: "1" }, { versionNegotiation: { mode } });
  }

  /** Starts a server of its own below a root and meets it. */
  static async meet(of: { root: string; name: string; mode: Mode }): Promise<Agent> {
    const agent = new Agent(of.name, of.mode);
    const { command, args } = programFor({ root: of.root, isServer: true }, ["serve"]);
    const env = plainEnvironment({});
    const transport = new StdioClientTransport({
      command,
      args,
      cwd: of.root,
      env,
      stderr: "pipe",
    });
    transport.stderr?.on("data", (chunk) => agent.errors += String(chunk));
    await agent.client.connect(transport);
    return agent;
  }

  /** Calls a tool. The client checks the structured part against the output schema. */
  async call(name: string, given: Record<string, unknown> = {}, isRefused = false): Promise<Body> {
    const result = await this.client.callTool({ name, arguments: given });
    assert.equal(result.isError ?? false, isRefused, JSON.stringify(result.structuredContent));
    return result.structuredContent;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}

const modes: readonly [title: string, mode: Mode, revision: string][] = [
  ["by the handshake", "legacy", "2025-11-25"],
  ["by probing first", "auto", "2026-07-28"],
  ["pinned to 2026-07-28", { pin: "2026-07-28" }, "2026-07-28"],
];

for (const [title, mode, revision] of modes) {
  Deno.test(`two real clients pass a task between them ${title}`, async () => {
    using workspace = new Workspace();
    const { root } = workspace;
    await using codex = await Agent.meet({ root, name: "codex-mcp-client", mode });
    await using claude = await Agent.meet({ root, name: "claude-code", mode });
    assert.equal(codex.client.getNegotiatedProtocolVersion(), revision);
    assert.equal(codex.client.getInstructions(), allInstructions);

    const { tools } = await codex.client.listTools();
    assert.deepEqual(tools.map(({ name }) => name), offered("all").map(({ name }) => name));
    await claude.client.listTools();

    const { task_id } = await codex.call("create_handoff", {
      title: "Parse dates",
      objective: "All tests pass",
      target_agent: "",
    });
    const mine = await codex.call("claim_handoff", { task_id });
    assert.equal(mine.lease.holder, "codex");
    const held = await claude.call("claim_handoff", { task_id }, true);
    assert.equal(held.error.code, "lease_held");
    assert.equal(held.error.holder, "codex");

    const renewed = await codex.call("renew_handoff", { task_id, lease_minutes: "120.0" });
    assert.equal(renewed.lease.minutes_left, 120);
    const passed = await codex.call("pass_handoff", {
      task_id,
      summary: "The parser is done",
      next_action: "Write the formatter",
      target_agent: "Claude-Code",
      changed_files: "",
    });
    assert.equal(passed.handoffs_left, 3);
    assert.equal(passed.lease, null);

    const refused = await codex.call("claim_handoff", { task_id }, true);
    assert.equal(refused.error.code, "not_addressed_to_you");
    const next = await claude.call("claim_handoff");
    assert.equal(next.task_id, task_id);
    assert.equal(next.summary.by, "codex");
    assert.equal(next.next_action.text, "Write the formatter");

    const done = await claude.call("complete_handoff", { task_id, summary: "Formatted" });
    assert.equal(done.status, "completed");
    const shown = await codex.call("show_handoff", { task_id });
    assert.deepEqual(shown.history.map((event: Body) => event.kind), [
      ...["created", "claimed", "renewed", "passed", "claimed", "completed"],
    ]);
    assert.deepEqual((await codex.call("list_handoffs")).tasks, []);
    assert.deepEqual([codex.errors, claude.errors], ["", ""]);
  });
}

Deno.test("a real client meets a server whose root cannot be told, and each call is refused", async () => {
  const bare = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "agent-handoff-bare-" }));
  try {
    await using agent = await Agent.meet({ root: bare, name: "codex-mcp-client", mode: "auto" });
    assert.equal((await agent.client.listTools()).tools.length, offered("all").length);
    for (
      const [name, given] of [["list_handoffs", {}], ["create_handoff", {
        title: "x",
        objective: "y",
      }]] as const
    ) {
      const { error } = await agent.call(name, given, true);
      assert.equal(error.code, "workspace_unknown");
      assert.match(error.next, /AGENT_HANDOFF_ROOT/);
    }
    assert.deepEqual([...Deno.readDirSync(bare)], []);
  } finally {
    Deno.removeSync(bare, { recursive: true });
  }
});
