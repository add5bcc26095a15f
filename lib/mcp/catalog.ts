// The tools of this product as values, in the order in which clients see them. Free of the protocol's SDK
// and of the validation library: the command line, the help and the tests read the same list.
import type { Tool } from "./tool.ts";
import { claimTool } from "./tools/claim_handoff.ts";
import { completeTool } from "./tools/complete_handoff.ts";
import { createTool } from "./tools/create_handoff.ts";
import { listTool } from "./tools/list_handoffs.ts";
import { logTool } from "./tools/log_handoff.ts";
import { passTool } from "./tools/pass_handoff.ts";
import { renewTool } from "./tools/renew_handoff.ts";
import { reviewTool } from "./tools/review_handoff.ts";
import { showTool } from "./tools/show_handoff.ts";
import { submitTool } from "./tools/submit_handoff.ts";
import { updateTool } from "./tools/update_handoff.ts";
import { waitTool } from "./tools/wait_handoff.ts";

/** Which tools a server offers: the seven core ones, or all (contract, Tools). */
export type ToolSet = "core" | "all";

/** The first seven tools, which pass the baton and nothing else. */
export const coreTools: readonly Tool[] = [
  createTool,
  claimTool,
  renewTool,
  passTool,
  completeTool,
  showTool,
  listTool,
];

/** All twelve tools, in the order of the contract. */
export const catalog: readonly Tool[] = [
  ...coreTools,
  logTool,
  submitTool,
  reviewTool,
  updateTool,
  waitTool,
];

/** The tools that a server offers, in the order of the contract; the same list on every call. */
export function offered(set: ToolSet): readonly Tool[] {
  return set === "core" ? coreTools : catalog;
}

/** Finds a tool among those that a server offers; undefined where it offers none of that name. */
export function findTool(name: string, set: ToolSet): Tool | undefined {
  return offered(set).find((tool) => tool.name === name);
}
