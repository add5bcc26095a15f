// log_handoff: one journal entry. What is allowed is decided in lib/rules.
import type { LogRequest } from "../../ledger/requests.ts";
import { entryKinds } from "../../rules/event.ts";
import { listLimits, textLimits } from "../../rules/limits.ts";
import { choice, integers, leaseToken, ownName, paths, required } from "../fields.ts";
import { taskId, text, textOrNumber } from "../fields.ts";
import { taskKeys } from "../schema.ts";
import { type Tool, tool } from "../tool.ts";
import { onePathALine, tokenOfClaim, yourName } from "./words.ts";

/** Writes one journal entry; by the holder it also renews the lease. */
export const logTool: Tool = tool<LogRequest>({
  name: "log_handoff",
  title: "Log to the journal",
  description: "Call while you work: adds a journal entry and, as the holder, renews your lease. " +
    "Decisions, open blockers and the last checkpoint stand in every brief.",
  fields: {
    taskId: required(taskId()),
    kind: required(choice(entryKinds)),
    text: required(text(textLimits.text)),
    ref: textOrNumber(
      textLimits.ref,
      "Commit, command and result, or the event of a resolved blocker",
    ),
    stepsDone: integers(
      { most: listLimits.steps_done, least: 1, highest: listLimits.plan },
      "Plan steps done, from 1",
    ),
    changedFiles: paths({ most: listLimits.changed_files, limit: textLimits.path }, onePathALine),
    agent: ownName(yourName),
    leaseToken: leaseToken(tokenOfClaim),
  },
  gives: taskKeys,
  action: ({ logHandoff }) => logHandoff,
});
