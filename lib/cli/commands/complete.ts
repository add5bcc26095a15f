// `complete`: ends the work on a task.
import { completeTool } from "../../mcp/tools/complete_handoff.ts";
import type { Command } from "../command.ts";
import { toolCommand } from "../tool_command.ts";
import { printDone } from "../told.ts";

/** Ends a task as done and frees the lease. */
export const command: Command = toolCommand({
  name: "complete",
  tool: completeTool,
  part: "holder",
  examples: [
    {
      line:
        'complete 3f9a --agent codex --summary "Done, tests pass" --changed-files src/a.ts,src/b.ts',
      does: "ends the task",
    },
  ],
  print: printDone("Completed task"),
});
