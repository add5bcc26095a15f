// `wait`: until there is something to claim or to review.
import { waitTool } from "../../mcp/tools/wait_handoff.ts";
import type { Command } from "../command.ts";
import { toolCommand } from "../tool_command.ts";

/** Waits until the agent could claim a task or owes a review; claims nothing. */
export const command: Command = toolCommand({
  name: "wait",
  tool: waitTool,
  part: "holder",
  examples: [
    { line: "wait --agent codex --timeout-seconds 50", does: "for at most 50 seconds" },
  ],
  print: (body, output) => {
    output.print(
      body.ready ? `Ready: task ${body.task_id}, ${body.why}` : "Nothing yet: the time is over",
    );
  },
});
