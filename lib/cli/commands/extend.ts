// `extend`: a person gives a task more handoffs.
import { integer, required, text } from "../../mcp/fields.ts";
import type { Extend } from "../../rules/command.ts";
import { handoffLimits, textLimits } from "../../rules/limits.ts";
import type { Command } from "../command.ts";
import { personCommand, titled } from "../person_command.ts";

/** Raises the budget, and queues a task that needs a person. */
export const command: Command = personCommand<Extend>({
  name: "extend",
  about: "Gives a task 1 to 16 more handoffs; one that needs a person is queued again.",
  fields: {
    handoffs: required(
      integer({ least: handoffLimits.leastMore, most: handoffLimits.mostMore }, "How many more"),
    ),
    why: text(textLimits.why, "The reason, for the history"),
  },
  examples: [
    {
      line: 'extend 3f9a --handoffs 2 --why "Nearly there" --yes',
      does: "two more passes, without asking",
    },
  ],
  consequences: (shown, { handoffs }) => {
    const { maxHandoffs, handoffsUsed, heirAgent } = shown.sight.task;
    return [
      `This gives ${
        titled(shown)
      }, ${handoffs} more handoffs; ${handoffsUsed} of ${maxHandoffs} are used.`,
      ...(shown.sight.status === "needs_person"
        ? [`It is queued again for ${heirAgent ?? "anyone"}.`]
        : []),
    ];
  },
  done: "Extended task",
});
