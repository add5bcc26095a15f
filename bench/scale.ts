// Whether calls stay as fast on a million tasks and ten million events as on a thousand and ten thousand.
// Targets: within 1.2, searches within 3. Takes --tasks 1000000 and --rounds 100.
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Ledger, ListQuery } from "../lib/ledger/ledger.ts";
import type { Command } from "../lib/rules/command.ts";
import { inTurn, least, median, timed, times, timesByLeast } from "./figures.ts";
import { fillFast } from "./fill_fast.ts";
import { agents, claim, hands, openLedger, pass, taskIdOf } from "./ledgers.ts";
import { printMachine } from "./machine.ts";
import { printTable, type TableRow, verdict } from "./table.ts";
import { logOn, sharedWord } from "./ten_each.ts";

const { values: flags } = parseArgs({
  options: {
    tasks: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "100" },
  },
});
const sizes = [1000, Number(flags.tasks)];
const rounds = Number(flags.rounds);
const warmUps = 20;
const [agent] = agents;
const who = { agent, session: `bench-session-${agent}`, limit: 20 } as const;
const work = await Deno.makeTempDir({ prefix: "agent-handoff-bench-" });

/** A number of a task, spread evenly over the ledger as the rounds go on. */
function numberIn(size: number, round: number): number {
  return Math.floor((((round + warmUps) * 0.618_033_988_75) % 1) * size);
}

async function done(ledger: Ledger, command: Command): Promise<string> {
  const { refusal, sight } = await ledger.execute(command);
  // The last handoff of a task is taken too: a person is then needed, and the next claim takes another one.
  if (refusal && refusal.code !== "budget_spent") {
    throw new Error(`${command.type}: ${refusal.code}`);
  }
  return sight!.task.taskId;
}

interface Asked {
  readonly size: number;
  readonly round: number;
  /** A second connection: what it reads is at hand for the system, not for the ledger that is measured. */
  readonly aside: Ledger;
  readonly file: Deno.FsFile;
}

type Question = (ledger: Ledger, of: Asked) => Promise<number>;

/** Ten rows, which one group of tasks fills on both ledgers: else the small one would ask for more groups. */
const list = (status: ListQuery["status"]): Question => (ledger) =>
  timed(() => ledger.list({ ...who, status, limit: 10 }));

const search =
  (query: (of: Asked) => string, status: ListQuery["status"] = "all"): Question => (ledger, of) =>
    timed(() => ledger.list({ ...who, status, query: query(of) }));

/** One claim of the best task and its pass to the other agent; gives what each of them takes. */
async function turn(ledger: Ledger, round: number): Promise<{ claimed: number; passed: number }> {
  const { from, to } = hands(round);
  let taskId = "";
  const claimed = await timed(async () => taskId = await done(ledger, claim(from)));
  const passed = await timed(() => done(ledger, pass(from, taskId, to)));
  return { claimed, passed };
}

const showIn = (ledger: Ledger, { size, round }: Asked) =>
  ledger.show({ taskId: taskIdOf(numberIn(size, round)), history: 10 });

const page = new Uint8Array(4096);

function readPage({ file, round }: Asked): void {
  const pages = Math.floor(file.statSync().size / page.length);
  file.seekSync(numberIn(pages, round + 0.25) * page.length, Deno.SeekMode.Start);
  file.readSync(page);
}

/** What is asked, and how many times of the small ledger it may take. Reads come before writes. */
const questions: Record<string, { ask: Question; atMost?: number }> = {
  "list, open": { ask: list("open"), atMost: 1.2 },
  "list, mine": { ask: list("mine"), atMost: 1.2 },
  "list, all": { ask: list("all"), atMost: 1.2 },
  // First what no target is for: what the machine takes to find what nobody has read for long.
  "a page of the file, anywhere, by itself": { ask: (_, of) => timed(() => readPage(of)) },
  "show, a task that nobody has shown": { ask: (ledger, of) => timed(() => showIn(ledger, of)) },
  "show, with history": {
    ask: async (ledger, of) => {
      const other = { ...of, round: of.round + 0.5 };
      await showIn(of.aside, other);
      return await timed(() => showIn(ledger, other));
    },
    atMost: 1.2,
  },
  "search: a word of every event with text": { ask: search(() => "importer"), atMost: 3 },
  "search: a word of one task in a dozen": { ask: search(() => "invoice"), atMost: 3 },
  "search: a word of four tasks": {
    ask: search(({ size, round }) => sharedWord(numberIn(size, round))),
    atMost: 3,
  },
  "search: a common word and a rare one": {
    ask: search(({ size, round }) => `importer ${numberIn(size, round)}`),
    atMost: 3,
  },
  "search: a phrase": { ask: search(() => '"time zone"'), atMost: 3 },
  "search: a phrase of common words that is nowhere": {
    ask: search(() => '"zone importer"'),
    atMost: 3,
  },
  "search: a beginning of a common word": { ask: search(() => "import*"), atMost: 3 },
  "search: a beginning of many rare words": { ask: search(() => "s1*"), atMost: 3 },
  "search: a common word in open tasks": { ask: search(() => "zone", "open"), atMost: 3 },
  "search: a common word in what is mine": { ask: search(() => "zone", "mine"), atMost: 3 },
  "claim without id": {
    ask: async (ledger, { round }) => (await turn(ledger, round)).claimed,
    atMost: 1.2,
  },
  "claim without id and pass": {
    ask: async (ledger, { round }) => {
      const { claimed, passed } = await turn(ledger, round);
      return claimed + passed;
    },
    atMost: 1.2,
  },
  "log": {
    ask: async (ledger, { round }) => {
      const taskId = await done(ledger, claim(agent));
      const taken = await timed(() =>
        done(ledger, logOn(agent, { taskId, number: round + warmUps, place: round + warmUps }))
      );
      await done(ledger, pass(agent, taskId, agent));
      return taken;
    },
    atMost: 1.2,
  },
};

try {
  printMachine();
  const ledgers: { size: number; ledger: Ledger; aside: Ledger; file: Deno.FsFile }[] = [];
  const filled: TableRow[] = [];
  for (const size of sizes) {
    const path = join(work, `${size}`);
    const began = performance.now();
    const { tasks, events, now: end } = await fillFast(path, size);
    const seconds = (performance.now() - began) / 1000;
    const mebibytes = (await Deno.stat(path)).size / 2 ** 20;
    filled.push({ tasks, events, "file MiB": mebibytes, "seconds to fill": seconds });
    let now = end;
    const clock = () => now += 1000;
    const ledger = await openLedger(path, { clock });
    // SQLite's locks are not harmed by its closing, since that comes after theirs.
    const file = await Deno.open(path);
    ledgers.push({ size, ledger, aside: await openLedger(path, { clock }), file });
  }
  printTable("The ledgers", filled);
  const [load] = Deno.loadavg();
  console.log(`\nLoad average once they are filled: ${load!.toFixed(2)} (1 minute)`);

  const rows: TableRow[] = [];
  for (const [question, { ask, atMost }] of Object.entries(questions)) {
    const candidates = Object.fromEntries(
      ledgers.map((
        { ledger, ...of },
      ) => [of.size, (round: number) => ask(ledger, { ...of, round })]),
    );
    const samples = await inTurn(candidates, { rounds, warmUps });
    const [few, many] = sizes.map((size) => samples[size]!) as [
      readonly number[],
      readonly number[],
    ];
    const ratio = times(many, few);
    rows.push({
      question,
      "few: median ms": median(few),
      "few: least ms": least(few),
      "many: median ms": median(many),
      "many: least ms": least(many),
      "times, median": ratio,
      "times, least": timesByLeast(many, few),
      target: atMost === undefined ? "told" : `${verdict(ratio, atMost)} (${atMost})`,
    });
  }
  printTable(`Calls on ${sizes[1]} tasks against ${sizes[0]} (${rounds} rounds)`, rows);
  for (const { ledger, aside, file } of ledgers) {
    aside.close();
    ledger.close();
    file.close();
  }
} finally {
  await Deno.remove(work, { recursive: true });
}
