// What the tools take, value by value: strict in meaning, lenient in form. What they refuse stands beside.
import assert from "node:assert/strict";
import { parseArguments } from "../../lib/mcp/arguments.ts";
import { claimTool } from "../../lib/mcp/tools/claim_handoff.ts";
import { createTool } from "../../lib/mcp/tools/create_handoff.ts";
import { listTool } from "../../lib/mcp/tools/list_handoffs.ts";
import { logTool } from "../../lib/mcp/tools/log_handoff.ts";
import { passTool } from "../../lib/mcp/tools/pass_handoff.ts";
import { updateTool } from "../../lib/mcp/tools/update_handoff.ts";
import type { Tool } from "../../lib/mcp/tool.ts";
import { requestOf } from "./parsing.ts";

const task = { title: "Parse dates", objective: "All tests pass" };
const pass = { task_id: "0a1b2c3d4e", summary: "Half done", next_action: "Do the rest" };

/** A value of one argument and what a request then holds; `absent` where it holds nothing. */
interface Taken {
  readonly tool: Tool;
  readonly base: Record<string, unknown>;
  readonly field: string;
  readonly key: string;
  readonly values: readonly (readonly [given: unknown, taken: unknown])[];
}

const absent = undefined;

const taken: Record<string, Taken> = {
  "a whole number also as digits in text": {
    tool: createTool,
    base: task,
    field: "max_handoffs",
    key: "maxHandoffs",
    values: [[2, 2], ["2", 2], [" 2 ", 2], ["2.0", 2], [2.0, 2], ["16.000", 16], [-0, 0], [
      "-0",
      0,
    ]],
  },
  "a blank number as absent": {
    tool: claimTool,
    base: {},
    field: "lease_minutes",
    key: "leaseMinutes",
    values: [["", absent], ["  ", absent], [null, absent], [undefined, absent], ["1440", 1440]],
  },
  "a choice without case, trimmed": {
    tool: createTool,
    base: task,
    field: "priority",
    key: "priority",
    values: [["high", "high"], [" HIGH\n", "high"], ["", absent], [null, absent]],
  },
  "an id without case, trimmed, and digits that came as a number": {
    tool: claimTool,
    base: {},
    field: "task_id",
    key: "taskId",
    values: [["0A1B2C3D4E", "0a1b2c3d4e"], [" 0a1b\t", "0a1b"], [1234567890, "1234567890"], [
      "",
      absent,
    ]],
  },
  "a request id trimmed, with its case": {
    tool: claimTool,
    base: {},
    field: "request_id",
    key: "requestId",
    values: [["  Retry-7 ", "Retry-7"], [7, "7"], ["", absent], ["é".repeat(64), "é".repeat(64)]],
  },
  "a target's name in lower case, and nobody for every word that means nobody": {
    tool: createTool,
    base: task,
    field: "target_agent",
    key: "targetAgent",
    values: [
      ["codex", "codex"],
      [" Claude-Code ", "claude-code"],
      ["team/agent_1.x@home", "team/agent_1.x@home"],
      ["any", absent],
      ["Anyone", absent],
      ["NONE", absent],
      ["null", absent],
      ["", absent],
      ["  ", absent],
      [null, absent],
    ],
  },
  "a person as the target of a pass": {
    tool: passTool,
    base: pass,
    field: "target_agent",
    key: "targetAgent",
    values: [["person", "person"], [" Person ", "person"], ["any", absent]],
  },
  "a target of an update that names nobody as one to clear": {
    tool: updateTool,
    base: { task_id: "0a1b", expected_version: 3 },
    field: "target_agent",
    key: "targetAgent",
    values: [["any", ""], ["none", ""], ["codex", "codex"], ["null", absent], ["", absent]],
  },
  "the caller's own name in lower case": {
    tool: claimTool,
    base: {},
    field: "agent",
    key: "agent",
    values: [[" Codex ", "codex"], ["a".repeat(64), "a".repeat(64)], ["", absent], [null, absent]],
  },
  "paths as a list, as JSON text of a list, and as text": {
    tool: passTool,
    base: pass,
    field: "changed_files",
    key: "changedFiles",
    values: [
      ["", absent],
      [null, absent],
      [[], []],
      ["a.ts", ["a.ts"]],
      [["a.ts", "b, c.ts"], ["a.ts", "b, c.ts"]],
      ['["a.ts", "b.ts"]', ["a.ts", "b.ts"]],
      [' [ "a.ts" ] ', ["a.ts"]],
      ["a.ts\nb.ts\r\n\r\n  c, d.ts \n", ["a.ts", "b.ts", "c, d.ts"]],
      ["a.ts, b.ts,,c.ts", ["a.ts", "b.ts", "c.ts"]],
      ["a.ts\n", ["a.ts"]],
      ["[slug]/page.tsx", ["[slug]/page.tsx"]],
      ["[slug", ["[slug"]],
      [["a.ts", "", null, "  "], ["a.ts"]],
      ["[]", []],
    ],
  },
  "steps of a plan split at newlines, never at commas": {
    tool: createTool,
    base: task,
    field: "plan",
    key: "plan",
    values: [
      ["read, then write", ["read, then write"]],
      ["read, then\nwrite", ["read, then", "write"]],
      [["read, then", "write"], ["read, then", "write"]],
      ['["read, then", "write"]', ["read, then", "write"]],
    ],
  },
  "ids of dependencies in every form of a list": {
    tool: createTool,
    base: task,
    field: "depends_on",
    key: "dependsOn",
    values: [
      [["0A1B", 1234567890], ["0a1b", "1234567890"]],
      ["0A1B, 2c3d", ["0a1b", "2c3d"]],
      ["0a1b\n2c3d", ["0a1b", "2c3d"]],
    ],
  },
  "numbers of steps as numbers, digits and text": {
    tool: logTool,
    base: { task_id: "0a1b", kind: "progress", text: "Step done" },
    field: "steps_done",
    key: "stepsDone",
    values: [[[1, "2", "3.0"], [1, 2, 3]], ["1, 2", [1, 2]], ["[1,2]", [1, 2]], [3, [3]], ["3", [
      3,
    ]]],
  },
  "an event's number in a reference": {
    tool: logTool,
    base: { task_id: "0a1b", kind: "resolved", text: "It works" },
    field: "ref",
    key: "ref",
    values: [[17, "17"], ["npm test: 0", "npm test: 0"]],
  },
  "the fields to clear without case": {
    tool: updateTool,
    base: { task_id: "0a1b", expected_version: 3 },
    field: "clear",
    key: "clear",
    values: [["PLAN, constraints", ["plan", "constraints"]], [["plan"], ["plan"]]],
  },
  "an event's number of any size": {
    tool: listTool,
    base: {},
    field: "since",
    key: "since",
    values: [[0, 0], ["9007199254740991", 9007199254740991]],
  },
  "a text exactly as it is": {
    tool: createTool,
    base: { title: task.title },
    field: "objective",
    key: "objective",
    values: [
      [" a\r\n\tb ", " a\r\n\tb "],
      ["\u001b[2J\u0085\u200b.", "\u001b[2J\u0085\u200b."],
      ["e\u0301", "e\u0301"],
      ["\ud83d", "\ufffd"],
      ["\udc00x\ud83d\ude00", "\ufffdx\ud83d\ude00"],
    ],
  },
};

for (const [claim, { tool, base, field, key, values }] of Object.entries(taken)) {
  for (const [given, expected] of values) {
    Deno.test(`${tool.name} takes ${claim}: ${field} ${JSON.stringify(given)}`, () => {
      const request = requestOf(parseArguments(tool, { ...base, [field]: given }));
      if (expected === absent) assert.ok(!(key in request), `${key} is absent`);
      else assert.deepEqual(request[key], expected);
    });
  }
}

Deno.test("list_handoffs asks for the same without a status, with a blank and with a null one", () => {
  const requests = [{}, { status: "" }, { status: null }, { status: " " }, undefined, null]
    .map((given) => requestOf(parseArguments(listTool, given)));
  for (const request of requests) assert.deepEqual(request, {});
});

Deno.test("parseArguments() takes texts up to their limit in code points, never in halves", () => {
  const emoji = "\u{1f600}";
  for (const text of ["a", "é", emoji]) {
    for (const length of [199, 200]) {
      const title = text.repeat(length);
      assert.equal(requestOf(parseArguments(createTool, { ...task, title })).title, title);
    }
  }
});
