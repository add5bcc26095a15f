// Holds the plan of `init` to what a careful person expects of it.
import assert from "node:assert/strict";
import type { ClientId } from "../../lib/clients/client.ts";
import { unifiedDiff } from "../../lib/clients/difference.ts";
import { installedClients } from "../../lib/clients/installed.ts";
import { planChanges, type PlannedChange, type PlanOptions } from "../../lib/clients/plan.ts";
import { LAUNCH, place, reader } from "./sample.ts";

/** Plans over files in memory. */
function plan(
  clients: ClientId[],
  files: Record<string, string> = {},
  given: Partial<PlanOptions> = {},
): PlannedChange[] {
  return planChanges(clients, {
    scope: "project",
    launch: LAUNCH,
    place: place(),
    readFile: reader(files),
    ...given,
  });
}

/** The files after a plan was carried out. */
function carriedOut(
  files: Record<string, string>,
  changes: PlannedChange[],
): Record<string, string> {
  const next = { ...files };
  for (const change of changes) {
    if (!["create", "change", "remove"].includes(change.action)) continue;
    if (change.after === undefined) delete next[change.path];
    else next[change.path] = change.after;
  }
  return next;
}

const ALL: ClientId[] = [
  "claude-code",
  "codex",
  "cursor",
  "vscode",
  "copilot-cli",
  "gemini-cli",
  "opencode",
  "zed",
];

Deno.test("planChanges() creates each missing file once, also one that two clients share", () => {
  const changes = plan(ALL);
  assert.deepEqual(changes.map((change) => [change.client, change.action]), [
    ["claude-code", "create"],
    ["codex", "create"],
    ["cursor", "create"],
    ["vscode", "create"],
    ["copilot-cli", "none"],
    ["gemini-cli", "create"],
    ["opencode", "create"],
    ["zed", "create"],
  ]);
});

Deno.test("planChanges() plans nothing when it was carried out before, and --remove leaves no trace", () => {
  const kept = {
    "/srv/site/.vscode/mcp.json": '{\n\t"servers": {\n\t\t"x": {"command": "y"},\n\t},\n}\n',
  };
  const files = carriedOut(kept, plan(ALL, kept));
  assert.equal(Object.keys(files).length, 7);
  for (const change of plan(ALL, files)) {
    assert.equal(change.action, "none");
    assert.equal(change.after, undefined);
  }
  assert.deepEqual(carriedOut(files, plan(ALL, files, { remove: true })), kept);
});

Deno.test("planChanges() tells what each client still asks of the person", () => {
  const notes = Object.fromEntries(plan(ALL).map((change) => [change.client, change.notes.join()]));
  assert.match(notes["claude-code"]!, /asks once/);
  assert.match(notes.codex!, /trusted project/);
  assert.match(notes["copilot-cli"]!, /trust/);
  assert.match(notes["gemini-cli"]!, /trust/);
  assert.match(notes.cursor!, /switch it on/);
  assert.match(notes.vscode!, /trust/);
});

Deno.test("planChanges() refuses a file that does not parse, naming the line, and goes on with the rest", () => {
  const files = { "/srv/site/.gemini/settings.json": '{\n  "a": 1,\n  "b": \n}\n' };
  const [gemini, zed] = plan(["gemini-cli", "zed"], files);
  assert.equal(gemini?.action, "refuse");
  assert.match(gemini?.reason ?? "", /^line 4: /);
  assert.equal(gemini?.after, undefined);
  assert.equal(zed?.action, "create");
});

Deno.test("planChanges() refuses a file that cannot be read", () => {
  const readFile = (): never => {
    throw new Error("permission denied");
  };
  for (const remove of [false, true]) {
    const [change] = plan(["zed"], {}, { readFile, remove });
    assert.equal(change?.action, "refuse");
    assert.match(change?.reason ?? "", /permission denied/);
  }
});

Deno.test("planChanges() refuses a scope that a client does not have", () => {
  assert.match(plan(["dsh"])[0]?.reason ?? "", /no project file; use the scope "user"/);
  const nowhere = plan(["zed"], {}, { place: place({ root: undefined }) })[0];
  assert.equal(nowhere?.action, "refuse");
});

Deno.test("planChanges() writes opencode.jsonc where that exists, and the file with our entry before all", () => {
  const jsonc = "/srv/site/opencode.jsonc";
  const json = "/srv/site/opencode.json";
  assert.equal(plan(["opencode"])[0]?.path, json);
  assert.equal(plan(["opencode"], { [jsonc]: "{}", [json]: "{}" })[0]?.path, jsonc);
  const held = '{"mcp": {"agent-handoff": {"command": ["x", "serve"]}}}';
  assert.equal(plan(["opencode"], { [jsonc]: "{}", [json]: held })[0]?.path, json);
});

Deno.test("planChanges() follows Copilot CLI, which reads .github/mcp.json only without .mcp.json", () => {
  const second = "/srv/site/.github/mcp.json";
  const files = { [second]: '{"mcpServers": {}}' };
  assert.equal(plan(["copilot-cli"], files)[0]?.path, second);
  const [claude, copilot] = plan(["claude-code", "copilot-cli"], files);
  assert.match(claude?.notes.join() ?? "", /in place of \.github\/mcp\.json/);
  assert.equal(copilot?.path, "/srv/site/.mcp.json");
});

Deno.test("planChanges() says that an entry the person switched off stays so", () => {
  const files = {
    "/srv/site/.codex/config.toml":
      '[mcp_servers.agent-handoff]\ncommand = "old"\nargs = ["serve"]\nenabled = false\n',
  };
  const [change] = plan(["codex"], files);
  assert.equal(change?.action, "change");
  assert.match(change?.notes.join() ?? "", /switched off/);
});

Deno.test("planChanges() with remove reports files that hold nothing of ours", () => {
  const [missing] = plan(["zed"], {}, { remove: true });
  assert.deepEqual([missing?.action, missing?.reason], ["none", "There is no such file"]);
  const files = { "/srv/site/.zed/settings.json": "{}" };
  assert.match(plan(["zed"], files, { remove: true })[0]?.reason ?? "", /no entry of ours/);
});

Deno.test("unifiedDiff() shows only what changes, and a new file as all new", async () => {
  const [created] = plan(["claude-code"]);
  const fresh = await unifiedDiff(undefined, created?.after, { path: ".mcp.json" });
  assert.match(fresh, /^--- \/dev\/null\n\+\+\+ \.mcp\.json\n@@ -0,0 \+1,9 @@\n\+\{\n/);
  const changed = await unifiedDiff("a\nb\n", "a\nc\n", { path: "f" });
  assert.equal(changed, "--- f\n+++ f\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n");
  assert.match(await unifiedDiff("a\n", undefined, { path: "f" }), /\+\+\+ \/dev\/null/);
  assert.equal(await unifiedDiff("a", "a", { path: "f" }), "");
});

Deno.test("installedClients() finds programs on PATH, else what a client leaves behind", () => {
  const present = new Set(["/usr/bin/codex", "/home/ann/.gemini", "/opt/dsh", "/home/ann/.codex"]);
  const where = place({ variables: { PATH: "/usr/local/bin::/usr/bin" } });
  const found = installedClients(where, (path) => present.has(path));
  assert.deepEqual(found.map(({ client, shownBy }) => [client.id, shownBy]), [
    ["codex", "/usr/bin/codex"],
    ["gemini-cli", "/home/ann/.gemini"],
  ]);
});

Deno.test("installedClients() looks for the program endings of Windows", () => {
  const where = place({
    platform: "windows",
    home: "C:\\Users\\ann",
    variables: { PATH: "C:\\bin;D:\\tools", PATHEXT: ".EXE;.CMD" },
  });
  const found = installedClients(where, (path) => path === "D:\\tools\\claude.cmd");
  assert.deepEqual(found.map(({ client }) => client.id), ["claude-code"]);
});
