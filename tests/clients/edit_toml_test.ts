// Holds the TOML editor to leaving every other line alone.
import assert from "node:assert/strict";
import { findToml, removeToml, upsertToml } from "../../lib/clients/edit_toml.ts";
import { entry, refusal, text } from "./sample.ts";

const codex = entry("codex");
const SECTION = `[mcp_servers.agent-handoff]
command = "agent-handoff"
args = ["serve"]
env_vars = ["AGENT_HANDOFF_ROOT"]

[mcp_servers.agent-handoff.env]
AGENT_HANDOFF_AGENT = "codex"
`;
const USED = `# my codex
model = "gpt-5"   # keep
started = 1979-05-27T07:32:00Z
limit = 1_000

[mcp_servers.files]   # theirs
command = 'npx'
args = [
  "-y", # yes
  "files",
]
[mcp_servers.files.env]
A = "b"

[[hooks]]
a = 0x1F

[projects."/a b"]
trust_level = "trusted"
# the end
`;

Deno.test("upsertToml() writes a fresh file where the text is empty", () => {
  assert.equal(text(upsertToml("", codex)), SECTION);
  assert.equal(text(removeToml(SECTION, codex)), "");
});

Deno.test("upsertToml() adds one section at the end and touches no other line", () => {
  const after = text(upsertToml(USED, codex));
  assert.equal(after, `${USED}\n${SECTION}`);
  assert.equal(text(upsertToml(after, codex)), after);
  assert.equal(text(removeToml(after, codex)), USED);
});

Deno.test("upsertToml() keeps a byte order mark, CRLF and a missing last line ending", () => {
  const before = "\uFEFF" + USED.trimEnd().replaceAll("\n", "\r\n");
  const after = text(upsertToml(before, codex));
  assert.ok(after.startsWith(before));
  assert.ok(!/[^\r]\n/.test(after));
  assert.ok(!after.endsWith("\n"));
  assert.equal(text(removeToml(after, codex)), before);
});

Deno.test("upsertToml() writes into an inline table of servers, which a section could not extend", () => {
  for (
    const before of [
      'mcp_servers = { files = { command = "npx" } } # one line\n',
      'mcp_servers = { files = { command = "npx" }, }\n',
      "mcp_servers = {}\n",
    ]
  ) {
    const after = text(upsertToml(before, codex));
    assert.equal(after.split("\n").length, 2);
    assert.equal(text(upsertToml(after, codex)), after);
    assert.equal(text(removeToml(after, codex)), before);
  }
});

Deno.test("upsertToml() corrects only how the program is started, however the entry is spelt", () => {
  const cases = [
    `[mcp_servers.agent-handoff]
# mine
command = "/old"  # why
args = ["serve", "--root", '/x']
startup_timeout_sec = 90
[mcp_servers.agent-handoff.env]
AGENT_HANDOFF_AGENT = "me"
`,
    '[mcp_servers]\nagent-handoff = { command = "/old", args = ["serve"] }\nz = { command = "c" }\n',
    'mcp_servers."agent-handoff".command = "/old"\nmcp_servers.agent-handoff.args = ["serve"]\n',
  ];
  for (const before of cases) {
    const after = text(upsertToml(before, codex));
    assert.equal(after, before.replace("/old", "agent-handoff"));
    assert.equal(text(upsertToml(after, codex)), after);
  }
});

Deno.test("upsertToml() adds a missing launch beside what the entry has", () => {
  const cases: [string, string][] = [
    [
      "[mcp_servers.agent-handoff] # on\nenabled = true\n",
      '[mcp_servers.agent-handoff] # on\ncommand = "agent-handoff"\nargs = ["serve"]\nenabled = true\n',
    ],
    [
      "[mcp_servers]\nagent-handoff = { enabled = true }\n",
      '[mcp_servers]\nagent-handoff = { command = "agent-handoff", args = ["serve"], enabled = true }\n',
    ],
    [
      "mcp_servers.agent-handoff.enabled = true\n",
      'mcp_servers.agent-handoff.command = "agent-handoff"\nmcp_servers.agent-handoff.args = ["serve"]\nmcp_servers.agent-handoff.enabled = true\n',
    ],
    [
      'a = 1\n[mcp_servers.agent-handoff.env]\nX = "1"\n',
      'a = 1\n[mcp_servers.agent-handoff]\ncommand = "agent-handoff"\nargs = ["serve"]\n\n[mcp_servers.agent-handoff.env]\nX = "1"\n',
    ],
  ];
  for (const [before, after] of cases) assert.equal(text(upsertToml(before, codex)), after);
});

Deno.test("upsertToml() writes paths and quotes so that they read back", () => {
  const launch = { command: 'C:\\Program Files\\a "b"\u007f.exe', args: ["serve", "tab\there"] };
  const found = findToml(text(upsertToml("", { ...codex, launch })), ["mcp_servers"]);
  assert.equal(found.kind, "found");
  assert.deepEqual(found.kind === "found" && found.fields?.command, launch.command);
  assert.deepEqual(found.kind === "found" && found.fields?.args, launch.args);
});

Deno.test("upsertToml() refuses with the line what does not parse", () => {
  const cases: [string, number][] = [
    ["a = 1\na = 2\n", 2],
    ["[a]\nb = 1\n[a]\n", 3],
    ["a = 1\nb = \nc = 3\n", 2],
    ["b = # none\n\n[c]\n", 1],
    ["a = 1\nb\n", 2],
    ['a = "x\nb = 1\n', 1],
    ["a = 1\n{\n", 2],
    ["<<<<<<< HEAD\na = 1\n", 1],
  ];
  for (const [given, line] of cases) {
    assert.equal(refusal(upsertToml(given, codex)).line, line, given);
    assert.equal(refusal(removeToml(given, codex)).line, line, given);
  }
});

Deno.test("upsertToml() refuses servers that are no table, and an entry that connects to an address", () => {
  assert.equal(refusal(upsertToml("mcp_servers = 1\n", codex)).line, 1);
  assert.equal(upsertToml("[[mcp_servers]]\na = 1\n", codex).kind, "refused");
  assert.equal(upsertToml("mcp_servers.agent-handoff = 1\n", codex).kind, "refused");
  const address = '[mcp_servers.agent-handoff]\nurl = "http://127.0.0.1:1/mcp"\n';
  assert.match(refusal(upsertToml(address, codex)).reason, /127\.0\.0\.1:1/);
});

Deno.test("removeToml() takes every spelling of our entry and nothing else", () => {
  const cases: [string, string][] = [
    [`${SECTION}\n[z]\na = 1\n`, "[z]\na = 1\n"],
    [`a = 1\n\n${SECTION}\n# about z\n[z]\n`, "a = 1\n\n# about z\n[z]\n"],
    ['mcp_servers.agent-handoff.command = "x"\nmodel = "y"\n', 'model = "y"\n'],
    ["[mcp_servers]\nagent-handoff = {}\nz = {}\n", "[mcp_servers]\nz = {}\n"],
    ["m = 1\nmcp_servers = { agent-handoff = {}, z = {} }\n", "m = 1\nmcp_servers = { z = {} }\n"],
    ["a = 1\n", "a = 1\n"],
  ];
  for (const [before, after] of cases) assert.equal(text(removeToml(before, codex)), after);
});

Deno.test("findToml() gives our entry with its line", () => {
  const found = findToml(`${USED}\n${SECTION}`, ["mcp_servers"]);
  assert.equal(found.kind === "found" && found.line, USED.split("\n").length + 1);
  assert.deepEqual(findToml(USED, ["mcp_servers"]), { kind: "found" });
});
