// What the tools cost a model's context: names, descriptions, input schemas and the server's instructions.
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { offered, type ToolSet } from "../lib/mcp/catalog.ts";
import { allInstructions, instructions } from "../lib/mcp/instructions.ts";

/** Tokens in the o200k encoding. */
export function toolTokens(set: ToolSet = "all"): number {
  const tools = offered(set).map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  return encode(JSON.stringify(tools)).length +
    encode(set === "core" ? instructions : allInstructions).length;
}
