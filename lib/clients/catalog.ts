// The nine clients in one list, and our entry for a file of one of them. Pure: no disk, no process.
import type { Client, ClientId, Launch, Scope, ServerEntry, Value } from "./client.ts";
import { EDITOR_CLIENTS } from "./editor_clients.ts";
import { TERMINAL_CLIENTS } from "./terminal_clients.ts";

/** Every known client, in the order in which `init` offers them. */
export const CLIENTS: readonly Client[] = [...TERMINAL_CLIENTS, ...EDITOR_CLIENTS];

/** The client of an id; undefined when it is not one of the nine. */
export function clientOf(id: string): Client | undefined {
  return CLIENTS.find((client) => client.id === id);
}

/** The ids in the order of the catalogue, for help and "nearest name". */
export const CLIENT_IDS: readonly ClientId[] = CLIENTS.map((client) => client.id);

/**
 * Our entry for one file of a client. A launch that ends in `serve` gets the arguments the client fills
 * in; a file that is the client's alone names the agent, a shared one does not (contract, Root).
 */
export function serverEntry(client: Client, given: { scope: Scope; launch: Launch }): ServerEntry {
  const file = client.scopes[given.scope];
  const shared = file?.shared ?? true;
  const { command, args } = given.launch;
  const extra = args.at(-1) === "serve" ? file?.serveArguments ?? [] : [];
  const named: Record<string, Value> = shared
    ? {}
    : { [client.environmentKey]: { AGENT_HANDOFF_AGENT: client.id } };
  return {
    container: client.container,
    launch: { command, args: [...args, ...extra] },
    shape: client.shape,
    before: file?.before ?? client.before,
    after: { ...named, ...(file?.after ?? client.after) },
    newFile: client.newFile,
  };
}
