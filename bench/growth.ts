// Whether calls stay as fast on a ledger with a million tasks as on one with a thousand. Target: within 1.2.
// Takes --sizes 1000,100000,1000000 and --rounds 100.
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Ledger } from "../lib/ledger/ledger.ts";
import type { Command } from "../lib/rules/command.ts";
import { inTurn, least, median, timed, times, timesByLeast } from "./figures.ts";
import { afterFill, fill, numberOfAddressed } from "./fill.ts";
import { agents, claim, createTask, openLedger, pass, taskIdOf } from "./ledgers.ts";
import { printMachine } from "./machine.ts";
import { printTable, verdict } from "./table.ts";

const { values: flags } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,100000,1000000" },
    rounds: { type: "string", default: "100" },
  },
});
const sizes = flags.sizes.split(",").map(Number);
const rounds = Number(flags.rounds);
const warmUps = 20;
const target = 1.2;
const [agent] = agents;
const who = { agent, session: `bench-session-${agent}` };
const work = await Deno.makeTempDir({ prefix: "agent-handoff-bench-" });

/** A place in the ledger for a round, spread evenly; the same part of every ledger. */
function placeOf(round: number): number {
  return ((round + warmUps) * 0.618_033_988_75) % 1;
}

async function done(ledger: Ledger, command: Command): Promise<string> {
  const { refusal, sight } = await ledger.execute(command);
  if (refusal) throw new Error(`${command.type}: ${refusal.code}`);
  return sight!.task.taskId;
}

type Question = (ledger: Ledger, of: { size: number; round: number }) => Promise<number>;

const list = (status: "open" | "mine" | "completed" | "all"): Question => (ledger) =>
  timed(() => ledger.list({ status, ...who, limit: 20 }));

const addressed = (of: { size: number; round: number }) =>
  taskIdOf(numberOfAddressed(placeOf(of.round), of.size));

const questions: Record<string, Question> = {
  // Reads come first: the writes below lengthen the tasks of the smallest ledger most.
  "list, open": list("open"),
  "list, mine": list("mine"),
  "list, completed": list("completed"),
  "list, all": list("all"),
  "show, with history": (ledger, of) =>
    timed(() => ledger.show({ taskId: addressed(of), history: 10 })),
  "what to do next (for a wait)": (ledger) => timed(() => ledger.chance(who)),
  "claim by id and pass": (ledger, of) =>
    timed(async () => {
      const taskId = addressed(of);
      await done(ledger, claim(agent, taskId));
      await done(ledger, pass(agent, taskId));
    }),
  "claim without id": async (ledger) => {
    let taskId = "";
    const taken = await timed(async () => taskId = await done(ledger, claim(agent)));
    const { caller } = claim(agent);
    const told = { summary: "Done.", changedFiles: [] };
    await done(ledger, { type: "complete", caller, taskId, ...told });
    return taken;
  },
  "create": (ledger, { size, round }) =>
    timed(() => done(ledger, createTask(size + round + warmUps))),
};

try {
  printMachine();
  const ledgers: { size: number; ledger: Ledger }[] = [];
  const filled: Record<string, string | number>[] = [];
  for (const size of sizes) {
    const path = join(work, `${size}`);
    const began = performance.now();
    const events = await fill(path, size);
    const seconds = (performance.now() - began) / 1000;
    const mebibytes = (await Deno.stat(path)).size / 2 ** 20;
    filled.push({ tasks: size, events, "file MiB": mebibytes, "seconds to fill": seconds });
    let now = afterFill;
    ledgers.push({ size, ledger: await openLedger(path, { clock: () => now += 1000 }) });
  }
  printTable("The ledgers", filled);

  const rows = [];
  for (const [question, ask] of Object.entries(questions)) {
    const candidates = Object.fromEntries(
      ledgers.map(({ size, ledger }) => [size, (round: number) => ask(ledger, { size, round })]),
    );
    const samples = await inTurn(candidates, { rounds, warmUps });
    for (const { size } of ledgers) {
      const [values, base] = [samples[size]!, samples[sizes[0]!]!];
      const ratio = times(values, base);
      rows.push({
        question,
        tasks: size,
        "median ms": median(values),
        "least ms": least(values),
        "times the first, median": ratio,
        "times the first, least": timesByLeast(values, base),
        [`at most ${target}`]: size === sizes[0] ? "" : verdict(ratio, target),
      });
    }
  }
  printTable(`Calls through the store by size of the ledger (${rounds} rounds)`, rows);
  for (const { ledger } of ledgers) ledger.close();
} finally {
  await Deno.remove(work, { recursive: true });
}
