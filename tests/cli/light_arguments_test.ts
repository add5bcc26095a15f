// The quick reader of list and show takes and refuses exactly what the server's does.
import { deepEqual } from "node:assert/strict";
import { readArguments } from "../../lib/cli/light_arguments.ts";
import { parseArguments } from "../../lib/mcp/arguments.ts";
import { listTool } from "../../lib/mcp/tools/list_handoffs.ts";
import { showTool } from "../../lib/mcp/tools/show_handoff.ts";

const values = [
  ...["open", " OPEN ", "done", "", "   ", "\u200b", "2", " 2 ", "2.0", "2.00", "-0", "2.5", "two"],
  ...["0", "1", "100", "101", "200", "201", "1e3", "99999999999999999999", "-1", "NaN", "null"],
  ...["codex", " Codex ", "person", "none", "a b", "x".repeat(64), "x".repeat(65), "-x", "a\0b"],
  ...["3F9A", " abcd ", "0123456789", "\ud83d", "a\udc00", "\0", "é".repeat(500), "x".repeat(501)],
  ...["👍".repeat(200), "👍".repeat(201), "x".repeat(5000), "a\nb", "\tx\t"],
];

for (const tool of [listTool, showTool]) {
  for (const field of tool.fields) {
    Deno.test(`readArguments() reads ${field.name} of ${tool.name} as parseArguments() does`, () => {
      for (const value of values) {
        const given = { ...(tool === showTool && { task_id: "abcd" }), [field.name]: value };
        deepEqual(
          readArguments(tool.fields, given),
          parseArguments(tool, given),
          JSON.stringify(value),
        );
      }
      const nothing = {};
      deepEqual(readArguments(tool.fields, nothing), parseArguments(tool, nothing));
    });
  }
}
