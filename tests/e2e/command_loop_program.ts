// Runs one command line after the other in one process, each at the millisecond it is told. For command_loop.ts.
import { run } from "../../lib/cli/run.ts";
import "../../lib/cli/program.ts";

const lines = Deno.stdin.readable.pipeThrough(new TextDecoderStream()).getReader();
let pending = "";

/** The next line of the input; undefined at its end. */
async function line(): Promise<string | undefined> {
  while (!pending.includes("\n")) {
    const { value, done } = await lines.read();
    if (done) return undefined;
    pending += value;
  }
  const end = pending.indexOf("\n");
  const told = pending.slice(0, end);
  pending = pending.slice(end + 1);
  return told;
}

// Loads what a command loads, so that the first race is not decided by it.
await run(["where", "--json"]);
console.log("END ready");
for (let told = await line(); told !== undefined; told = await line()) {
  const { at, args } = JSON.parse(told) as { at: number; args: string[] };
  while (Date.now() < at);
  console.log(`END ${await run(args)}`);
}
