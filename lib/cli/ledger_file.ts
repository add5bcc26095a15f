// The ledger's file for commands that read it as a file. Knows where it stands, not what is in it.
import { prepareStateDirectory } from "../workspace/state_dir.ts";
import type { Place } from "./place.ts";
import { Refused } from "./usage.ts";

/** Path of the ledger's file. Rejects with a refusal where there is none or it is not safe to use. */
export async function ledgerFile(place: Place, action: string): Promise<string> {
  const state = prepareStateDirectory(place.root(), { create: false });
  if (state.ok && state.ledgerExists) return state.paths.ledger;
  // Words for what is unsafe are the place's own.
  if (!state.ok) await place.ledger({ create: false });
  throw Refused.because({
    code: "storage_denied",
    message: `Cannot ${action} the ledger below "${place.root()}": there is none yet`,
    next: "Make one with agent-handoff create, or name another project with --root",
  });
}
