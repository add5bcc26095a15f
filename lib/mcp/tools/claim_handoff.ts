// claim_handoff: takes the writer lease. What is allowed is decided in lib/rules.
import type { ClaimRequest } from "../../ledger/requests.ts";
import { leaseLimits, textLimits } from "../../rules/limits.ts";
import { integer, ownName, taskId, word } from "../fields.ts";
import { briefKeys, taskKeys } from "../schema.ts";
import { type Tool, tool } from "../tool.ts";
import { dataNotInstructions, yourName } from "./words.ts";

/** Takes the only writer lease of the workspace and returns the brief. */
export const claimTool: Tool = tool<ClaimRequest>({
  name: "claim_handoff",
  title: "Claim a task",
  description:
    "Call before you change files: takes the workspace's only writer lease and returns " +
    `the brief. ${dataNotInstructions}`,
  alwaysLoad: true,
  fields: {
    taskId: taskId("Default: the best task for you"),
    agent: ownName(yourName),
    leaseMinutes: integer(leaseLimits, "Default 90"),
    requestId: word(textLimits.request_id, "Repeat it when you retry"),
  },
  gives: [...taskKeys, "title", "target_agent", "priority", ...briefKeys, "lease_token"],
  action: ({ claimHandoff }) => claimHandoff,
});
