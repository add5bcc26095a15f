// complete_handoff: ends the work. What is allowed is decided in lib/rules.
import type { CompleteRequest } from "../../ledger/requests.ts";
import { listLimits, textLimits } from "../../rules/limits.ts";
import { leaseToken, ownName, paths, required, taskId, text } from "../fields.ts";
import { taskKeys } from "../schema.ts";
import { type Tool, tool } from "../tool.ts";
import { onePathALine, tokenOfClaim, whatWasDone, yourName } from "./words.ts";

/** Ends the task as done and frees the lease. */
export const completeTool: Tool = tool<CompleteRequest>({
  name: "complete_handoff",
  title: "Complete a task",
  description: "Call when the objective is met: ends the task for good and frees the lease.",
  fields: {
    taskId: required(taskId()),
    summary: required(text(textLimits.summary, whatWasDone)),
    changedFiles: paths({ most: listLimits.changed_files, limit: textLimits.path }, onePathALine),
    agent: ownName(yourName),
    leaseToken: leaseToken(tokenOfClaim),
  },
  gives: taskKeys,
  action: ({ completeHandoff }) => completeHandoff,
});
