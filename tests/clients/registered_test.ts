// Holds `doctor --client` to what a client really starts: which entry, which directory, which variables.
import assert from "node:assert/strict";
import type { ClientId } from "../../lib/clients/client.ts";
import { planChanges } from "../../lib/clients/plan.ts";
import {
  findRegistrations,
  type HandedOn,
  handedOn,
  type Registrations,
} from "../../lib/clients/registered.ts";
import { client, LAUNCH, place, reader } from "./sample.ts";

function find(id: ClientId, files: Record<string, string>): Registrations {
  return findRegistrations(client(id), { place: place(), readFile: reader(files) });
}

function handed(
  id: ClientId,
  files: Record<string, string>,
  environment: Record<string, string> = {},
): HandedOn | undefined {
  const [first] = find(id, files).registrations;
  assert.ok(first);
  return handedOn(client(id), first, { place: place(), environment });
}

Deno.test("findRegistrations() finds what planChanges() writes, for every client and scope", () => {
  for (const scope of ["project", "user"] as const) {
    const ids: ClientId[] = [
      "claude-code",
      "codex",
      "cursor",
      "vscode",
      "copilot-cli",
      "gemini-cli",
      "opencode",
      "zed",
    ];
    if (scope === "user") ids.push("dsh");
    for (const id of ids) {
      const [change] = planChanges([id], {
        scope,
        launch: LAUNCH,
        place: place(),
        readFile: () => undefined,
      });
      const found = find(id, { [change!.path]: change!.after! });
      assert.equal(found.problems.length, 0);
      assert.equal(found.registrations.length, 1);
      const [only] = found.registrations;
      assert.equal(only?.scope, scope);
      assert.equal(only?.path, change?.path);
      assert.equal(only?.launch?.command, "agent-handoff");
      assert.equal(only?.launch?.args[0], "serve");
      assert.equal(only?.enabled, true);
    }
  }
});

Deno.test("findRegistrations() puts Claude Code's list for the project first, then the project, then the user", () => {
  const server = (command: string): string => `{"agent-handoff": {"command": "${command}"}}`;
  const found = find("claude-code", {
    "/home/ann/.claude.json": `{"projects": {"/srv/site": {"mcpServers": ${
      server("l")
    }}}, "mcpServers": ${server("u")}}`,
    "/srv/site/.mcp.json": `{"mcpServers": ${server("p")}}`,
  });
  assert.deepEqual(found.registrations.map((it) => [it.scope, it.launch?.command]), [
    ["local", "l"],
    ["project", "p"],
    ["user", "u"],
  ]);
});

Deno.test("findRegistrations() passes over .github/mcp.json where .mcp.json is", () => {
  const held = '{"mcpServers": {"agent-handoff": {"command": "x"}}}';
  const second = { "/srv/site/.github/mcp.json": held };
  assert.equal(find("copilot-cli", second).registrations.length, 1);
  assert.equal(
    find("copilot-cli", { ...second, "/srv/site/.mcp.json": "{}" }).registrations.length,
    0,
  );
});

Deno.test("findRegistrations() names a file it cannot use once, with the line", () => {
  const found = find("claude-code", { "/home/ann/.claude.json": '{\n  "a": 1,\n}\n' });
  assert.deepEqual(found.problems.map((it) => [it.path, it.line]), [["/home/ann/.claude.json", 3]]);
});

Deno.test("findRegistrations() tells that an entry is switched off or names no program", () => {
  const [first] = find("zed", {
    "/srv/site/.zed/settings.json": '{"context_servers": {"agent-handoff": {"enabled": false}}}',
  }).registrations;
  assert.equal(first?.enabled, false);
  assert.equal(first?.launch, undefined);
  assert.equal(handedOn(client("zed"), first!, { place: place(), environment: {} }), undefined);
});

Deno.test("handedOn() gives Codex's servers the short list, the entry's variables and those it names", () => {
  const config = `[mcp_servers.agent-handoff]
command = "agent-handoff"
args = ["serve"]
cwd = "sub"
env_vars = ["AGENT_HANDOFF_ROOT"]
[mcp_servers.agent-handoff.env]
AGENT_HANDOFF_AGENT = "codex"
`;
  const result = handed("codex", { "/srv/site/.codex/config.toml": config }, {
    PATH: "/bin",
    HOME: "/home/ann",
    AGENT_HANDOFF_ROOT: "/data",
    EDITOR: "vi",
    API_TOKEN: "t",
  });
  assert.deepEqual(result, {
    command: "agent-handoff",
    args: ["serve"],
    environment: {
      PATH: "/bin",
      HOME: "/home/ann",
      AGENT_HANDOFF_ROOT: "/data",
      AGENT_HANDOFF_AGENT: "codex",
    },
    workingDirectory: "/srv/site/sub",
  });
});

Deno.test("handedOn() drops the names that Gemini CLI and the harness take for secrets", () => {
  const environment = {
    PATH: "/bin",
    My_Key_1: "k",
    GH_TOKEN: "t",
    XAUTHORITY: "x",
    DSH_HOME: "/d",
    EDITOR: "vi",
  };
  const gemini = handed("gemini-cli", {
    "/srv/site/.gemini/settings.json":
      '{"mcpServers": {"agent-handoff": {"command": "a", "env": {"R": "$EDITOR/${NONE}"}}}}',
  }, environment);
  assert.deepEqual(gemini?.environment, {
    PATH: "/bin",
    DSH_HOME: "/d",
    EDITOR: "vi",
    GEMINI_CLI: "1",
    R: "vi/${NONE}",
  });
  const dsh = handed("dsh", {
    "/home/ann/.dsh/cordis.patch.yml":
      "- insert:\n    - id: mcp-agent-handoff\n      config:\n        command: a\n        cwd: !!js process.cwd()\n",
  }, environment);
  assert.deepEqual(dsh?.environment, { PATH: "/bin", XAUTHORITY: "x", EDITOR: "vi" });
  assert.equal(dsh?.workingDirectory, "/srv/site");
});

Deno.test("handedOn() fills variables in as each client does", () => {
  const claude = handed("claude-code", {
    "/srv/site/.mcp.json":
      '{"mcpServers": {"agent-handoff": {"command": "${BIN:-agent-handoff}", "args": ["serve", "--root", "${CLAUDE_PROJECT_DIR}", "${NONE}"]}}}',
  });
  assert.equal(claude?.command, "agent-handoff");
  assert.deepEqual(claude?.args, ["serve", "--root", "/srv/site", "${NONE}"]);
  assert.equal(claude?.environment.CLAUDE_PROJECT_DIR, "/srv/site");
  const editor = handed("vscode", {
    "/srv/site/.vscode/mcp.json":
      '{"servers": {"agent-handoff": {"command": "${userHome}/a", "args": ["--root", "${workspaceFolder}", "${env:X}"], "cwd": "${workspaceFolder}/b"}}}',
  }, { X: "1" });
  assert.deepEqual([editor?.command, ...(editor?.args ?? [])], [
    "/home/ann/a",
    "--root",
    "/srv/site",
    "1",
  ]);
  assert.equal(editor?.workingDirectory, "/srv/site/b");
  const opencode = handed("opencode", {
    "/srv/site/opencode.json":
      '{"mcp": {"agent-handoff": {"command": ["a", "serve"], "environment": {"Y": "{env:X}{env:NONE}"}}}}',
  }, { X: "1" });
  assert.deepEqual(opencode?.environment, { X: "1", OPENCODE: "1", AGENT: "1", Y: "1" });
  assert.deepEqual(opencode?.args, ["serve"]);
});
