// A stand-in MCP server: answers the handshake and writes down how it was started. Only for real_clients.ts.
import { createInterface } from "node:readline";
import process from "node:process";

const [report] = Deno.args;
if (report !== undefined) {
  const seen = { args: Deno.args.slice(1), cwd: Deno.cwd(), environment: Deno.env.toObject() };
  Deno.writeTextFileSync(report, JSON.stringify(seen));
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const version = params?.protocolVersion ?? "2025-06-18";
  const answers: Record<string, unknown> = {
    initialize: {
      protocolVersion: version,
      capabilities: { tools: {} },
      serverInfo: { name: "probe", version: "1.0.0" },
    },
    ping: {},
    "tools/list": { tools: [] },
  };
  const result = answers[method];
  const answer = result === undefined
    ? { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } }
    : { jsonrpc: "2.0", id, result };
  console.log(JSON.stringify(answer));
}
