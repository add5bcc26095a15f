// What the tools cost in every conversation: names, descriptions, input schemas and instructions.
import assert from "node:assert/strict";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { catalog, coreTools, offered } from "../../lib/mcp/catalog.ts";
import { allInstructions, instructions } from "../../lib/mcp/instructions.ts";
import type { Tool } from "../../lib/mcp/tool.ts";

function tokens(tools: readonly Tool[]): number {
  const listed = tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  const told = tools === catalog ? allInstructions : instructions;
  return encode(JSON.stringify(listed)).length + encode(told).length;
}

Deno.test("the seven core tools and the instructions cost at most 1,500 tokens", () => {
  assert.equal(offered("core").length, 7);
  assert.ok(tokens(offered("core")) <= 1500, `${tokens(offered("core"))} tokens`);
  assert.ok(tokens(coreTools) <= 1500, `${tokens(coreTools)} tokens with every argument`);
});

Deno.test("all twelve tools with every argument and the instructions cost at most 2,800 tokens", () => {
  assert.equal(catalog.length, 12);
  assert.ok(tokens(catalog) <= 2800, `${tokens(catalog)} tokens`);
});
