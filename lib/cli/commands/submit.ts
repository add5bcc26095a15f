// `submit`: asks for a review.
import { submitTool } from "../../mcp/tools/submit_handoff.ts";
import type { Command } from "../command.ts";
import { toolCommand } from "../tool_command.ts";
import { printDone } from "../told.ts";

/** Frees the lease and asks another agent for a verdict. */
export const command: Command = toolCommand({
  name: "submit",
  tool: submitTool,
  part: "holder",
  examples: [
    {
      line: "submit 3f9a --agent codex --summary @notes.md --reviewer claude-code",
      does: "asks claude-code for a verdict",
    },
  ],
  print: printDone("Submitted task"),
});
