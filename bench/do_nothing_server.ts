// The least server that the protocol's SDK makes: one tool that answers "ok". The measure for our own start.
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const anything = {
  "~standard": {
    version: 1 as const,
    vendor: "do-nothing",
    jsonSchema: { input: () => ({ type: "object" }), output: () => ({ type: "object" }) },
    validate: (value: unknown) => ({ value: value as Record<string, unknown> }),
  },
};

serveStdio(() => {
  const server = new McpServer({ name: "do-nothing", version: "0.0.0" });
  server.registerTool(
    "nothing",
    { description: "Does nothing", inputSchema: anything },
    () => ({ content: [{ type: "text", text: "ok" }] }),
  );
  return server;
});
