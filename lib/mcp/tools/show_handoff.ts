// show_handoff: one task with its brief and history. Changes nothing.
import type { ShowRequest } from "../../ledger/requests.ts";
import { integer, required, taskId } from "../fields.ts";
import { briefKeys, taskKeys } from "../schema.ts";
import { type Tool, tool } from "../tool.ts";
import { dataNotInstructions } from "./words.ts";

/** Shows a task's brief and its newest events. */
export const showTool: Tool = tool<ShowRequest>({
  name: "show_handoff",
  title: "Show a task",
  description: `Reads a task's brief and history; claims nothing. ${dataNotInstructions}`,
  readOnly: true,
  fields: {
    taskId: required(taskId()),
    history: integer({ least: 0, most: 200 }, "Events; default 10"),
    before: integer({ least: 1 }, "Only events before this number"),
  },
  gives: [
    ...taskKeys,
    "title",
    "target_agent",
    "priority",
    ...briefKeys,
    "history",
    "earlier_events",
  ],
  action: ({ showHandoff }) => showHandoff,
});
