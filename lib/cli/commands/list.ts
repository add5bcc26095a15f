// `list`: the tasks and who holds the lease.
import { listTool } from "../../mcp/tools/list_handoffs.ts";
import type { ListRequest } from "../../ledger/requests.ts";
import type { Command } from "../command.ts";
import { readArguments } from "../light_arguments.ts";
import { printList } from "../list_page.ts";
import { toolCommand } from "../tool_command.ts";

/** Lists tasks in claim order; the first line tells who holds the lease. */
export const command: Command = toolCommand({
  name: "list",
  tool: listTool,
  part: "reader",
  light: {
    read: readArguments,
    run: async (call, request) => {
      const { listHandoffs } = await import("../../ledger/reads.ts");
      // Sound because the fields it was read by are held to the request where the tool is written down.
      return await listHandoffs(call, request as unknown as ListRequest);
    },
  },
  about: "Lists tasks in claim order, the active one first. The first line tells who holds the " +
    "writer lease and for how long. In a pipe each task is one line, its cells parted by tabs.",
  words: {
    agent: "Whose tasks mine means; default: the agent whose mark the environment bears",
    query: 'Words, "phrases" and beginnings* to find: all of them in texts of the task',
  },
  examples: [
    { line: "list", does: "the open tasks" },
    { line: "list --status needs_person", does: "those that wait for a person" },
    { line: "list --status all --json", does: "every task, as JSON" },
    { line: 'list --query "lease import*"', does: "open tasks whose texts hold both words" },
  ],
  print: (body, output) => printList(body, { output, now: Date.now() }),
});
