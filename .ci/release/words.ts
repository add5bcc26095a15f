// How a release calls and describes the product, wherever it is listed.

/** Name for people. */
export const title = "Agent Handoff Ledger";

/** One sentence of at most 100 characters, which is the registry's limit. */
export const description =
  "Local task ledger and writer lease shared by the coding agents in one project";
