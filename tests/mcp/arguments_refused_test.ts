// What the tools refuse, value by value, and what a refusal says: the field, the value, what would be taken.
import assert from "node:assert/strict";
import { parseArguments } from "../../lib/mcp/arguments.ts";
import { catalog } from "../../lib/mcp/catalog.ts";
import { claimTool } from "../../lib/mcp/tools/claim_handoff.ts";
import { createTool } from "../../lib/mcp/tools/create_handoff.ts";
import { listTool } from "../../lib/mcp/tools/list_handoffs.ts";
import { passTool } from "../../lib/mcp/tools/pass_handoff.ts";
import { showTool } from "../../lib/mcp/tools/show_handoff.ts";
import { updateTool } from "../../lib/mcp/tools/update_handoff.ts";
import type { Tool } from "../../lib/mcp/tool.ts";
import { factsOf } from "./parsing.ts";

const task = { title: "Parse dates", objective: "All tests pass" };
const pass = { task_id: "0a1b2c3d4e", summary: "Half done", next_action: "Do the rest" };

/** A value that is refused, and what the refusal says would be taken. */
const refused: readonly [Tool, Record<string, unknown>, string, string, readonly unknown[]][] = [
  [createTool, task, "max_handoffs", "a whole number from 0 to 16", [
    ...["two", 2.5, true, -1, 17, "1e400", 9e15, NaN, "NaN", Infinity, "0x2", "2,0", [2], {}],
  ]],
  [claimTool, {}, "lease_minutes", "a whole number from 1 to 1440", [
    ...[0, "0", 1441, "two", 2.5, "2.5", true, -1, "1e400", 9e15, "NaN"],
  ]],
  [showTool, { task_id: "0a1b" }, "history", "a whole number from 0 to 200", [201, -1, "all"]],
  [showTool, { task_id: "0a1b" }, "before", "a whole number from 1 on", [0, 2 ** 53, "x"]],
  [createTool, task, "priority", "one of low, normal, high, urgent", ["highest", 1, true, [
    "high",
  ]]],
  [
    listTool,
    {},
    "status",
    "one of open, mine, all, active, queued, in_review, needs_person, " +
    "completed, cancelled",
    ["opened", 0, {}],
  ],
  [createTool, task, "title", "text of 1 to 200 characters", [7, true, ["a"], {}, "a".repeat(201)]],
  [createTool, task, "objective", "text of 1 to 8,000 characters", ["a".repeat(8001)]],
  [createTool, task, "title", "text of 1 to 200 characters, without U+0000", ["a\0b", "\0"]],
  [passTool, pass, "next_action", "text of 1 to 2,000 characters", ["a".repeat(2001)]],
  [claimTool, {}, "request_id", "an id of your own of 1 to 64 characters", [
    "a".repeat(65),
    {},
    1.5,
  ]],
  [
    claimTool,
    {},
    "task_id",
    "the id of a task, or its first 4 or more digits",
    [true, {}, ["0a1b"], 1.5, "a".repeat(65)],
  ],
  [passTool, pass, "lease_token", "the lease_token that claim_handoff gave, or nothing", [
    ...["7", "7-short", 7, "7-ABCDEFGHIJKLMNOPQRS1"],
  ]],
];

for (const [tool, base, field, accepted, values] of refused) {
  for (const given of values) {
    const shown = typeof given === "string" && given.length > 20
      ? `of ${given.length} characters`
      : typeof given === "number"
      ? String(given)
      : JSON.stringify(given);
    Deno.test(`${tool.name} refuses ${field} ${shown}, naming field and range`, () => {
      const facts = factsOf(parseArguments(tool, { ...base, [field]: given }));
      assert.equal(facts.field, field);
      assert.equal(facts.accepted, accepted);
    });
  }
}

for (const name of ["person", "any", "none", "null", "Claude Code", "-x", "a".repeat(65), "é", 7]) {
  Deno.test(`claim_handoff refuses ${JSON.stringify(name)} as the caller's name`, () => {
    const facts = factsOf(parseArguments(claimTool, { agent: name }));
    assert.equal(facts.field, "agent");
    assert.match(facts.accepted, /^a name of 1 to 64 lower-case letters, digits and \. _ @ \/ -/);
  });
}

for (const tool of [createTool, updateTool]) {
  Deno.test(`${tool.name} refuses a person as target: only a pass asks one`, () => {
    const base = tool === createTool ? task : { task_id: "0a1b", expected_version: 1 };
    const facts = factsOf(parseArguments(tool, { ...base, target_agent: "person" }));
    assert.equal(facts.field, "target_agent");
  });
}

for (const title of ["", "   ", "\n\t", "\u200b\u2060", null, undefined]) {
  Deno.test(`create_handoff refuses a blank title by name: ${JSON.stringify(title)}`, () => {
    const facts = factsOf(parseArguments(createTool, { ...task, title }));
    assert.deepEqual(facts, { field: "title", accepted: "text of 1 to 200 characters" });
  });
}

for (const tool of catalog) {
  for (const { name } of tool.fields.filter((field) => field.required)) {
    Deno.test(`${tool.name} names ${name} where it is missing and everything else is there`, () => {
      const others = tool.fields.filter((field) => field.required && field.name !== name);
      const given = Object.fromEntries(others.map((field) => [field.name, sample(field)]));
      assert.equal(factsOf(parseArguments(tool, given)).field, name);
    });
  }
}

function sample({ form }: Tool["fields"][number]): unknown {
  if (form.kind === "choice") return form.choices[0];
  return form.kind === "integer" ? form.least : "0a1b";
}

Deno.test("parseArguments() refuses an unknown argument, naming the known ones and the nearest", () => {
  const facts = factsOf(parseArguments(claimTool, { taskId: "0a1b" }));
  assert.deepEqual(facts, {
    field: "taskId",
    accepted: "only task_id?, agent?, lease_minutes?, request_id?; the nearest is task_id",
  });
});

Deno.test("parseArguments() offers no nearest argument where none is near", () => {
  const { accepted } = factsOf(parseArguments(createTool, { ...task, colour: "red" }));
  assert.match(accepted, /^only title, objective, constraints\?, .*request_id\?$/);
});

Deno.test("parseArguments() refuses an unknown argument even where its value is null", () => {
  assert.equal(factsOf(parseArguments(listTool, { statuses: null })).field, "statuses");
});

Deno.test("parseArguments() refuses names that objects have by birth", () => {
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    const given = JSON.parse(`{"${name}": {"title": "x"}}`);
    assert.equal(factsOf(parseArguments(listTool, given)).field, name);
  }
});

Deno.test("parseArguments() tells of an unknown argument before a missing one, then in their order", () => {
  assert.equal(factsOf(parseArguments(passTool, { sumary: "x" })).field, "sumary");
  assert.equal(factsOf(parseArguments(passTool, { next_action: 7 })).field, "task_id");
  assert.equal(
    factsOf(parseArguments(passTool, { ...pass, summary: 7, next_action: 7 })).field,
    "summary",
  );
});

for (const given of [[], ["title"], "title", 7, true, () => {}, Symbol("x"), 7n]) {
  Deno.test(`parseArguments() refuses arguments that are no object: ${String(given)}`, () => {
    const facts = factsOf(parseArguments(showTool, given));
    assert.equal(facts.field, "arguments");
    assert.equal(facts.accepted, "an object with task_id, history?, before?");
  });
}

Deno.test("parseArguments() echoes a long value shortened to 80 whole characters", () => {
  const facts = factsOf(parseArguments(createTool, { ...task, title: "\u{1f600}".repeat(201) }));
  assert.equal(facts.value, "\u{1f600}".repeat(79) + "…");
});

Deno.test("parseArguments() echoes neither U+0000 nor a lone surrogate", () => {
  const facts = factsOf(parseArguments(createTool, { ...task, title: "\0\ud83d" }));
  assert.equal(facts.value, "\u2400\ufffd");
});

Deno.test("parseArguments() never echoes a lease token", () => {
  const facts = factsOf(parseArguments(passTool, { ...pass, lease_token: "7-secret" }));
  assert.ok(!("value" in facts));
});

Deno.test("parseArguments() echoes the item of a list that is wrong, blank ones before it or not", () => {
  const given = { ...task, plan: ["", "Read", null, 7] };
  const facts = factsOf(parseArguments(createTool, given));
  assert.equal(facts.value, "7");
});

Deno.test("parseArguments() names the item of a list that is wrong", () => {
  const files = ["a.ts", "b".repeat(1025)];
  const facts = factsOf(parseArguments(passTool, { ...pass, changed_files: files }));
  assert.equal(facts.field, "changed_files");
  assert.match(facts.value!, /^b+…$/);
  assert.equal(facts.accepted, "text of 1 to 1,024 characters");
});

const lists: readonly [Tool, Record<string, unknown>, string, readonly unknown[]][] = [
  [passTool, pass, "changed_files", [
    ...[7, true, {}, [7], [["a.ts"]], "[1]", Array(201).fill("a"), "a\n".repeat(201)],
  ]],
  [createTool, task, "depends_on", [{}, [{}], Array(51).fill("0a1b")]],
  [createTool, task, "plan", [7, ["a".repeat(501)], Array(101).fill("a")]],
  [updateTool, { task_id: "0a1b", expected_version: 1 }, "clear", ["title", ["plan", "x"], 7]],
];

for (const [tool, base, field, values] of lists) {
  for (const given of values) {
    const shown = JSON.stringify(given).slice(0, 30);
    Deno.test(`${tool.name} refuses ${field} ${shown}`, () => {
      assert.equal(factsOf(parseArguments(tool, { ...base, [field]: given })).field, field);
    });
  }
}
