// Holds for made-up files of many layouts: twice is once, taking out gives the file back, others stay.
// The one exception is named where the files are made: an empty table of servers goes with our entry.
import assert from "node:assert/strict";
import fc from "fast-check";
import { parse as parseJsonText } from "jsonc-parser";
import { getStaticTOMLValue, parseTOML } from "toml-eslint-parser";
import { parse as parseYaml } from "yaml";
import type { Format, ServerEntry } from "../../lib/clients/client.ts";
import { findEntry, removeEntry, upsertEntry } from "../../lib/clients/editing.ts";
import { entry, text } from "./sample.ts";

const RUNS = { seed: 20261129, numRuns: 300 };

/** Checks the laws on one file; `read` gives its value without our entry. */
function holds(
  before: string,
  given: { entry: ServerEntry; format: Format; read: (text: string) => unknown },
): void {
  const after = text(upsertEntry(before, given.entry, given.format));
  assert.equal(text(upsertEntry(after, given.entry, given.format)), after, "twice is once");
  const found = findEntry(after, given.entry.container, given.format);
  assert.ok(found.kind === "found" && found.fields !== undefined, "the entry is there");
  assert.deepEqual(given.read(after), given.read(before), "others stay");
  assert.equal(text(removeEntry(after, given.entry, given.format)), before, "taken out again");
}

const word = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/).filter((it) => it !== "agent-handoff");
const ending = fc.constantFrom("\n", "\r\n");
const mark = fc.constantFrom("", "\uFEFF");
const gap = fc.constantFrom(
  "",
  " ",
  "  ",
  " // why",
  " /* x */",
  "\n",
  "\n\n  ",
  "\n// alone\n",
  "\t",
);

/** JSON with the spaces, comments and commas that people leave in it. */
const jsonValue = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("1", "-2.5e3", "true", "null", '"a // no comment"', '"\\u00e9"', "[]", "{}"),
    fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
    tie("object"),
  ),
  object: objectOf(tie("value")),
}));

function objectOf(value: fc.Arbitrary<string>, least = 0): fc.Arbitrary<string> {
  const member = fc.record({ key: word, value, before: gap, after: gap });
  return fc.record({
    members: fc.uniqueArray(member, { minLength: least, maxLength: 4, selector: (it) => it.key }),
    close: gap,
    trailing: fc.boolean(),
  }).map(({ members, close, trailing }) => {
    const written = members.map((it) =>
      `${line(it.before)}"${it.key}": ${it.value}${line(it.after)}`
    );
    const comma = trailing && members.length > 0 ? "," : "";
    return `{${written.join(",")}${comma}${line(close)}}`;
  });
}

/** A line comment swallows what follows it, so it needs its line ending. */
const line = (text: string): string =>
  text.includes("//") && !text.endsWith("\n") ? `${text}\n` : text;

const LENIENT: Format = { kind: "json", comments: true, trailingCommas: true };

function jsonOthers(key: string): (text: string) => unknown {
  return (given) => {
    const value = parseJsonText(given.replace("\uFEFF", ""), [], { allowTrailingComma: true });
    const { [key]: servers = {}, ...rest } = value as Record<string, Record<string, unknown>>;
    const { "agent-handoff": _, ...theirs } = servers;
    return { rest, theirs };
  };
}

Deno.test("upsertJson() and removeJson() keep others' text in files of any layout", () => {
  const servers = objectOf(jsonValue.value, 1);
  const file = fc.record({
    rest: objectOf(jsonValue.value, 1),
    servers: fc.option(servers),
    mark,
    ending,
    head: fc.constantFrom("", "// head\n", "\n"),
    tail: fc.constantFrom("", "\n", "\n// tail\n"),
  }).map(({ rest, servers, mark, ending, head, tail }) => {
    const body = servers === null ? rest : rest.replace("{", () => `{"mcpServers": ${servers},`);
    return mark + `${head}${body}${tail}`.replaceAll("\n", ending);
  });
  fc.assert(
    fc.property(file, (before) => {
      holds(before, { entry: entry("cursor"), format: LENIENT, read: jsonOthers("mcpServers") });
    }),
    RUNS,
  );
});

Deno.test("upsertJson() and removeJson() keep others' text in files printed by programs", () => {
  const file = fc.record({
    value: fc.dictionary(word, fc.jsonValue({ maxDepth: 2 }), { minKeys: 1, maxKeys: 4 }),
    servers: fc.option(
      fc.dictionary(word, fc.jsonValue({ maxDepth: 2 }), { minKeys: 1, maxKeys: 3 }),
    ),
    step: fc.constantFrom(0, 1, 2, 4, "\t"),
    ending,
  }).map(({ value, servers, step, ending }) => {
    const whole = servers === null ? value : { ...value, servers };
    return JSON.stringify(whole, null, step).replaceAll("\n", ending);
  });
  fc.assert(
    fc.property(file, (before) => {
      const plain = { kind: "json", comments: false, trailingCommas: false } as const;
      holds(before, { entry: entry("vscode"), format: plain, read: jsonOthers("servers") });
      JSON.parse(text(upsertEntry(before, entry("vscode"), plain)));
    }),
    RUNS,
  );
});

Deno.test("upsertToml() and removeToml() keep others' text in files of any layout", () => {
  const value = fc.constantFrom(
    "1",
    "0x1F",
    "1.0",
    "1979-05-27",
    '"a # b"',
    "'c:\\d'",
    "[1,\n  2, # two\n]",
    "{ a = 1 }",
  );
  const remark = fc.constantFrom("", " # why", "\n", "\n# alone", "  ");
  const pair = fc.record({ value, remark });
  const pairs = fc.dictionary(word, pair, { maxKeys: 3 }).map((given) =>
    Object.entries(given).map(([key, it]) => `${key} = ${it.value}${it.remark}\n`).join("")
  );
  const tables = fc.dictionary(word, pairs, { maxKeys: 3 }).map((given) =>
    Object.entries(given).map(([key, body]) => `[other_tables.${key}] # table\n${body}`).join("\n")
  );
  const servers = fc.oneof(
    fc.constant(""),
    fc.dictionary(word, pairs, { minKeys: 1, maxKeys: 3 }).map((given) =>
      Object.entries(given).map(([key, body]) => `[mcp_servers.${key}]\n${body}\n`).join("")
    ),
    pairs.map((body) => `[mcp_servers]\n${body}`),
  );
  const file = fc.record({ pairs, servers, tables, mark, ending, open: fc.boolean() }).map((it) => {
    const whole = `${it.pairs}${it.servers}${it.tables}`.replaceAll("\n", it.ending);
    return it.mark + (it.open ? whole.trimEnd() : whole);
  }).filter((file) => file.replace("\uFEFF", "").trim() !== "");
  const read = (given: string): unknown => {
    const whole = getStaticTOMLValue(parseTOML(given.replace("\uFEFF", "")));
    const { mcp_servers: servers = {}, ...rest } = whole as Record<string, Record<string, unknown>>;
    const { "agent-handoff": _, ...theirs } = servers;
    return { rest, theirs };
  };
  fc.assert(
    fc.property(file, (before) => {
      holds(before, { entry: entry("codex"), format: { kind: "toml" }, read });
    }),
    RUNS,
  );
});

Deno.test("upsertYaml() and removeYaml() keep others' text in lists of any layout", () => {
  const remark = fc.constantFrom("", " # why", "\n# alone", "\n");
  const value = fc.constantFrom(
    "1",
    "text",
    "'x: y'",
    "[a, b]",
    "{ a: 1 }",
    "!!js process.cwd()",
    "|\n        a\n        b",
    "\n        - a\n        - b",
  );
  const row = fc.record({ id: word, value, remark });
  const patch = fc.oneof(
    row.map((it) => `- id: ${it.id}${it.remark}\n  config:\n    a: 1\n`),
    fc.array(row, { minLength: 1, maxLength: 3 }).map((rows) =>
      `- insert:\n${
        rows.map((it) => `    - id: ${it.id}\n      config: ${it.value}${it.remark}\n`).join("")
      }`
    ),
  );
  const file = fc.record({
    patches: fc.array(patch, { minLength: 1, maxLength: 4 }),
    head: fc.constantFrom("", "# head\n", "---\n"),
    tail: fc.constantFrom("", "# tail\n", "\n\n", "...\n"),
    mark,
    ending,
    open: fc.boolean(),
  }).map((it) => {
    const whole = `${it.head}${it.patches.join("")}${it.tail}`;
    return it.mark + (it.open ? whole.trimEnd() : whole).replaceAll("\n", it.ending);
  });
  const read = (given: string): unknown => {
    const list = parseYaml(given.replace("\uFEFF", ""), { logLevel: "error" }) as {
      insert?: { id: string }[];
    }[];
    return list.filter((patch) => patch.insert?.[0]?.id !== "mcp-agent-handoff");
  };
  fc.assert(
    fc.property(file, (before) => {
      holds(before, { entry: entry("dsh"), format: { kind: "yaml" }, read });
    }),
    RUNS,
  );
});
