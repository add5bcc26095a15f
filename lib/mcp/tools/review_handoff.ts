// review_handoff: a verdict on submitted work. What is allowed is decided in lib/rules.
import type { ReviewRequest } from "../../ledger/requests.ts";
import { textLimits } from "../../rules/limits.ts";
import { choice, integer, ownName, required, taskId, text } from "../fields.ts";
import { taskKeys } from "../schema.ts";
import { type Tool, tool } from "../tool.ts";
import { yourName } from "./words.ts";

/** Approves submitted work, or returns it to its author. */
export const reviewTool: Tool = tool<ReviewRequest>({
  name: "review_handoff",
  title: "Review submitted work",
  description:
    "Never review your own work: approve completes the task, changes_requested returns " +
    "it to its author and uses one handoff. Needs no lease. On budget_spent ask a person.",
  fields: {
    taskId: required(taskId()),
    verdict: required(choice(["approve", "changes_requested"])),
    comments: required(text(textLimits.comments)),
    expectedVersion: integer({ least: 1 }, "Version you read; default: the one submitted"),
    agent: ownName(yourName),
  },
  gives: taskKeys,
  action: ({ reviewHandoff }) => reviewHandoff,
});
