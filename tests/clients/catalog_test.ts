// Holds the catalogue to the formats and file places that the clients document.
import assert from "node:assert/strict";
import { CLIENT_IDS, clientOf, CLIENTS, serverEntry } from "../../lib/clients/catalog.ts";
import type { ClientId, Place, Scope } from "../../lib/clients/client.ts";
import { findEntry, upsertEntry } from "../../lib/clients/editing.ts";
import { client, entry, LAUNCH, place, text } from "./sample.ts";

/** The first path of a client's scope. */
function first(id: ClientId, scope: Scope, where: Place = place()): string | undefined {
  return client(id).scopes[scope]?.created(where);
}

Deno.test("CLIENTS names the nine clients once each", () => {
  assert.deepEqual(
    [...CLIENT_IDS].sort(),
    [
      "claude-code",
      "codex",
      "copilot-cli",
      "cursor",
      "dsh",
      "gemini-cli",
      "opencode",
      "vscode",
      "zed",
    ],
  );
  assert.equal(clientOf("emacs"), undefined);
});

Deno.test("CLIENTS keep project files under the root", () => {
  const paths = CLIENTS.flatMap(({ id }) => first(id, "project") ?? []);
  assert.deepEqual(paths, [
    "/srv/site/.mcp.json",
    "/srv/site/.codex/config.toml",
    "/srv/site/.mcp.json",
    "/srv/site/.gemini/settings.json",
    "/srv/site/opencode.json",
    "/srv/site/.cursor/mcp.json",
    "/srv/site/.vscode/mcp.json",
    "/srv/site/.zed/settings.json",
  ]);
  assert.throws(
    () => first("codex", "project", place({ root: undefined })),
    /no project directory/,
  );
});

Deno.test("CLIENTS keep user files under the home directory, where nothing else is said", () => {
  assert.deepEqual(CLIENTS.map(({ id }) => first(id, "user")), [
    "/home/ann/.claude.json",
    "/home/ann/.codex/config.toml",
    "/home/ann/.dsh/cordis.patch.yml",
    "/home/ann/.copilot/mcp-config.json",
    "/home/ann/.gemini/settings.json",
    "/home/ann/.config/opencode/opencode.json",
    "/home/ann/.cursor/mcp.json",
    "/home/ann/.config/Code/User/mcp.json",
    "/home/ann/.config/zed/settings.json",
  ]);
});

Deno.test("CLIENTS follow the variables that move their user files", () => {
  const variables = {
    CLAUDE_CONFIG_DIR: "/c/claude",
    CODEX_HOME: "/c/codex",
    DSH_HOME: "/c/dsh",
    COPILOT_HOME: "/c/copilot",
    GEMINI_CLI_HOME: "/c/gemini",
    XDG_CONFIG_HOME: "/c/xdg",
  };
  const where = place({ variables });
  assert.deepEqual(CLIENTS.map(({ id }) => first(id, "user", where)), [
    "/c/claude/.claude.json",
    "/c/codex/config.toml",
    "/c/dsh/cordis.patch.yml",
    "/c/copilot/mcp-config.json",
    "/c/gemini/.gemini/settings.json",
    "/c/xdg/opencode/opencode.json",
    "/home/ann/.cursor/mcp.json",
    "/c/xdg/Code/User/mcp.json",
    "/c/xdg/zed/settings.json",
  ]);
  assert.equal(
    first("codex", "user", place({ variables: { CODEX_HOME: " " } })),
    "/home/ann/.codex/config.toml",
  );
});

Deno.test("CLIENTS know the places of macOS and Windows", () => {
  const mac = place({ platform: "darwin", home: "/Users/ann" });
  assert.equal(
    first("vscode", "user", mac),
    "/Users/ann/Library/Application Support/Code/User/mcp.json",
  );
  assert.equal(first("zed", "user", mac), "/Users/ann/.config/zed/settings.json");
  const windows = place({ platform: "windows", home: "C:\\Users\\ann", root: "D:\\site" });
  assert.equal(first("claude-code", "user", windows), "C:\\Users\\ann\\.claude.json");
  assert.equal(
    first("vscode", "user", windows),
    "C:\\Users\\ann\\AppData\\Roaming\\Code\\User\\mcp.json",
  );
  assert.equal(
    first("zed", "user", windows),
    "C:\\Users\\ann\\AppData\\Roaming\\Zed\\settings.json",
  );
  assert.equal(first("cursor", "project", windows), "D:\\site\\.cursor\\mcp.json");
});

/** What a new file of ours holds, as its client reads it. */
function written(id: ClientId, scope: Scope): unknown {
  const { format } = client(id).scopes[scope]!;
  const found = findEntry(
    text(upsertEntry("", entry(id, scope), format)),
    client(id).container,
    format,
  );
  return found.kind === "found" ? found.fields : undefined;
}

Deno.test("serverEntry() has the exact shape that each client reads", () => {
  const both = { command: "agent-handoff", args: ["serve"] };
  const env = (name: string): unknown => ({ AGENT_HANDOFF_AGENT: name });
  const rooted = { command: "agent-handoff", args: ["serve", "--root", "${workspaceFolder}"] };
  const expected: [ClientId, Scope, unknown][] = [
    ["claude-code", "project", { type: "stdio", ...both }],
    ["claude-code", "user", { type: "stdio", ...both, env: env("claude-code") }],
    ["codex", "user", { ...both, env: env("codex"), env_vars: ["AGENT_HANDOFF_ROOT"] }],
    ["copilot-cli", "project", { type: "stdio", ...both }],
    ["copilot-cli", "user", { type: "local", ...both, tools: ["*"] }],
    ["gemini-cli", "project", { ...both, env: env("gemini-cli") }],
    ["opencode", "project", {
      type: "local",
      command: ["agent-handoff", "serve"],
      environment: env("opencode"),
      enabled: true,
    }],
    ["cursor", "project", { type: "stdio", ...rooted, env: env("cursor") }],
    ["cursor", "user", { type: "stdio", ...both, env: env("cursor") }],
    ["vscode", "project", { type: "stdio", ...rooted, env: env("vscode") }],
    ["zed", "user", { source: "custom", ...both, env: env("zed") }],
    ["dsh", "user", {
      serverName: "agent-handoff",
      transport: "stdio",
      ...both,
      env: env("dsh"),
      cwd: "process.cwd()",
    }],
  ];
  for (const [id, scope, fields] of expected) {
    assert.deepEqual(written(id, scope), fields, `${id} ${scope}`);
  }
});

Deno.test("serverEntry() names neither root nor agent in a file that several clients read", () => {
  for (const given of CLIENTS) {
    for (const [scope, file] of Object.entries(given.scopes)) {
      if (!file.shared) continue;
      const shared = serverEntry(given, { scope: scope as Scope, launch: LAUNCH });
      assert.doesNotMatch(JSON.stringify(shared), /root|AGENT_HANDOFF/i, `${given.id} ${scope}`);
    }
  }
});

Deno.test("serverEntry() adds no argument of its own to a launch that says more than serve", () => {
  const launch = { command: "agent-handoff", args: ["serve", "--root", "/data"] };
  assert.deepEqual(serverEntry(client("cursor"), { scope: "project", launch }).launch, launch);
});
