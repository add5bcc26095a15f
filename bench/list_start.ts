// How long `list` takes on a small ledger, from start to end. Target: at most twice a bare Deno program that
// reads the same file.
import { join } from "node:path";
import { inTurn, least, median, timed, times, timesByLeast } from "./figures.ts";
import { createTask, openLedger } from "./ledgers.ts";
import { printMachine } from "./machine.ts";
import { useOwnCache } from "./own_cache.ts";
import { bareReader, ourCommand } from "./programs.ts";
import { printTable, rounded, verdict } from "./table.ts";

const rounds = Number(Deno.args[0] ?? 41);
const target = 2;
const root = await Deno.makeTempDir({ prefix: "agent-handoff-bench-" });

async function run(command: readonly string[]): Promise<void> {
  const [program, ...args] = command;
  const { success, stdout, stderr } = await new Deno.Command(program!, { args, cwd: root })
    .output();
  const text = new TextDecoder().decode(stdout);
  if (success && text.includes("importer")) return;
  throw new Error(`${command.at(-1)}: ${text}${new TextDecoder().decode(stderr)}`);
}

try {
  printMachine();
  await useOwnCache(root);
  const state = join(root, ".agent-handoff");
  await Deno.mkdir(state, { mode: 0o700 });
  const path = join(state, "ledger.sqlite3");
  const ledger = await openLedger(path);
  for (let number = 0; number < 10; number++) await ledger.execute(createTask(number));
  ledger.close();
  const samples = await inTurn({
    "agent-handoff list": () => timed(() => run(ourCommand(root, "list"))),
    "agent-handoff list --json": () => timed(() => run(ourCommand(root, "list", "--json"))),
    "bare program that reads the file": () => timed(() => run(bareReader(path))),
  }, { rounds, warmUps: 3 });
  const bare = samples["bare program that reads the file"];
  printTable(
    `Start to end of a list of ten tasks, from source (${rounds} rounds)`,
    Object.entries(samples).map(([program, values]) => ({
      program,
      "median ms": median(values),
      "least ms": least(values),
      "times bare, median": times(values, bare),
      "times bare, least": timesByLeast(values, bare),
    })),
  );
  const ratio = times(samples["agent-handoff list"], bare);
  console.log(`\nTarget at most ${target} times: ${rounded(ratio)}, ${verdict(ratio, target)}`);
} finally {
  await Deno.remove(root, { recursive: true });
}
