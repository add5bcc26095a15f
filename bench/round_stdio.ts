// What one claim and pass cost over stdio. Target: at most 1.5 times raw SQLite that writes the same rows, plus
// what the protocol's SDK costs by itself for the same messages.
import { join } from "node:path";
import { inTurn, least, median, timed } from "./figures.ts";
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
  for (const [name, given] of callsOf(0, tasks.slice(-1))) {
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
  await Deno.copyFile(at("recorded"), at("again"));
  await makeProject(at("root"));
  const ours = await LineClient.start(ourServer(at("root")), work);
  const tasks = await createTasks(ours);
  // The round that gives the replies is one more than those that are measured.
  await Deno.writeTextFile(at("script.json"), JSON.stringify(await makeScript(ours, tasks)));
  const start = (ledger?: string) => LineClient.start(rawServer(at("script.json"), ledger), work);
  const played = (client: LineClient) => (round: number) =>
    timed(async () => {
      for (const [name, given] of callsOf(round + warmUps, tasks)) await client.call(name, given);
    });
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
  printTable(`One claim and one pass over stdio (${rounds} rounds)`, [
    row("our server", round, raw),
    row("raw SQLite on the SDK, in turn with ours", raw, raw),
    row("raw SQLite on the SDK, in turn with the SDK alone", again, again),
    row("the SDK alone", sdk, again),
  ]);
  const beyond = (median(round) - floor) / (median(raw) - floor);
  console.log(
    `\nOver stdio less the SDK's floor, target at most ${target} times raw: ${rounded(beyond)}, ` +
      verdict(beyond, target),
  );
} finally {
  await Deno.remove(work, { recursive: true });
}
