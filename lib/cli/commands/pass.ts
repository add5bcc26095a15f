// `pass`: hands a task on.
import { passTool } from "../../mcp/tools/pass_handoff.ts";
import type { Command } from "../command.ts";
import { toolCommand } from "../tool_command.ts";
import { printDone } from "../told.ts";

/** Saves the brief, frees the lease and queues the task for the next agent, or asks a person. */
export const command: Command = toolCommand({
  name: "pass",
  tool: passTool,
  part: "holder",
  examples: [
    {
      line: 'pass 3f9a --agent codex --summary @notes.md --next-action "Write the test"',
      does: "to anyone, the summary from a file",
    },
    {
      line:
        'pass 3f9a --agent codex --summary - --next-action "Which database?" --target-agent person',
      does: "asks a person, the summary from standard input",
    },
  ],
  print: printDone("Passed task"),
});
