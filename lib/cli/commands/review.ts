// `review`: a verdict on submitted work.
import { reviewTool } from "../../mcp/tools/review_handoff.ts";
import type { Command } from "../command.ts";
import { toolCommand } from "../tool_command.ts";
import { printDone } from "../told.ts";

/** Approves submitted work, or returns it to its author. */
export const command: Command = toolCommand({
  name: "review",
  tool: reviewTool,
  part: "anyone",
  examples: [
    {
      line: 'review 3f9a --verdict approve --comments "Read and tried"',
      does: "a person's approval",
    },
    {
      line: "review 3f9a --agent claude-code --verdict changes_requested --comments @review.md",
      does: "back to the author",
    },
  ],
  print: printDone("Gave a verdict on task"),
});
