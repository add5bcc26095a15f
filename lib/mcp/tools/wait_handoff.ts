// wait_handoff: waits for work. Changes nothing.
import type { WaitRequest } from "../../ledger/requests.ts";
import { integer, ownName } from "../fields.ts";
import { type Tool, tool } from "../tool.ts";
import { yourName } from "./words.ts";

/** Waits until the caller could claim a task or owes a review. */
export const waitTool: Tool = tool<WaitRequest>({
  name: "wait_handoff",
  title: "Wait for work",
  description: "Waits until you could claim a task or owe a review; claims nothing. " +
    "ready: false means that the time is over: call again.",
  readOnly: true,
  waits: true,
  fields: {
    agent: ownName(yourName),
    timeoutSeconds: integer({ least: 0, most: 50 }, "Default 25"),
  },
  gives: ["ready", "task_id", "why"],
  action: ({ waitHandoff }) => waitHandoff,
});
