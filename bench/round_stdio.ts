// What a claim with its pass, and an entry of the journal, cost over stdio. Target: at most 1.5 times raw SQLite that
// writes the same rows, plus what the protocol's SDK costs by itself for the same messages.
import { dirname, join } from "node:path";
import { inTurn, least, median, timed } from "./figures.ts";
import { baton, createTask } from "./ledgers.ts";
import { LineClient } from "./line_client.ts";
import { printMachine } from "./machine.ts";
import { ourServer, rawServer } from "./programs.ts";
import type { Script } from "./raw_server.ts";
import {
  claimAndPass,
  logging,
  makeBase,
  type Play,
  recordCalls,
  tasksFor,
  type ToolCall,
  warmUps,
} from "./rounds.ts";
import { printTable, rounded, verdict } from "./table.ts";

const rounds = Number(Deno.args[0] ?? 2000);
const target = 1.5;
const all = rounds + warmUps;
const work = await Deno.makeTempDir({ prefix: "agent-handoff-bench-" });

/** A repository with the files that the passes tell of, as agents work in one. */
async function makeProject(path: string): Promise<void> {
  for (const file of baton.changedFiles) {
    await Deno.mkdir(dirname(join(path, file)), { recursive: true });
    await Deno.writeTextFile(join(path, file), "export {};\n");
  }
  for (const args of [["init", "-q", "-b", "main"], ["add", "."], ["commit", "-qm", "First"]]) {
    const author = ["-c", "user.name=bench", "-c", "user.email=bench@example.org"];
    const { success } = await new Deno.Command("git", { args: [...author, ...args], cwd: path })
      .output();
    if (!success) throw new Error(`git ${args[0]} failed`);
  }
}

async function createTasks(client: LineClient, count: number): Promise<string[]> {
  const tasks: string[] = [];
  for (let number = 0; number < count; number++) {
    const { title, objective, maxHandoffs } = createTask(number);
    const told = { title, objective, max_handoffs: maxHandoffs };
    tasks.push(String((await client.call("create_handoff", told)).task_id));
  }
  return tasks;
}

/** Calls tools one after another and gives their results. */
async function callAll(
  client: LineClient,
  calls: readonly ToolCall[],
): Promise<Record<string, unknown>[]> {
  const results: Record<string, unknown>[] = [];
  for (const [name, given] of calls) {
    const result = await client.result("tools/call", { name, arguments: given });
    if (result.isError) throw new Error(`${name}: ${JSON.stringify(result)}`);
    results.push(result);
  }
  return results;
}

async function compare(play: Play, directory: string): Promise<void> {
  const at = (name: string) => join(directory, name);
  const root = at("root");
  await makeProject(root);
  await makeBase(play, at("recorded"), all);
  for (const name of ["raw", "again"]) await Deno.copyFile(at("recorded"), at(name));
  const { before, calls: recordings } = await recordCalls(play, at("recorded"), all);

  const ours = await LineClient.start(ourServer(root), directory);
  // The rounds that give the replies are played on a task of its own. In the first two there is less to reply: a task
  // that nobody has passed on has no brief.
  const tasks = await createTasks(ours, tasksFor(play, all) + 1);
  const trial = tasks.pop()!;
  const trialRound = (round: number) => callAll(ours, play.round(round, trial).calls);
  await callAll(ours, play.begin(trial).calls);
  for (const round of [0, 1]) await trialRound(round);
  const results = [...await trialRound(2), ...await trialRound(3)];
  if (play.roundsOfTask < Infinity) await callAll(ours, play.begin(tasks[0]!).calls);
  const taskOf = (round: number) => tasks[Math.floor(round / play.roundsOfTask)]!;
  const onTask = play.roundsOfTask === Infinity ? () => trial : taskOf;
  const { tools } = await ours.result("tools/list") as { tools: { name: string }[] };
  const script: Script = {
    tools: tools.map(({ name, ...definition }) => ({ name, definition: definition as never })),
    before,
    calls: recordings.map((recording, call) => ({
      recording,
      result: results[call % results.length]!,
    })),
  };
  await Deno.writeTextFile(at("script.json"), JSON.stringify(script));

  const start = (ledger?: string) =>
    LineClient.start(rawServer(at("script.json"), ledger), directory);
  const played = (client: LineClient) => (round: number) => {
    const { calls } = play.round(round + warmUps, onTask(round + warmUps));
    return timed(async () => {
      for (const [name, given] of calls) await client.call(name, given);
    });
  };
  /** Two in turn; a third one in between would only make the caches of both colder. */
  const pair = async (one: LineClient, other: LineClient) => {
    const samples = await inTurn({ one: played(one), other: played(other) }, { rounds, warmUps });
    for (const client of [one, other]) await client.close();
    return samples;
  };
  const { one: round, other: raw } = await pair(ours, await start(at("raw")));
  const { one: again, other: sdk } = await pair(await start(at("again")), await start());

  const floor = median(sdk);
  const row = (what: string, values: readonly number[], others: readonly number[]) => ({
    what,
    "median ms": median(values),
    "least ms": least(values),
    "median ms beyond the SDK": median(values) - floor,
    "times raw beyond the SDK": (median(values) - floor) / (median(others) - floor),
  });
  printTable(`${play.name}, over stdio (${rounds} rounds)`, [
    row("our server", round, raw),
    row("raw SQLite on the SDK, in turn with ours", raw, raw),
    row("raw SQLite on the SDK, in turn with the SDK alone", again, again),
    row("the SDK alone", sdk, again),
  ]);
  const beyond = (median(round) - floor) / (median(raw) - floor);
  console.log(
    `\nLess the SDK's floor, target at most ${target} times raw: ${rounded(beyond)}, ` +
      verdict(beyond, target),
  );
}

try {
  printMachine();
  for (const [number, play] of [claimAndPass, logging].entries()) {
    const directory = join(work, `${number}`);
    await Deno.mkdir(directory);
    await compare(play, directory);
  }
} finally {
  await Deno.remove(work, { recursive: true });
}
