// `reopen`: a person queues a task again, with an answer.
import { text } from "../../mcp/fields.ts";
import type { Reopen } from "../../rules/command.ts";
import { textLimits } from "../../rules/limits.ts";
import type { Command } from "../command.ts";
import { personCommand, titled } from "../person_command.ts";

/** Queues a task that is in review, needs a person, or is final. */
export const command: Command = personCommand<Reopen>({
  name: "reopen",
  about:
    "Queues a task that needs a person, is in review, completed or cancelled. The answer becomes " +
    "its next action; target and approval are cleared, handoffs used stay used.",
  fields: { answer: text(textLimits.answer, "What the next agent is to know or do") },
  examples: [
    { line: 'reopen 3f9a --answer "Use PostgreSQL" --yes', does: "answers an agent that asked" },
  ],
  consequences: (shown) => {
    const { task, status } = shown.sight;
    return [
      `This queues ${titled(shown)}, for anyone; it is ${status}.`,
      ...(task.review ? [`Its verdict by ${task.review.by} is cleared.`] : []),
      ...(task.nextAction ? ["Its next action is replaced by the answer, if you give one."] : []),
    ];
  },
  done: "Reopened task",
});
