// How long a client waits from starting the server to its reply to `initialize`. Target: at most 1.25 times
// a server on the same SDK that does nothing.
import { inTurn, least, median, times, timesByLeast } from "./figures.ts";
import { printMachine } from "./machine.ts";
import { useOwnCache } from "./own_cache.ts";
import { bareProgram, doNothingServer, ourServer } from "./programs.ts";
import { startServer } from "./starting.ts";
import { printTable, rounded, verdict } from "./table.ts";

const rounds = Number(Deno.args[0] ?? 41);
const target = 1.25;
const nothing = "do-nothing server";
const root = await Deno.makeTempDir({ prefix: "agent-handoff-bench-" });
try {
  printMachine();
  await useOwnCache(root);
  const processor: Record<string, number[]> = {};
  const start = (name: string, command: readonly string[]) => async (round: number) => {
    const started = await startServer(command, root, { settle: 0 });
    if (round >= 0) (processor[name] ??= []).push(started.processor);
    return started.ms;
  };
  const commands: Record<string, readonly string[]> = {
    "our server": ourServer(root),
    [nothing]: doNothingServer,
    "bare Deno program": bareProgram,
  };
  const samples = await inTurn(
    Object.fromEntries(
      Object.entries(commands).map(([name, command]) => [name, start(name, command)]),
    ),
    { rounds, warmUps: 3 },
  );
  printTable(
    `Start to the reply of \`initialize\`, from source (${rounds} rounds)`,
    Object.entries(samples).map(([program, values]) => ({
      program,
      "median ms": median(values),
      "least ms": least(values),
      "times do-nothing, median": times(values, samples[nothing]!),
      "times do-nothing, least": timesByLeast(values, samples[nothing]!),
      "processor ms, median": median(processor[program]!),
      "times do-nothing, processor": times(processor[program]!, processor[nothing]!),
    })),
  );
  const ratio = times(samples["our server"]!, samples[nothing]!);
  console.log(`\nTarget at most ${target} times: ${rounded(ratio)}, ${verdict(ratio, target)}`);
} finally {
  await Deno.remove(root, { recursive: true });
}
