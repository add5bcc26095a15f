// renew_handoff: makes the holder's lease longer. What is allowed is decided in lib/rules.
import type { RenewRequest } from "../../ledger/requests.ts";
import { leaseLimits } from "../../rules/limits.ts";
import { integer, leaseToken, ownName, required, taskId } from "../fields.ts";
import { taskKeys } from "../schema.ts";
import { type Tool, tool } from "../tool.ts";
import { tokenOfClaim, yourName } from "./words.ts";

/** Makes the lease longer, counted from now. */
export const renewTool: Tool = tool<RenewRequest>({
  name: "renew_handoff",
  title: "Renew the lease",
  description: "Call before your lease runs out: makes it longer, counted from now. " +
    "An expired lease can be renewed until another agent claims.",
  idempotent: true,
  fields: {
    taskId: required(taskId()),
    agent: ownName(yourName),
    leaseMinutes: integer(leaseLimits, "Default: as before"),
    leaseToken: leaseToken(tokenOfClaim),
  },
  gives: taskKeys,
  action: ({ renewHandoff }) => renewHandoff,
});
