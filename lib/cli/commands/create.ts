// `create`: a new queued task.
import { createTool } from "../../mcp/tools/create_handoff.ts";
import type { Command } from "../command.ts";
import { toolCommand } from "../tool_command.ts";
import { printDone } from "../told.ts";

/** Makes a task; it alone makes a ledger where there is none. */
export const command: Command = toolCommand({
  name: "create",
  tool: createTool,
  part: "anyone",
  positional: { field: "title", name: "TITLE" },
  about:
    "Queues a task, and makes the ledger where there is none. Without an agent's mark or name " +
    "it is recorded as a person's.",
  words: { agent: "The agent that creates it; default: the one whose mark the environment bears" },
  examples: [
    {
      line: 'create "Fix the login page" --objective "Signing in works again, with a test"',
      does: "a task for anyone",
    },
    {
      line: "create --title=-v --objective @task.md --target-agent codex",
      does: "a title that begins with -, an objective from a file, a task for codex",
    },
  ],
  print: printDone("Created task"),
});
