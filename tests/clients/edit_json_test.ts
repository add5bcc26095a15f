// Holds the JSON editor to leaving every other character alone.
import assert from "node:assert/strict";
import { findJson, removeJson, upsertJson } from "../../lib/clients/edit_json.ts";
import { entry, refusal, text } from "./sample.ts";

const LENIENT = { kind: "json", comments: true, trailingCommas: true } as const;
const PLAIN = { kind: "json", comments: false, trailingCommas: false } as const;
const cursor = entry("cursor");
const claude = entry("claude-code", "project");

Deno.test("upsertJson() writes a fresh file where the text is empty", () => {
  assert.equal(
    text(upsertJson("", claude, PLAIN)),
    `{
  "mcpServers": {
    "agent-handoff": {
      "type": "stdio",
      "command": "agent-handoff",
      "args": ["serve"]
    }
  }
}
`,
  );
  assert.equal(text(upsertJson(" \n", claude, PLAIN)), text(upsertJson("", claude, PLAIN)));
});

Deno.test("upsertJson() writes the file's other first keys where the client wants them", () => {
  const fresh = JSON.parse(text(upsertJson("", entry("opencode"), LENIENT)));
  assert.deepEqual(fresh, {
    $schema: "https://opencode.ai/config.json",
    mcp: {
      "agent-handoff": {
        type: "local",
        command: ["agent-handoff", "serve"],
        environment: { AGENT_HANDOFF_AGENT: "opencode" },
        enabled: true,
      },
    },
  });
});

Deno.test("upsertJson() keeps comments, tabs and trailing commas, and moves no comment to our entry", () => {
  const before = `// settings of the team
{
\t"other": 1, // one
\t"mcpServers": {
\t\t"files": {"command": "npx", "args": ["-y", "files"],}, // theirs
\t\t/* second */ "web": { "url": "https://example.org" } // also theirs
\t\t// more to come
\t}, // end
}
`;
  const after = text(upsertJson(before, cursor, LENIENT));
  assert.equal(
    after,
    before.replace(
      `} // also theirs\n`,
      `}, // also theirs
\t\t"agent-handoff": {
\t\t\t"type": "stdio",
\t\t\t"command": "agent-handoff",
\t\t\t"args": ["serve"],
\t\t\t"env": {
\t\t\t\t"AGENT_HANDOFF_AGENT": "cursor"
\t\t\t}
\t\t}\n`,
    ),
  );
  assert.equal(text(removeJson(after, cursor, LENIENT)), before);
});

Deno.test("upsertJson() keeps a byte order mark, CRLF and a missing last line ending", () => {
  const before = '\uFEFF{\r\n    "a": true\r\n}';
  const after = text(upsertJson(before, cursor, LENIENT));
  assert.ok(
    after.startsWith('\uFEFF{\r\n    "a": true,\r\n    "mcpServers": {\r\n        "agent-'),
  );
  assert.ok(!/[^\r]\n/.test(after));
  assert.ok(after.endsWith("\r\n}"));
  assert.equal(text(removeJson(after, cursor, LENIENT)), before);
});

Deno.test("upsertJson() keeps a file of one line on one line", () => {
  const before = '{"mcpServers":{"files":{"command":"npx"}},"x":[1,2]}';
  const after = text(upsertJson(before, claude, PLAIN));
  assert.ok(!after.includes("\n"));
  assert.deepEqual(Object.keys(JSON.parse(after).mcpServers), ["files", "agent-handoff"]);
  assert.equal(text(removeJson(after, claude, PLAIN)), before);
});

Deno.test("upsertJson() corrects only how the program is started when our entry is there", () => {
  const before = `{
  "mcpServers": {
    "agent-handoff": {
      "args": ["serve", "--root", "/data"], // mine
      "timeout": 90000,
      "command": "/old/agent-handoff",
      "alwaysLoad": true,
      "env": { "AGENT_HANDOFF_AGENT": "me" }
    },
    "z": {}
  }
}
`;
  const after = text(upsertJson(before, cursor, LENIENT));
  assert.equal(after, before.replace("/old/agent-handoff", "agent-handoff"));
});

Deno.test("upsertJson() replaces the arguments before serve and keeps those after it", () => {
  const launch = { command: "deno", args: ["run", "main.ts", "serve"] };
  const before =
    '{"mcpServers":{"agent-handoff":{"command":"x","args":["y","serve","--root","/d"]}}}';
  const after = JSON.parse(text(upsertJson(before, { ...cursor, launch }, PLAIN)));
  assert.deepEqual(after.mcpServers["agent-handoff"], {
    command: "deno",
    args: ["run", "main.ts", "serve", "--root", "/d"],
  });
});

Deno.test("upsertJson() adds the launch to an entry that has none", () => {
  const before = '{\n  "mcpServers": {\n    "agent-handoff": {}\n  }\n}\n';
  const after = JSON.parse(text(upsertJson(before, cursor, LENIENT)));
  assert.deepEqual(after.mcpServers["agent-handoff"], {
    command: "agent-handoff",
    args: ["serve"],
  });
});

Deno.test("upsertJson() refuses with the line what the client could not read", () => {
  const cases: [string, number][] = [
    ['{\n  "a": 1\n  "b": 2\n}\n', 3],
    ['{\n  "a": "x\n}\n', 2],
    ['{\n  "mcpServers": {\n', 3],
    ['{\n  "a": nope\n}\n', 2],
    ["{} {}\n", 1],
    ["<<<<<<< HEAD\n{}\n", 1],
  ];
  for (const [given, line] of cases) {
    assert.equal(refusal(upsertJson(given, cursor, LENIENT)).line, line, given);
    assert.equal(refusal(removeJson(given, cursor, LENIENT)).line, line, given);
  }
});

Deno.test("upsertJson() refuses comments and trailing commas only for a client that cannot read them", () => {
  const comment = '{\n  // why\n  "a": 1\n}\n';
  const comma = '{\n  "a": 1,\n}\n';
  const some = { kind: "json", comments: true, trailingCommas: false } as const;
  assert.equal(refusal(upsertJson(comment, claude, PLAIN)).line, 2);
  assert.match(refusal(upsertJson(comment, claude, PLAIN)).reason, /comment/);
  assert.equal(upsertJson(comment, claude, some).kind, "edited");
  assert.equal(refusal(upsertJson(comma, claude, some)).line, 3);
  assert.equal(upsertJson(comma, claude, LENIENT).kind, "edited");
});

Deno.test("upsertJson() refuses a key on our way that stands twice, and leaves other doubles alone", () => {
  const twice = '{\n  "mcpServers": {},\n  "mcpServers": {}\n}';
  assert.deepEqual(refusal(upsertJson(twice, cursor, LENIENT)), {
    kind: "refused",
    line: 3,
    reason: '"mcpServers" stands here a second time',
  });
  const others = '{"a": 1, "a": 2, "mcpServers": {"x": {}, "x": {}}}';
  const after = text(upsertJson(others, cursor, LENIENT));
  assert.equal(text(removeJson(after, cursor, LENIENT)), others);
});

Deno.test("upsertJson() refuses a table of servers or an entry that is no object", () => {
  assert.equal(refusal(upsertJson('{"mcpServers": []}', cursor, LENIENT)).line, 1);
  assert.equal(refusal(upsertJson("[]", cursor, LENIENT)).reason, "The file is not an object");
  const entryText = '{"mcpServers":\n {"agent-handoff": "on"}}';
  assert.equal(refusal(upsertJson(entryText, cursor, LENIENT)).line, 2);
});

Deno.test("upsertJson() refuses an entry under our name that connects to an address", () => {
  const before = '{"mcpServers": {"agent-handoff": {"url": "https://example.org/mcp"}}}';
  assert.match(refusal(upsertJson(before, cursor, LENIENT)).reason, /https:\/\/example\.org\/mcp/);
});

Deno.test("removeJson() empties a file that held nothing but our entry", () => {
  for (const id of ["cursor", "opencode"] as const) {
    assert.equal(
      text(removeJson(text(upsertJson("", entry(id), LENIENT)), entry(id), LENIENT)),
      "",
    );
  }
});

Deno.test("removeJson() keeps a file whose only rest is a comment", () => {
  assert.equal(
    text(removeJson('{\n  // note\n  "mcpServers": {"agent-handoff": {}}\n}\n', cursor, LENIENT)),
    "{\n  // note\n}\n",
  );
});

Deno.test("removeJson() takes every double of our entry and mends the commas", () => {
  const before = '{"mcpServers": {"agent-handoff": {}, "x": {}, "agent-handoff": {}}}';
  assert.equal(text(removeJson(before, cursor, PLAIN)), '{"mcpServers": {"x": {}}}');
  const first = '{\n  "mcpServers": {\n    "agent-handoff": {},\n    "x": {}\n  }\n}';
  assert.equal(text(removeJson(first, cursor, PLAIN)), '{\n  "mcpServers": {\n    "x": {}\n  }\n}');
});

Deno.test("removeJson() changes nothing in a file without our entry", () => {
  for (const given of ["", "{}", '{ "mcpServers": {} }', '{"a":[1 , 2]}']) {
    assert.equal(text(removeJson(given, cursor, LENIENT)), given);
  }
});

Deno.test("findJson() gives our entry with its line", () => {
  const given = '{\n  "mcpServers": {\n    "agent-handoff": {"command": "x"}\n  }\n}';
  assert.deepEqual(findJson(given, ["mcpServers"], PLAIN), {
    kind: "found",
    fields: { command: "x" },
    line: 3,
  });
  assert.deepEqual(findJson("", ["mcpServers"], PLAIN), { kind: "found" });
});
