// `claim`: takes the writer lease and prints the brief and the token.
import type { Body } from "../../ledger/view.ts";
import { claimTool } from "../../mcp/tools/claim_handoff.ts";
import type { Command } from "../command.ts";
import type { Output } from "../output.ts";
import { printTask } from "../task_page.ts";
import { toolCommand } from "../tool_command.ts";

/** Takes the lease; the token that proves it is printed last. */
export const command: Command = toolCommand({
  name: "claim",
  tool: claimTool,
  part: "holder",
  about: "Takes the workspace's only writer lease and prints the brief and the lease token. Give " +
    "the token to later commands with --lease-token or in AGENT_HANDOFF_LEASE, unless the " +
    "environment names the session (AGENT_HANDOFF_SESSION or the agent's own variable).",
  examples: [
    { line: "claim --agent codex", does: "the best task for codex" },
    { line: "claim 3f9a --agent codex --lease-minutes 30", does: "that task, for half an hour" },
  ],
  print: (body, output) => {
    printTask(body, { output, now: Date.now() });
    printToken(body, output);
  },
});

function printToken(body: Body, output: Output): void {
  if (body.lease_token === undefined) return;
  output.print(`\n${output.paint("Lease token", "bold")}  ${body.lease_token}`);
}
