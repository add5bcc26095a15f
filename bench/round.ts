// What one claim and pass cost: through the store, and over stdio. Targets: at most 1.5 times raw SQLite that
// writes the same rows, and over stdio that much plus what the protocol's SDK costs by itself.
import { join } from "node:path";
import type { Ledger } from "../lib/ledger/ledger.ts";
import { inTurn, least, median, timed, times, timesByLeast } from "./figures.ts";
import { baton, claim, createTask, hands, openLedger, pass, taskOfRound } from "./ledgers.ts";
import { LineClient } from "./line_client.ts";
import { printMachine } from "./machine.ts";
import { doNothingServer, ourServer } from "./programs.ts";
import { Player, Recorder, type Recording } from "./recording.ts";
import { printTable, rounded, verdict } from "./table.ts";

const rounds = Number(Deno.args[0] ?? 400);
const warmUps = 32;
const target = 1.5;
const all = rounds + warmUps;
const work = await Deno.makeTempDir({ prefix: "agent-handoff-bench-" });
const at = (name: string) => join(work, name);

/** Makes a ledger with a task for every sixteen rounds. */
async function makeBase(path: string): Promise<void> {
  const ledger = await openLedger(path);
  for (let number = 0; number <= all / 16; number++) await ledger.execute(createTask(number));
  ledger.close();
}

/** One round through the port. */
async function playRound(ledger: Ledger, round: number): Promise<void> {
  const { from, to } = hands(round);
  const taskId = taskOfRound(round);
  for (const command of [claim(from, taskId), pass(from, taskId, to)]) {
    const { refusal } = await ledger.execute(command);
    if (refusal) throw new Error(`Round ${round}: ${refusal.code}`);
  }
}

/** What every round writes, taken down on a copy of the ledger of its own. */
async function recordRounds(path: string): Promise<Recording[]> {
  using recorder = new Recorder();
  const ledger = await openLedger(path);
  try {
    const recordings: Recording[] = [];
    // The settings of the connection are no part of a round.
    recorder.take();
    for (let round = 0; round < all; round++) {
      await playRound(ledger, round);
      recordings.push(recorder.take());
    }
    return recordings;
  } finally {
    ledger.close();
  }
}

/** One round over stdio; the session is the process's own, so that no token is needed. */
async function callRound(
  client: LineClient,
  of: { tasks: string[]; round: number },
): Promise<void> {
  const { from, to } = hands(of.round);
  const task_id = of.tasks[Math.floor(of.round / 16)]!;
  await client.call("claim_handoff", { task_id, agent: from });
  const { summary, nextAction: next_action, changedFiles: changed_files } = baton;
  const told = { summary, next_action, changed_files, target_agent: to };
  await client.call("pass_handoff", { task_id, agent: from, ...told });
}

async function createOver(client: LineClient): Promise<string[]> {
  const tasks: string[] = [];
  for (let number = 0; number <= all / 16; number++) {
    const { title, objective, maxHandoffs } = createTask(number);
    const told = { title, objective, max_handoffs: maxHandoffs };
    tasks.push(String((await client.call("create_handoff", told)).task_id));
  }
  return tasks;
}

try {
  printMachine();
  await makeBase(at("base"));
  for (const name of ["recorded", "ours", "raw", "plain"]) {
    await Deno.copyFile(at("base"), at(name));
  }
  const recordings = await recordRounds(at("recorded"));
  const ours = await openLedger(at("ours"));
  using raw = new Player(at("raw"));
  using plain = new Player(at("plain"));
  plain.strip();
  const rawRounds = recordings.map((recording) => raw.prepare(recording));
  const plainRounds = recordings.map((recording) => plain.prepare(recording));
  await Deno.mkdir(at("root"));
  const server = await LineClient.start(ourServer(at("root")), work);
  const nothing = await LineClient.start(doNothingServer, work);
  const tasks = await createOver(server);

  const samples = await inTurn({
    "our store": (round) => timed(() => playRound(ours, round + warmUps)),
    "raw SQLite, same schema": (round) => timed(rawRounds[round + warmUps]!),
    "raw SQLite, plain tables": (round) => timed(plainRounds[round + warmUps]!),
    "our server, over stdio": (round) =>
      timed(() => callRound(server, { tasks, round: round + warmUps })),
    "two calls of a do-nothing tool": () =>
      timed(async () => {
        await nothing.call("nothing");
        await nothing.call("nothing");
      }),
  }, { rounds, warmUps });
  ours.close();
  await server.close();
  await nothing.close();

  const base = samples["raw SQLite, same schema"];
  printTable(
    `One claim and one pass, two transactions (${rounds} rounds)`,
    Object.entries(samples).map(([what, values]) => ({
      what,
      "median ms": median(values),
      "least ms": least(values),
      "times raw, median": times(values, base),
      "times raw, least": timesByLeast(values, base),
    })),
  );
  const floor = samples["two calls of a do-nothing tool"];
  const stdio = samples["our server, over stdio"];
  const port = times(samples["our store"], base);
  const beyond = times(stdio.map((value, round) => value - floor[round]!), base);
  console.log(
    `\nThe store, target at most ${target} times raw: ${rounded(port)}, ${verdict(port, target)}`,
  );
  console.log(
    `Over stdio less the SDK's floor, target at most ${target} times raw: ${rounded(beyond)}, ` +
      verdict(beyond, target),
  );
} finally {
  await Deno.remove(work, { recursive: true });
}
