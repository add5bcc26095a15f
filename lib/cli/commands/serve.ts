// `serve`: the MCP server on stdin and stdout, with the place of this process behind it.
import { parseArgs } from "node:util";
import { serve } from "../../mcp/server.ts";
import { environment as readVariable } from "../environment.ts";
import { exitCodes } from "../exit_codes.ts";
import type { Place } from "../place.ts";
import { version } from "../version.ts";

/** Serves until its client goes away; takes `--root DIR`. A wrong flag is a usage error on stderr. */
export async function serveCommand(args: readonly string[]): Promise<number> {
  const root = rootFlag(args);
  if (typeof root === "object") {
    console.error(root.usage);
    return exitCodes.usage;
  }
  let place: Promise<Place> | undefined;
  const environment = readOnce();
  return await serve({
    version,
    // Loaded with the first call, since the handshake needs neither files nor hashes.
    workplace: () => place ??= makePlace(root, environment),
    tools: environment("AGENT_HANDOFF_TOOLS")?.trim().toLowerCase() === "core" ? "core" : "all",
    environment,
    processSession: crypto.randomUUID(),
    debug: environment("AGENT_HANDOFF_DEBUG") === "1",
    onEnd: async () => (await place)?.close(),
  });
}

type Environment = (name: string) => string | undefined;

/** Reads each variable once: nobody changes those of a process that runs. */
function readOnce(): Environment {
  const read = new Map<string, string | undefined>();
  return (name) => {
    if (!read.has(name)) read.set(name, readVariable(name));
    return read.get(name);
  };
}

async function makePlace(root: string | undefined, environment: Environment): Promise<Place> {
  const { Place } = await import("../place.ts");
  return new Place({ environment, ...(root !== undefined && { root }) });
}

function rootFlag(args: readonly string[]): string | undefined | { usage: string } {
  try {
    const { values } = parseArgs({ args: [...args], options: { root: { type: "string" } } });
    return values.root;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    return { usage: `Cannot serve: ${reason}; see agent-handoff --help` };
  }
}
