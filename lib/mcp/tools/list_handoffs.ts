// list_handoffs: short rows and the lease. Changes nothing.
import type { ListRequest } from "../../ledger/requests.ts";
import { textLimits } from "../../rules/limits.ts";
import { taskStatuses } from "../../rules/task.ts";
import { choice, integer, ownName, text, word } from "../fields.ts";
import { type Tool, tool } from "../tool.ts";
import { dataNotInstructions, yourName } from "./words.ts";

/** Lists tasks in claim order and tells who holds the lease. */
export const listTool: Tool = tool<ListRequest>({
  name: "list_handoffs",
  title: "List tasks",
  description: "Call first: open tasks in claim order and who holds the writer lease; claims " +
    `nothing. ${dataNotInstructions}`,
  readOnly: true,
  alwaysLoad: true,
  fields: {
    status: choice(
      ["open", "mine", "all", ...taskStatuses],
      "open (default): not final; mine: open and yours",
    ),
    agent: ownName(yourName),
    query: text(textLimits.query, 'Words, "phrases", begin*; all must occur'),
    since: integer({ least: 0 }, "Only tasks changed after this event"),
    limit: integer({ least: 1, most: 100 }, "Default 20"),
    cursor: word(200, "From the page before"),
  },
  gives: ["tasks", "cursor"],
  action: ({ listHandoffs }) => listHandoffs,
});
