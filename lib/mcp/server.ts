// The server: the catalog over the protocol's SDK, both eras from one factory, until the client is gone.
// What is allowed is decided in lib/rules; the handshake and the list of tools touch no disk.
import process from "node:process";
import {
  CLIENT_INFO_META_KEY,
  McpServer,
  METHOD_NOT_FOUND,
  ProtocolError,
  type ServerContext,
  type StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Asked, Household } from "./answer.ts";
import { offered, type ToolSet } from "./catalog.ts";
import { allInstructions, instructions } from "./instructions.ts";
import { toolResult } from "./result.ts";
import { Outlet } from "./outlet.ts";
import type { ObjectSchema } from "./schema.ts";
import { type End, OrderlyTransport, type Streams } from "./transport.ts";

/** What a server is started with. Everything that lasts longer than a call belongs to the process. */
export interface ServeOptions extends Omit<Household, "log"> {
  /** Version of this program, for the handshake. */
  readonly version: string;
  readonly tools: ToolSet;
  /** Takes a line for people; standard error by default, never standard output. */
  readonly log?: (line: string) => void;
  /** Called once at the end: closes what the process holds. The lease stays as it is. */
  readonly onEnd?: () => void | Promise<void>;
  /** Standard input and output by default. */
  readonly streams?: Streams;
}

/** Signals that end a server in order. */
const endSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Serves the tools over stdio until the input ends, the reader goes or a signal comes; within 2 seconds
 * then. Running calls are answered first, or given up whole. Gives the exit code: 0, or 1 where a line
 * was longer than 10 MiB or a reply could not be written though its reader is there. Source: contract, "Protocol" and "Protocol faults".
 */
export async function serve(options: ServeOptions): Promise<number> {
  const log = options.log ?? ((line: string) => console.error(`agent-handoff: ${line}`));
  const house: Household = { ...options, log };
  const transport = new OrderlyTransport(
    options.streams ?? { input: process.stdin, output: new Outlet() },
  );
  const stop = () => transport.stop();
  for (const signal of endSignals) process.on(signal, stop);
  serveStdio(() => makeServer({ ...options, house, ending: transport.ending }), {
    transport,
    onerror: (error) => log(oneLine(error)),
  });
  const end: End = await transport.over;
  for (const signal of endSignals) process.off(signal, stop);
  const { failure } = transport;
  if (failure) log(`Could not write a reply: ${oneLine(failure)}`);
  else if (transport.unread > 0) log(`The last replies were not read: ${transport.unread} bytes`);
  try {
    await options.onEnd?.();
  } catch (error) {
    log(`Could not close in order: ${oneLine(error)}`);
  }
  return end === "over" && !failure ? 0 : 1;
}

let answering: typeof import("./answer.ts") | undefined;

interface Made {
  readonly version: string;
  readonly tools: ToolSet;
  readonly house: Household;
  readonly ending: AbortSignal;
}

/** One server of the SDK with every tool; made once or twice for a connection, so it holds no state. */
function makeServer(of: Made): McpServer {
  const server = new McpServer(
    { name: "agent-handoff", title: "Agent Handoff Ledger", version: of.version },
    {
      instructions: of.tools === "core" ? instructions : allInstructions,
      capabilities: { tools: { listChanged: false } },
    },
  );
  for (const tool of offered(of.tools)) {
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: advertised(tool.inputSchema),
        outputSchema: advertised(tool.outputSchema),
        annotations: tool.annotations,
        _meta: tool.meta,
      },
      async (given, context) => {
        const client = clientOf(context) ?? server.server.getClientVersion() ?? {};
        const asked = askedOf(given, {
          context,
          client,
          ending: tool.waits ? of.ending : undefined,
        });
        // Loaded with the first call, since the handshake reads no arguments.
        const { answer } = answering ??= await import("./answer.ts");
        return toolResult(await answer(of.house, tool, asked));
      },
    );
  }
  server.server.fallbackRequestHandler = (request) => nothingOf(request.method);
  return server;
}

/** Advertises a schema as it is and lets every value through to our own parser, whose refusals say more. */
function advertised(
  schema: ObjectSchema,
): StandardSchemaWithJSON<Record<string, unknown>, Record<string, unknown>> {
  return {
    "~standard": {
      version: 1,
      vendor: "agent-handoff",
      jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) },
      validate: (value: unknown) => ({ value: value as Record<string, unknown> }),
    },
  };
}

function askedOf(
  given: unknown,
  of: { context: ServerContext; client: ClientInfo; ending: AbortSignal | undefined },
): Asked {
  const { mcpReq } = of.context;
  const token = mcpReq._meta?.progressToken;
  let steps = 0;
  const progress = (message: string): void => {
    const params = { progressToken: token!, progress: ++steps, message };
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
  return {
    arguments: given,
    clientName: of.client.name,
    clientVersion: of.client.version,
    meta: mcpReq._meta,
    signal: of.ending ? AbortSignal.any([mcpReq.signal, of.ending]) : mcpReq.signal,
    ...(token !== undefined && { progress }),
  };
}

/** What a client says of itself: in the envelope of a call, else in the handshake. */
interface ClientInfo {
  readonly name?: string;
  readonly version?: string;
}

/** What the envelope of a call says of the client; the handshake's era has none. */
function clientOf(context: ServerContext): ClientInfo | undefined {
  const envelope = context.mcpReq.envelope as Record<string, Record<string, unknown>> | undefined;
  const { name, version } = envelope?.[CLIENT_INFO_META_KEY] ?? {};
  if (typeof name !== "string") return undefined;
  return { name, ...(typeof version === "string" && { version }) };
}

/** Answers of a server that has tools alone: probes of some clients take an error for a broken server. */
const nothing: Readonly<Record<string, Record<string, unknown>>> = {
  "resources/list": { resources: [] },
  "resources/templates/list": { resourceTemplates: [] },
  "prompts/list": { prompts: [] },
  // No log message is ever sent, at whatever level.
  "logging/setLevel": {},
};

function nothingOf(method: string): Promise<Record<string, unknown>> {
  const answer = nothing[method];
  if (answer) return Promise.resolve(answer);
  return Promise.reject(new ProtocolError(METHOD_NOT_FOUND, "Method not found"));
}

/** An error in one line; a schema's report, which begins with "[", says nothing to people. */
function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (text.startsWith("[")) return "A line was dropped: it is no message of the protocol";
  return text.split("\n")[0]!.slice(0, 300);
}
