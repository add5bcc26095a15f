// How the catalogue's entries are spelt: the three kinds of JSON, and what most clients share.
import type { ConfigurationFiles, Format, Place } from "./client.ts";

/** JSON without comments; a file that holds one is not read by the client (tried). */
export const PLAIN: Format = { kind: "json", comments: false, trailingCommas: false };

/** JSON with comments, but no comma before a closing bracket (tried). */
export const WITH_COMMENTS: Format = { kind: "json", comments: true, trailingCommas: false };

/** JSON with comments and trailing commas. */
export const LENIENT: Format = { kind: "json", comments: true, trailingCommas: true };

/** The entry most clients use; the others override a part of it. */
export const MCP_SERVERS = {
  container: ["mcpServers"],
  shape: "split",
  before: {},
  after: {},
  environmentKey: "env",
  newFile: {},
} as const;

/** Fills in what most files share: the first path is the one created, nobody else reads it, no notes. */
export function files(
  given: Partial<ConfigurationFiles> & Pick<ConfigurationFiles, "format" | "paths">,
): ConfigurationFiles {
  const created = (place: Place): string => given.paths(place)[0] ?? "";
  return { created, onlyFirst: false, shared: false, serveArguments: [], notes: [], ...given };
}
