// Warnings about agents that nobody has seen here. Reads the names in the state.
import type { Draft } from "./draft.ts";

/** Warns of a target or reviewer that never acted in this ledger and does not act now, with the names that did. */
export function warnUnknown(
  draft: Draft,
  role: "target_agent" | "reviewer",
  name: string | undefined,
): void {
  if (name === undefined || draft.state.agents.has(name)) return;
  if (draft.actor.kind === "agent" && draft.actor.name === name) return;
  draft.warn("unknown_agent", { name, role, known: [...draft.state.agents].sort() });
}
