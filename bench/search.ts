// Whether searches stay as fast on a ledger with a million tasks as on one with a thousand. Target: within 3.
// Takes --sizes 1000,100000,1000000 and --rounds 50.
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Ledger, ListQuery } from "../lib/ledger/ledger.ts";
import { inTurn, least, median, timed, times, timesByLeast } from "./figures.ts";
import { afterFill, fill } from "./fill.ts";
import { agents, openLedger } from "./ledgers.ts";
import { printMachine } from "./machine.ts";
import { printTable, verdict } from "./table.ts";

const { values: flags } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,100000,1000000" },
    rounds: { type: "string", default: "50" },
  },
});
const sizes = flags.sizes.split(",").map(Number);
const rounds = Number(flags.rounds);
const warmUps = 10;
const target = 3;
const who = { agent: agents[0], session: `bench-session-${agents[0]}`, limit: 20 } as const;
const work = await Deno.makeTempDir({ prefix: "agent-handoff-bench-" });

/** A number that one title alone holds, spread evenly over the ledger. */
function numberIn(size: number, round: number): number {
  return Math.floor((((round + warmUps) * 0.618_033_988_75) % 1) * size);
}

type Asked = Pick<ListQuery, "query"> & Partial<ListQuery>;

/** What is searched for; a part of every title, of every objective, or of one title alone. */
const questions: Record<string, (of: { size: number; round: number }) => Asked> = {
  "a rare word": ({ size, round }) => ({ query: `${numberIn(size, round)}` }),
  "a word of every title": () => ({ query: "importer" }),
  "a word of every objective": () => ({ query: "zone" }),
  "two common words": () => ({ query: "zone importer" }),
  "a common word and a rare one": ({ size, round }) => ({
    query: `importer ${numberIn(size, round)}`,
  }),
  "a phrase": () => ({ query: '"time zone"' }),
  "a beginning of a common word": () => ({ query: "import*" }),
  "a beginning of many rare words": () => ({ query: "1*" }),
  "a common word in completed tasks": () => ({ query: "zone", status: "completed" }),
  "a common word in what is mine": () => ({ query: "zone", status: "mine" }),
  "a common word where no task fits": () => ({ query: "zone", status: "needs_person" }),
  "a word that nothing holds": () => ({ query: "thylacine" }),
};

async function find(ledger: Ledger, asked: Asked): Promise<number> {
  return await timed(() => ledger.list({ status: "all", ...who, ...asked }));
}

/** The second page, without what the first one takes. */
async function nextPage(ledger: Ledger): Promise<number> {
  const asked = { status: "all", ...who, query: "importer" } as const;
  const { cursor } = await ledger.list(asked);
  return await timed(() => ledger.list({ ...asked, cursor }));
}

try {
  printMachine();
  const ledgers: { size: number; ledger: Ledger }[] = [];
  for (const size of sizes) {
    const path = join(work, `${size}`);
    const seconds = await timed(() => fill(path, size)) / 1000;
    const mebibytes = (await Deno.stat(path)).size / 2 ** 20;
    console.log(`${size} tasks: ${mebibytes.toFixed(1)} MiB, filled in ${seconds.toFixed(1)} s`);
    let now = afterFill;
    ledgers.push({ size, ledger: await openLedger(path, { clock: () => now += 1000 }) });
  }
  const rows = [];
  for (const question of [...Object.keys(questions), "the next page of a common word"]) {
    const ask = questions[question];
    const candidates = Object.fromEntries(
      ledgers.map(({ size, ledger }) => [
        size,
        (round: number) => ask ? find(ledger, ask({ size, round })) : nextPage(ledger),
      ]),
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
  printTable(`Searches through the store by size of the ledger (${rounds} rounds)`, rows);
  for (const { ledger } of ledgers) ledger.close();
} finally {
  await Deno.remove(work, { recursive: true });
}
