// `renew`: makes the lease longer.
import { renewTool } from "../../mcp/tools/renew_handoff.ts";
import type { Command } from "../command.ts";
import { toolCommand } from "../tool_command.ts";
import { printDone } from "../told.ts";

/** Makes the holder's lease longer, counted from now. */
export const command: Command = toolCommand({
  name: "renew",
  tool: renewTool,
  part: "holder",
  examples: [
    { line: "renew 3f9a --agent codex --lease-token 7-…", does: "the lease's own length again" },
  ],
  print: printDone("Renewed the lease for task"),
});
