// Holds the YAML editor to leaving every other row alone, the harness's own tag included.
import assert from "node:assert/strict";
import { parse } from "yaml";
import { findYaml, removeYaml, upsertYaml } from "../../lib/clients/edit_yaml.ts";
import { entry, refusal, text } from "./sample.ts";

const dsh = entry("dsh");
const PATCH = `- insert:
    - id: mcp-agent-handoff
      name: '@deepseek-ai/dsh-mcp-client'
      config:
        serverName: agent-handoff
        transport: stdio
        command: agent-handoff
        args: [serve]
        env: { AGENT_HANDOFF_AGENT: dsh }
        cwd: !!js process.cwd()
`;
const USED = `# my patches
- id: persona      # by id
  config: {text: "be short"}

- insert:
    - id: mcp-files
      name: '@deepseek-ai/dsh-mcp-client'
      config:
        cwd: !!js process.cwd()   # keep
        args:
          - -y
          - "files" # two
        long: >-
          folded text
          that stays
`;

Deno.test("upsertYaml() writes a fresh file where the text is empty", () => {
  assert.equal(text(upsertYaml("", dsh)), PATCH);
  assert.equal(text(removeYaml(PATCH)), "");
});

Deno.test("upsertYaml() adds one patch at the end; tags, comments and folds of other rows stay", () => {
  const after = text(upsertYaml(USED, dsh));
  assert.equal(after, USED + PATCH);
  assert.equal(text(upsertYaml(after, dsh)), after);
  assert.equal(text(removeYaml(after)), USED);
});

Deno.test("upsertYaml() adds before trailing comments and the end mark, and follows the list's indentation", () => {
  assert.equal(text(upsertYaml("- a: 1\n# tail\n", dsh)), `- a: 1\n${PATCH}# tail\n`);
  assert.equal(text(upsertYaml("---\n- a: 1\n...\n", dsh)), `---\n- a: 1\n${PATCH}...\n`);
  const indented = text(upsertYaml("  - a: 1\n", dsh));
  assert.equal(indented, `  - a: 1\n${PATCH.replace(/^/gm, "  ").trimEnd()}\n`);
});

Deno.test("upsertYaml() keeps a byte order mark, CRLF and a missing last line ending", () => {
  const before = "\uFEFF" + USED.trimEnd().replaceAll("\n", "\r\n");
  const after = text(upsertYaml(before, dsh));
  assert.ok(after.startsWith(before));
  assert.ok(!/[^\r]\n/.test(after));
  assert.ok(!after.endsWith("\n"));
  assert.equal(text(removeYaml(after)), before);
});

Deno.test("upsertYaml() replaces an empty list and adds to a file of comments", () => {
  assert.equal(text(upsertYaml("[]\n", dsh)), PATCH);
  assert.equal(text(upsertYaml("# none yet\n", dsh)), `# none yet\n${PATCH}`);
});

Deno.test("upsertYaml() corrects only how the program is started when our row is there", () => {
  const before = `- insert:
    - id: first
    - id: mcp-agent-handoff
      name: '@deepseek-ai/dsh-mcp-client'
      config:
        serverName: agent-handoff
        transport: stdio
        # mine
        command: /old
        args:
          - serve
          - --root
          - /x
        cwd: !!js process.cwd()
        toolCallTimeoutMs: 1000
    - id: last # z
`;
  const after = text(upsertYaml(before, dsh));
  assert.equal(after, before.replace("/old", "agent-handoff"));
  assert.equal(text(removeYaml(after)), "- insert:\n    - id: first\n    - id: last # z\n");
});

Deno.test("upsertYaml() replaces wrong arguments in lines or brackets, and adds a missing command", () => {
  const lines =
    "- insert:\n    - config:\n        serverName: agent-handoff\n        args:\n          - old\n        env: {}\n";
  const brackets = "- insert:\n  - config: {serverName: agent-handoff, args: [old]}\n- b: 1\n";
  for (const before of [lines, brackets]) {
    const after = text(upsertYaml(before, dsh));
    const config = parse(after)[0].insert[0].config;
    assert.equal(config.command, "agent-handoff");
    assert.deepEqual(config.args, ["serve"]);
    assert.equal(text(upsertYaml(after, dsh)), after);
  }
});

Deno.test("upsertYaml() refuses with the line what does not parse or is no list", () => {
  const cases: [string, number][] = [
    ["- a: 1\n  a: 2\n", 2],
    ["- a: 1\n- b: [\n", 3],
    ["- a: 1\n\t- b\n", 2],
    ["- a\n---\n- b\n", 2],
    ["a: 1\n", 1],
    ["[{a: 1}]\n", 1],
    ["just text\n", 1],
  ];
  for (const [given, line] of cases) {
    assert.equal(refusal(upsertYaml(given, dsh)).line, line, given);
  }
});

Deno.test("removeYaml() leaves an empty list beside comments, because the harness refuses a file without one", () => {
  assert.equal(text(removeYaml(`# mine\n${PATCH}`)), "# mine\n[]\n");
  assert.equal(text(removeYaml(`${PATCH}# mine\n`)), "# mine\n[]\n");
});

Deno.test("removeYaml() changes nothing in a file without our row", () => {
  for (const given of ["", "[]\n", USED]) assert.equal(text(removeYaml(given)), given);
});

Deno.test("findYaml() gives our row's config with its line", () => {
  const found = findYaml(USED + PATCH);
  assert.equal(found.kind === "found" && found.line, USED.split("\n").length + 1);
  assert.equal(found.kind === "found" && found.fields?.cwd, "process.cwd()");
  assert.deepEqual(findYaml(USED), { kind: "found" });
});
