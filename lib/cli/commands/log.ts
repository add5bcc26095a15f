// `log`: one journal entry.
import { logTool } from "../../mcp/tools/log_handoff.ts";
import type { Command } from "../command.ts";
import { toolCommand } from "../tool_command.ts";
import { printDone } from "../told.ts";

/** Writes a journal entry; by the holder it also renews the lease. */
export const command: Command = toolCommand({
  name: "log",
  tool: logTool,
  part: "anyone",
  about:
    "Adds an entry to a task's journal. The holder's also renews the lease; anyone else's is a " +
    "note. Decisions, open blockers and the last checkpoint stand in every brief.",
  examples: [
    {
      line: 'log 3f9a --kind decision --text "Keep the old endpoint until May"',
      does: "a person's note",
    },
    {
      line: "log 3f9a --agent codex --kind test --text @result.txt --steps-done 1,2",
      does: "the holder's entry, two steps of the plan done",
    },
  ],
  print: printDone("Logged to task"),
});
