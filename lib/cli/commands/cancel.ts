// `cancel`: a person ends a task without a result.
import { required, text } from "../../mcp/fields.ts";
import type { Cancel } from "../../rules/command.ts";
import { textLimits } from "../../rules/limits.ts";
import type { Command } from "../command.ts";
import { personCommand, titled } from "../person_command.ts";

/** Ends a task, and its lease if it has one. */
export const command: Command = personCommand<Cancel>({
  name: "cancel",
  about:
    "Ends a task without a result, and its lease if somebody holds it. A person may reopen it.",
  fields: { reason: required(text(textLimits.reason, "The reason, for the history")) },
  examples: [{ line: 'cancel 3f9a --reason "Not needed any more"', does: "asks, then ends it" }],
  consequences: (shown) => {
    const held = shown.lease?.lease.taskId === shown.sight.task.taskId && shown.lease.lease;
    return [
      `This ends ${titled(shown)}; tasks that depend on it wait until the dependency is removed.`,
      ...(held
        ? [
          `${held.agent} holds it: the lease ends, and what it changed stays in the workspace, unfinished.`,
        ]
        : []),
    ];
  },
  done: "Cancelled task",
});
