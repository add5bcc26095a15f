// pass_handoff: hands the task on. What is allowed is decided in lib/rules.
import type { PassRequest } from "../../ledger/requests.ts";
import { listLimits, textLimits } from "../../rules/limits.ts";
import { leaseToken, otherName, ownName, paths, required, taskId, text } from "../fields.ts";
import { taskKeys } from "../schema.ts";
import { type Tool, tool } from "../tool.ts";
import { onePathALine, tokenOfClaim, whatWasDone, yourName } from "./words.ts";

/** Saves the brief, frees the lease and queues the task for the next agent. */
export const passTool: Tool = tool<PassRequest>({
  name: "pass_handoff",
  title: "Pass a task on",
  description:
    "Call when you stop and work is left: saves the brief, frees the lease, queues the " +
    "task and uses one handoff. On budget_spent the brief is saved: do not call again, ask a person.",
  fields: {
    taskId: required(taskId()),
    summary: required(text(textLimits.summary, whatWasDone)),
    nextAction: required(text(textLimits.next_action, "First step for the next agent")),
    targetAgent: otherName("Next agent; default: anyone; person: ask a person", { person: true }),
    changedFiles: paths({ most: listLimits.changed_files, limit: textLimits.path }, onePathALine),
    agent: ownName(yourName),
    leaseToken: leaseToken(tokenOfClaim),
  },
  gives: taskKeys,
  action: ({ passHandoff }) => passHandoff,
});
