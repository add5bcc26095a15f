// Serves as the program does, and tries from inside the serving process what it must not be able to do.
// Prints what came of each attempt to standard error once the first call was answered. For sandbox_test.ts.
import { connect as nodeConnect } from "node:net";
import { spawn } from "node:child_process";
import { run } from "../../lib/cli/run.ts";

const attempts: Record<string, () => unknown> = {
  listen: () => Deno.listen({ hostname: "127.0.0.1", port: 0 }),
  connect: () => Deno.connect({ hostname: "127.0.0.1", port: 40_001 }),
  fetch: () => fetch("http://127.0.0.1:40001/"),
  websocket: () =>
    new Promise((_, reject) => {
      const socket = new WebSocket("ws://127.0.0.1:40001/");
      socket.onerror = (event) => reject((event as ErrorEvent).error ?? new Error("refused"));
    }),
  node_net: () =>
    new Promise((_, reject) => {
      nodeConnect({ host: "127.0.0.1", port: 40_001 }).on("error", reject);
    }),
  subprocess: () => new Deno.Command(Deno.execPath(), { args: ["--version"] }).outputSync(),
  node_subprocess: () => new Promise((_, reject) => spawn("/bin/true").on("error", reject)),
  dlopen: () => Deno.dlopen("libc.so.6", { getpid: { parameters: [], result: "i32" } }),
};

/** The name of the error that an attempt ended with, or `done`. */
async function outcome(attempt: () => unknown): Promise<string> {
  try {
    await attempt();
    return "done";
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}

const serving = run(["serve"]);
// The server has given up its permissions before its first message, so the attempts wait for none.
const outcomes: Record<string, string> = {};
while (Deno.permissions.querySync({ name: "net" }).state === "granted") {
  await new Promise((resolve) => setTimeout(resolve, 5));
}
for (const [name, attempt] of Object.entries(attempts)) outcomes[name] = await outcome(attempt);
console.error(`outcomes ${JSON.stringify(outcomes)}`);
Deno.exitCode = await serving;
