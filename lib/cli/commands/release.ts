// `release`: a person ends another's lease.
import { text } from "../../mcp/fields.ts";
import type { Release } from "../../rules/command.ts";
import { minutesLeft } from "../../rules/lease.ts";
import { textLimits } from "../../rules/limits.ts";
import type { Command } from "../command.ts";
import { personCommand, titled } from "../person_command.ts";
import { minutesText } from "../when.ts";

/** Ends the lease of a task and queues it; no handoff is used. */
export const command: Command = personCommand<Release>({
  name: "release",
  about: "Ends the lease of a task, whoever holds it, and queues the task; no handoff is used.",
  fields: { why: text(textLimits.why, "The reason, for the history") },
  examples: [
    { line: 'release 3f9a --why "The session crashed"', does: "asks, then frees the workspace" },
  ],
  consequences: (shown) => {
    const { lease: { agent }, now } = shown.lease!;
    return [
      `This ends the lease of ${agent} on ${titled(shown)}; ${
        minutesText(minutesLeft(shown.lease!.lease, now))
      } are left.`,
      `What ${agent} changed and did not pass on stays in the workspace, unfinished and without a summary.`,
      `If ${agent} still works, it is refused from now on; what it sends then is kept once, as a note.`,
    ];
  },
  done: "Released task",
});
