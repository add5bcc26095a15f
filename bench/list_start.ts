// How long `list` takes on a small ledger, from start to end. Target: at most twice a bare Deno program that
// reads the same file. From source; as the bundle that a release is compiled from, without V8's code cache as
// there; and compiled, where DENORT_BIN names a runtime to embed.
import { join } from "node:path";
import { bundle } from "../.ci/release/bundle.ts";
import { compile, permissionFlags } from "../.ci/release/compile.ts";
import { inTurn, least, median, timed, times, timesByLeast } from "./figures.ts";
import { Presence } from "../lib/workspace/presence.ts";
import { statePaths } from "../lib/workspace/state_dir.ts";
import { agents, claim, createTask, openLedger } from "./ledgers.ts";
import { printMachine } from "./machine.ts";
import { useOwnCache } from "./own_cache.ts";
import { processorOfChildren } from "./processor.ts";
import { bareReader, ourCommand } from "./programs.ts";
import { printTable, rounded, verdict } from "./table.ts";

const rounds = Number(Deno.args[0] ?? 41);
const target = 2;
const bare = "bare program that reads the file";
const whileHeld = "agent-handoff list, while a session holds the lease";
const root = await Deno.makeTempDir({ prefix: "agent-handoff-bench-" });

async function run(command: readonly string[]): Promise<void> {
  const [program, ...args] = command;
  const { success, stdout, stderr } = await new Deno.Command(program!, { args, cwd: root })
    .output();
  const text = new TextDecoder().decode(stdout);
  if (success && text.includes("importer")) return;
  throw new Error(`${command.at(-1)}: ${text}${new TextDecoder().decode(stderr)}`);
}

/** Runs every command once a round and prints what it took beside the bare program, and the verdict. */
async function compare(how: string, commands: Readonly<Record<string, string[]>>): Promise<void> {
  const processor: Record<string, number[]> = {};
  const measure = (name: string, command: readonly string[]) => async (round: number) => {
    const before = processorOfChildren();
    const taken = await timed(() => run(command));
    if (round >= 0) (processor[name] ??= []).push(processorOfChildren() - before);
    return taken;
  };
  const samples = await inTurn(
    Object.fromEntries(
      Object.entries(commands).map(([name, command]) => [name, measure(name, command)]),
    ),
    { rounds, warmUps: 3 },
  );
  printTable(
    `Start to end of a list of ten tasks, ${how} (${rounds} rounds)`,
    Object.entries(samples).map(([program, values]) => ({
      program,
      "median ms": median(values),
      "least ms": least(values),
      "times bare, median": times(values, samples[bare]!),
      "times bare, least": timesByLeast(values, samples[bare]!),
      "processor ms, median": median(processor[program]!),
      "times bare, processor": times(processor[program]!, processor[bare]!),
    })),
  );
  const ratio = times(samples["agent-handoff list"]!, samples[bare]!);
  console.log(
    `\nTarget at most ${target} times, ${how}: ${rounded(ratio)}, ${verdict(ratio, target)}`,
  );
}

/** Compiles a bundle with the flags of a release, and gives the path of the program. */
async function compiled(name: string, entry: string): Promise<string> {
  const output = join(root, "compiled", name);
  await compile({ entry, output });
  return output;
}

/** Makes a project with ten tasks and gives the path of its ledger; with a session, that one holds the lease. */
async function makeProject(root: string, session?: string): Promise<string> {
  const { directory, ledger: path } = statePaths(root);
  await Deno.mkdir(directory, { recursive: true, mode: 0o700 });
  const ledger = await openLedger(path);
  for (let number = 0; number < 10; number++) await ledger.execute(createTask(number));
  if (session !== undefined) {
    const { caller, ...told } = claim(agents[0]);
    const { refusal } = await ledger.execute({ ...told, caller: { ...caller, session } });
    if (refusal) throw new Error(refusal.code);
  }
  ledger.close();
  return path;
}

using presence = new Presence(statePaths(join(root, "held")).sessions);

try {
  printMachine();
  // Before the cache changes: making a bundle needs what the user's holds beside packages.
  const ours = await bundle({ into: join(root, "bundles", "ours") });
  const reader = await bundle({
    into: join(root, "bundles", "bare"),
    entry: "bench/bare_reader.ts",
  });
  await useOwnCache(root);
  const path = await makeProject(join(root, "free"));
  await makeProject(join(root, "held"), "session");
  if (!presence.hold("session", { now: Date.now() }).ok) throw new Error("No session file");
  const [free, held] = [join(root, "free"), join(root, "held")];
  await compare("from source", {
    "agent-handoff list": ourCommand(free, "list"),
    [whileHeld]: ourCommand(held, "list"),
    "agent-handoff list --json": ourCommand(free, "list", "--json"),
    [bare]: bareReader(path),
  });
  const fromBundle = [
    ...[Deno.execPath(), "run", "--quiet", "--no-config", "--no-code-cache"],
    ...permissionFlags,
  ];
  await compare("as a bundle without code cache", {
    "agent-handoff list": [...fromBundle, ours, "list", "--root", free],
    [whileHeld]: [...fromBundle, ours, "list", "--root", held],
    "agent-handoff list --json": [...fromBundle, ours, "list", "--json", "--root", free],
    [bare]: [...fromBundle, reader, path],
  });
  if (Deno.env.has("DENORT_BIN")) {
    const [program, bareProgram] = [await compiled("ours", ours), await compiled("bare", reader)];
    await compare("compiled", {
      "agent-handoff list": [program, "list", "--root", free],
      [whileHeld]: [program, "list", "--root", held],
      "agent-handoff list --json": [program, "list", "--json", "--root", free],
      [bare]: [bareProgram, path],
    });
  }
} finally {
  await Deno.remove(root, { recursive: true });
}
