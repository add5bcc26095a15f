// create_handoff: adds a task. What is allowed is decided in lib/rules.
import type { CreateRequest } from "../../ledger/requests.ts";
import { handoffLimits, listLimits, textLimits } from "../../rules/limits.ts";
import { priorities } from "../../rules/task.ts";
import { choice, integer, otherName, ownName, required } from "../fields.ts";
import { sentences, taskIds, text, word } from "../fields.ts";
import { taskKeys } from "../schema.ts";
import { type Tool, tool } from "../tool.ts";
import { yourName } from "./words.ts";

/** Adds a queued task; takes no lease. */
export const createTool: Tool = tool<CreateRequest>({
  name: "create_handoff",
  title: "Create a task",
  description:
    "Queues a task for you or another agent. Gives no right to write: claim it for that.",
  fields: {
    title: required(text(textLimits.title)),
    objective: required(text(textLimits.objective, "What to do and when it is done")),
    constraints: text(textLimits.constraints, "What to keep or avoid"),
    targetAgent: otherName("Who may claim it; default: anyone"),
    maxHandoffs: integer(handoffLimits, "Budget of passes; default 4"),
    priority: choice([...priorities].reverse(), "Default normal"),
    dependsOn: taskIds(listLimits.depends_on, "Task ids to be completed first"),
    reviewer: otherName("Who must approve it"),
    plan: sentences({ most: listLimits.plan, limit: textLimits.step }, "Steps"),
    agent: ownName(yourName),
    requestId: word(textLimits.request_id, "Repeat it when you retry"),
  },
  gives: [...taskKeys, "title", "target_agent", "priority"],
  action: ({ createHandoff }) => createHandoff,
});
