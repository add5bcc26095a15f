// How much memory a server holds while it waits, beside a server on the same SDK that does nothing.
import { inTurn, least, median, times, timesByLeast } from "./figures.ts";
import { LineClient } from "./line_client.ts";
import { printMachine } from "./machine.ts";
import { useOwnCache } from "./own_cache.ts";
import { bareProgram, doNothingServer, ourServer } from "./programs.ts";
import { residentMemory, startServer } from "./starting.ts";
import { printTable } from "./table.ts";

const rounds = Number(Deno.args[0] ?? 15);
/** How long a server may settle before it is looked at, in milliseconds. */
const settle = 500;
const root = await Deno.makeTempDir({ prefix: "agent-handoff-bench-" });

const idle = (command: readonly string[]) => async () =>
  (await startServer(command, root, { settle })).memory;

/** Memory of our server after calls that loaded and opened all that calls need. */
async function afterCalls(): Promise<number> {
  const client = await LineClient.start(ourServer(root), root);
  const told = { title: "Measure", objective: "Measure what the server holds" };
  await client.call("create_handoff", told);
  await client.call("list_handoffs");
  await new Promise((resolve) => setTimeout(resolve, settle));
  const memory = residentMemory(client.pid);
  await client.close();
  return memory;
}

try {
  printMachine();
  await useOwnCache(root);
  const samples = await inTurn({
    "our server, after the handshake": idle(ourServer(root)),
    "our server, ledger open": afterCalls,
    "do-nothing server": idle(doNothingServer),
    "bare Deno program": idle(bareProgram),
  }, { rounds, warmUps: 3 });
  const nothing = samples["do-nothing server"];
  printTable(
    `Memory of an idle process, from source (${rounds} rounds)`,
    Object.entries(samples).map(([program, values]) => ({
      program,
      "median MiB": median(values),
      "least MiB": least(values),
      "times do-nothing, median": times(values, nothing),
      "times do-nothing, least": timesByLeast(values, nothing),
    })),
  );
} finally {
  await Deno.remove(root, { recursive: true });
}
