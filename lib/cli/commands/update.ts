// `update`: corrects a task that nobody else holds.
import { updateTool } from "../../mcp/tools/update_handoff.ts";
import type { Command } from "../command.ts";
import { toolCommand } from "../tool_command.ts";
import { printDone } from "../told.ts";

/** Corrects a task, or cancels it as its creator or holder. */
export const command: Command = toolCommand({
  name: "update",
  tool: updateTool,
  part: "anyone",
  words: { target_agent: "Who may claim it; anyone clears it" },
  examples: [
    {
      line: "update 3f9a --expected-version 2 --priority high --target-agent codex",
      does: "more pressing, and for codex",
    },
    { line: "update 3f9a --expected-version 2 --clear depends_on", does: "waits for nothing" },
  ],
  print: printDone("Updated task"),
});
