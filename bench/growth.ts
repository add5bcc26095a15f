// Whether calls stay as fast on a ledger with a million tasks as on one with a thousand. Target: within 1.2.
// Takes --sizes 1000,100000,1000000 and --rounds 100.
import { parseArgs } from "node:util";
import type { Ledger } from "../lib/ledger/ledger.ts";
import type { Command } from "../lib/rules/command.ts";
import { askAll, openSizes, type Question } from "./by_size.ts";
import { timed } from "./figures.ts";
import { numberOfAddressed } from "./fill.ts";
import { agents, claim, createTask, pass, taskIdOf } from "./ledgers.ts";
import { printMachine } from "./machine.ts";

const { values: flags } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,100000,1000000" },
    rounds: { type: "string", default: "100" },
  },
});
const sizes = flags.sizes.split(",").map(Number);
const rounds = Number(flags.rounds);
const warmUps = 20;
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

const list = (status: "open" | "mine" | "completed" | "all"): Question => ({ ledger }) =>
  timed(() => ledger.list({ status, ...who, limit: 20 }));

const addressed = (of: { size: number; round: number }) =>
  taskIdOf(numberOfAddressed(placeOf(of.round), of.size));

const questions: Record<string, Question> = {
  // Reads come first: the writes below lengthen the tasks of the smallest ledger most.
  "list, open": list("open"),
  "list, mine": list("mine"),
  "list, completed": list("completed"),
  "list, all": list("all"),
  "show, with history": async ({ ledger, aside, ...of }) => {
    const query = { taskId: addressed(of), history: 10 };
    // What the machine takes to find a page that nobody has read for long is not ours to tell.
    await aside.show(query);
    return await timed(() => ledger.show(query));
  },
  "what to do next (for a wait)": ({ ledger }) => timed(() => ledger.chance(who)),
  "claim by id and pass": ({ ledger, ...of }) =>
    timed(async () => {
      const taskId = addressed(of);
      await done(ledger, claim(agent, taskId));
      await done(ledger, pass(agent, taskId));
    }),
  "claim without id": async ({ ledger }) => {
    let taskId = "";
    const taken = await timed(async () => taskId = await done(ledger, claim(agent)));
    const { caller } = claim(agent);
    const told = { summary: "Done.", changedFiles: [] };
    await done(ledger, { type: "complete", caller, taskId, ...told });
    return taken;
  },
  "create": ({ ledger, size, round }) =>
    timed(() => done(ledger, createTask(size + round + warmUps))),
};

try {
  printMachine();
  const sized = await openSizes(work, sizes);
  await askAll("Calls through the store", questions, { sized, rounds, warmUps, atMost: 1.2 });
} finally {
  await Deno.remove(work, { recursive: true });
}
