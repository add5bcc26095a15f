// Makes the protocol's result of a reply. Each of its two bodies is complete, since some clients show the
// model only the text and others only the structured part, and on errors the other way round.
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Reply } from "../ledger/actions.ts";

/** The result of a call: text and structured content tell the same; refusals are marked as errors. */
export function toolResult(reply: Reply): CallToolResult {
  return {
    content: [{ type: "text", text: reply.text }],
    structuredContent: reply.body,
    ...(reply.refused && { isError: true }),
  };
}
