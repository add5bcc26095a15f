// How long a client waits from starting the server to its reply to `initialize`. Target: at most 1.25 times
// a server on the same SDK that does nothing.
import { inTurn, least, median, times, timesByLeast } from "./figures.ts";
import { printMachine } from "./machine.ts";
import { bareProgram, doNothingServer, ourServer } from "./programs.ts";
import { startServer } from "./starting.ts";
import { printTable, rounded, verdict } from "./table.ts";

const rounds = Number(Deno.args[0] ?? 41);
const target = 1.25;
const root = await Deno.makeTempDir({ prefix: "agent-handoff-bench-" });
try {
  printMachine();
  const start = (command: readonly string[]) => async () =>
    (await startServer(command, root, { settle: 0 })).ms;
  const samples = await inTurn({
    "our server": start(ourServer(root)),
    "do-nothing server": start(doNothingServer),
    "bare Deno program": start(bareProgram),
  }, { rounds, warmUps: 2 });
  const nothing = samples["do-nothing server"];
  printTable(
    `Start to the reply of \`initialize\`, from source (${rounds} rounds)`,
    Object.entries(samples).map(([program, values]) => ({
      program,
      "median ms": median(values),
      "least ms": least(values),
      "times do-nothing, median": times(values, nothing),
      "times do-nothing, least": timesByLeast(values, nothing),
    })),
  );
  const ratio = times(samples["our server"], nothing);
  console.log(`\nTarget at most ${target} times: ${rounded(ratio)}, ${verdict(ratio, target)}`);
} finally {
  await Deno.remove(root, { recursive: true });
}
