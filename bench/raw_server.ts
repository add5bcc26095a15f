// The floor for a call over stdio: a server on the protocol's SDK that takes the same calls and gives the same
// replies as ours, but knows them beforehand. With a ledger it writes the rows of each call on the way, as raw
// SQLite does; without one it writes nothing.
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { Player, type Recording } from "./recording.ts";

/** One call as it is to be answered, and what is written for it. */
export interface Scripted {
  readonly recording: Recording;
  readonly result: Record<string, unknown>;
}

/** What the server is started with: the tools as ours advertises them, and its calls in order. */
export interface Script {
  readonly tools: readonly { readonly name: string; readonly definition: Record<string, object> }[];
  /** What is written before the first call. */
  readonly before: readonly Recording[];
  readonly calls: readonly Scripted[];
}

const [scriptPath, ledgerPath] = Deno.args;
const { tools, before, calls } = JSON.parse(await Deno.readTextFile(scriptPath!)) as Script;
const player = ledgerPath === undefined ? undefined : new Player(ledgerPath);
for (const recording of before) player?.prepare(recording)();
const steps = calls.map(({ recording, result }) => ({
  write: player?.prepareMaking(recording),
  result: result as { content: [] },
}));
let next = 0;

function advertised(schema: object) {
  return {
    "~standard": {
      version: 1 as const,
      vendor: "raw",
      jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) },
      validate: (value: unknown) => ({ value: value as Record<string, unknown> }),
    },
  };
}

serveStdio(() => {
  const server = new McpServer({ name: "raw", version: "0.0.0" });
  for (const { name, definition } of tools) {
    const { inputSchema, outputSchema, ...told } = definition;
    const schemas = {
      inputSchema: advertised(inputSchema!),
      outputSchema: advertised(outputSchema!),
    };
    server.registerTool(name, { ...told, ...schemas }, () => {
      const { write, result } = steps[next++]!;
      write?.();
      return result;
    });
  }
  return server;
});
