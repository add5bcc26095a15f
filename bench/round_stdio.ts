// What one claim and pass cost over stdio. Target: at most 1.5 times raw SQLite that writes the same rows, plus
// what the protocol's SDK costs by itself for the same messages.
import { join } from "node:path";
import { inTurn, least, median, timed, times } from "./figures.ts";
import { baton, createTask, hands } from "./ledgers.ts";
import { LineClient } from "./line_client.ts";
import { printMachine } from "./machine.ts";
import { ourServer, rawServer } from "./programs.ts";
import type { Script } from "./raw_server.ts";
import { makeBase, recordCalls, warmUps } from "./rounds.ts";
import { printTable, rounded, verdict } from "./table.ts";

const rounds = Number(Deno.args[0] ?? 600);
const target = 1.5;
const all = rounds + warmUps;
const work = await Deno.makeTempDir({ prefix: "agent-handoff-bench-" });
const at = (...names: string[]) => join(work, ...names);

/** The calls of a round; the session is the process's own, so that no token is needed. */
function callsOf(round: number, tasks: readonly string[]): [string, Record<string, unknown>][] {
  const { from, to } = hands(round);
  const task_id = tasks[Math.floor(round / 16)]!;
  const { summary, nextAction: next_action, changedFiles: changed_files } = baton;
  const told = { summary, next_action, changed_files, target_agent: to };
  return [
    ["claim_handoff", { task_id, agent: from }],
    ["pass_handoff", { task_id, agent: from, ...told }],
  ];
}

/** A repository with the files that the passes tell of, as agents work in one. */
async function makeProject(path: string): Promise<void> {
  for (const file of baton.changedFiles) {
    await Deno.mkdir(join(path, file, ".."), { recursive: true });
    await Deno.writeTextFile(join(path, file), "export {};\n");
  }
  for (const args of [["init", "-q", "-b", "main"], ["add", "."], ["commit", "-qm", "First"]]) {
    const author = ["-c", "user.name=bench", "-c", "user.email=bench@example.org"];
    const { success } = await new Deno.Command("git", { args: [...author, ...args], cwd: path })
      .output();
    if (!success) throw new Error(`git ${args[0]} failed`);
  }
}

async function createTasks(client: LineClient): Promise<string[]> {
  const tasks: string[] = [];
  for (let number = 0; number <= all / 16 + 1; number++) {
    const { title, objective, maxHandoffs } = createTask(number);
    const told = { title, objective, max_handoffs: maxHandoffs };
    tasks.push(String((await client.call("create_handoff", told)).task_id));
  }
  return tasks;
}

/** Our tools and their replies, for a server that only repeats them. */
async function makeScript(client: LineClient, tasks: readonly string[]): Promise<Script> {
  const { tools } = await client.result("tools/list") as { tools: { name: string }[] };
  const recordings = await recordCalls(at("recorded"), all);
  const results: Record<string, unknown>[] = [];
  for (const [name, given] of callsOf(0, tasks)) {
    results.push(await client.result("tools/call", { name, arguments: given }));
  }
  return {
    tools: tools.map(({ name, ...definition }) => ({ name, definition: definition as never })),
    calls: recordings.map((recording, call) => ({ recording, result: results[call % 2]! })),
  };
}

try {
  printMachine();
  await makeBase(at("recorded"), all);
  await Deno.copyFile(at("recorded"), at("raw"));
  await makeProject(at("root"));
  const ours = await LineClient.start(ourServer(at("root")), work);
  const tasks = await createTasks(ours);
  // The round that gives the replies is one more than those that are measured.
  const script = await makeScript(ours, [...tasks.slice(-1)]);
  await Deno.writeTextFile(at("script.json"), JSON.stringify(script));
  const raw = await LineClient.start(rawServer(at("script.json"), at("raw")), work);
  const floor = await LineClient.start(rawServer(at("script.json")), work);

  const played = (client: LineClient) => (round: number) =>
    timed(async () => {
      for (const [name, given] of callsOf(round + warmUps, tasks)) await client.call(name, given);
    });
  const samples = await inTurn({
    "our server": played(ours),
    "raw SQLite on the SDK": played(raw),
    "the SDK alone": played(floor),
  }, { rounds, warmUps });
  for (const client of [ours, raw, floor]) await client.close();

  const sdk = samples["the SDK alone"];
  const base = samples["raw SQLite on the SDK"].map((value, round) => value - sdk[round]!);
  printTable(
    `One claim and one pass over stdio (${rounds} rounds)`,
    Object.entries(samples).map(([what, values]) => {
      const beyond = values.map((value, round) => value - sdk[round]!);
      return {
        what,
        "median ms": median(values),
        "least ms": least(values),
        "median ms beyond the SDK": median(beyond),
        "times raw beyond the SDK, median": times(beyond, base),
      };
    }),
  );
  const beyond = times(samples["our server"].map((value, round) => value - sdk[round]!), base);
  console.log(
    `\nOver stdio less the SDK's floor, target at most ${target} times raw: ${rounded(beyond)}, ` +
      verdict(beyond, target),
  );
} finally {
  await Deno.remove(work, { recursive: true });
}
