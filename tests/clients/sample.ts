// Builders for the client tests: a place, entries, files in memory. Reads no disk.
import { clientOf, serverEntry } from "../../lib/clients/catalog.ts";
import type { Client, ClientId, Place, Scope, ServerEntry } from "../../lib/clients/client.ts";
import type { EditResult, Refused } from "../../lib/clients/edit.ts";

/** A user's place on Linux, with a few variables. */
export function place(given: Partial<Place> & { variables?: Record<string, string> } = {}): Place {
  const { variables = {}, ...rest } = given;
  return {
    home: "/home/ann",
    root: "/srv/site",
    platform: "linux",
    environment: (name) => variables[name],
    ...rest,
  };
}

/** A client that must exist. */
export function client(id: ClientId): Client {
  const found = clientOf(id);
  if (found === undefined) throw new Error(`no client ${id}`);
  return found;
}

/** The launch that `init` registers when nothing else is said. */
export const LAUNCH = { command: "agent-handoff", args: ["serve"] };

/** Our entry for a client's file. */
export function entry(id: ClientId, scope: Scope = "user"): ServerEntry {
  return serverEntry(client(id), { scope, launch: LAUNCH });
}

/** The text of an edit that must succeed. */
export function text(result: EditResult): string {
  if (result.kind === "refused") throw new Error(`refused: ${result.line} ${result.reason}`);
  return result.text;
}

/** The refusal of an edit that must not succeed. */
export function refusal(result: EditResult): Refused {
  if (result.kind === "edited") throw new Error(`edited: ${result.text}`);
  return result;
}

/** A reader over files in memory. */
export function reader(files: Record<string, string>): (path: string) => string | undefined {
  return (path) => files[path];
}
