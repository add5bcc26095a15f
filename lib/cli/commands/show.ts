// `show`: one task with its brief and history.
import { showTool } from "../../mcp/tools/show_handoff.ts";
import type { ShowRequest } from "../../ledger/requests.ts";
import type { Command } from "../command.ts";
import { readArguments } from "../light_arguments.ts";
import { printTask } from "../task_page.ts";
import { toolCommand } from "../tool_command.ts";

/** Shows a task: the brief first, then the history as a timeline. */
export const command: Command = toolCommand({
  name: "show",
  tool: showTool,
  part: "reader",
  light: {
    read: readArguments,
    run: async (call, request) => {
      const { showHandoff } = await import("../../ledger/reads.ts");
      // Sound because the fields it was read by are held to the request where the tool is written down.
      return await showHandoff(call, request as unknown as ShowRequest);
    },
  },
  about: "Shows a task: its brief first, then its newest events as a timeline, the newest last. " +
    "Indented texts are what agents and people stored.",
  examples: [
    { line: "show 3f9a", does: "the task whose id begins with 3f9a" },
    { line: "show 3f9a --history 100", does: "with its 100 newest events" },
  ],
  print: (body, output) => printTask(body, { output, now: Date.now() }),
});
