// submit_handoff: asks for a review. What is allowed is decided in lib/rules.
import type { SubmitRequest } from "../../ledger/requests.ts";
import { listLimits, textLimits } from "../../rules/limits.ts";
import { leaseToken, otherName, ownName, paths, required, taskId, text } from "../fields.ts";
import { taskKeys } from "../schema.ts";
import { type Tool, tool } from "../tool.ts";
import { onePathALine, tokenOfClaim, whatWasDone, yourName } from "./words.ts";

/** Frees the lease and asks another agent for a verdict. */
export const submitTool: Tool = tool<SubmitRequest>({
  name: "submit_handoff",
  title: "Submit for review",
  description: "Call when work is ready for a verdict: frees the lease and asks for a review. " +
    "Stop writing then.",
  fields: {
    taskId: required(taskId()),
    summary: required(text(textLimits.summary, whatWasDone)),
    changedFiles: paths({ most: listLimits.changed_files, limit: textLimits.path }, onePathALine),
    reviewer: otherName("Only where none is named yet; default: any other agent"),
    agent: ownName(yourName),
    leaseToken: leaseToken(tokenOfClaim),
  },
  gives: taskKeys,
  action: ({ submitHandoff }) => submitHandoff,
});
