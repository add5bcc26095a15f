// update_handoff: corrects a task. What is allowed is decided in lib/rules.
import type { UpdateRequest } from "../../ledger/requests.ts";
import { clearable } from "../../rules/command.ts";
import { listLimits, textLimits } from "../../rules/limits.ts";
import { priorities } from "../../rules/task.ts";
import { choice, choicesOf, integer, otherName, ownName, required } from "../fields.ts";
import { sentences, taskId, taskIds, text } from "../fields.ts";
import { taskKeys } from "../schema.ts";
import { type Tool, tool } from "../tool.ts";
import { yourName } from "./words.ts";

/** Corrects or cancels a task that nobody else holds. */
export const updateTool: Tool = tool<UpdateRequest>({
  name: "update_handoff",
  title: "Correct a task",
  description: "Corrects or cancels a task that nobody else holds. Lists given replace the old.",
  fields: {
    taskId: required(taskId()),
    expectedVersion: required(integer({ least: 1 }, "Version you read")),
    title: text(textLimits.title),
    objective: text(textLimits.objective),
    constraints: text(textLimits.constraints),
    targetAgent: otherName("", { clears: true }),
    priority: choice([...priorities].reverse()),
    dependsOn: taskIds(listLimits.depends_on),
    plan: sentences({ most: listLimits.plan, limit: textLimits.step }),
    reviewer: otherName(),
    clear: choicesOf(clearable, "Fields to empty"),
    cancel: text(textLimits.reason, "Reason; ends the task. Creator or holder only"),
    agent: ownName(yourName),
  },
  gives: taskKeys,
  action: ({ updateHandoff }) => (call, request) => updateHandoff(call, withoutTarget(request)),
});

/** A target that names nobody asks to clear the one there is. */
function withoutTarget(request: UpdateRequest): UpdateRequest {
  if (request.targetAgent !== "") return request;
  const { targetAgent: _nobody, clear = [], ...rest } = request;
  return { ...rest, clear: clear.includes("target_agent") ? clear : [...clear, "target_agent"] };
}
