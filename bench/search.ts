// Whether searches stay as fast on a ledger with a million tasks as on one with a thousand. Target: within 3.
// Takes --sizes 1000,100000,1000000 and --rounds 50.
import { parseArgs } from "node:util";
import type { Ledger, ListQuery } from "../lib/ledger/ledger.ts";
import { askAll, openSizes, type Question } from "./by_size.ts";
import { timed } from "./figures.ts";
import { agents } from "./ledgers.ts";
import { printMachine } from "./machine.ts";

const { values: flags } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,100000,1000000" },
    rounds: { type: "string", default: "50" },
  },
});
const sizes = flags.sizes.split(",").map(Number);
const rounds = Number(flags.rounds);
const warmUps = 10;
const who = { agent: agents[0], session: `bench-session-${agents[0]}`, limit: 20 } as const;
const work = await Deno.makeTempDir({ prefix: "agent-handoff-bench-" });

/** A number that one title alone holds, spread evenly over the ledger. */
function numberIn(size: number, round: number): number {
  return Math.floor((((round + warmUps) * 0.618_033_988_75) % 1) * size);
}

type Asked = Pick<ListQuery, "query"> & Partial<ListQuery>;

/** What is searched for; a part of every title, of every objective, or of one title alone. */
const asked: Record<string, (of: { size: number; round: number }) => Asked> = {
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

const questions: Record<string, Question> = {
  ...Object.fromEntries(
    Object.entries(asked).map((
      [name, ask],
    ) => [name, ({ ledger, ...of }) => find(ledger, ask(of))]),
  ),
  "the next page of a common word": ({ ledger }) => nextPage(ledger),
};

try {
  printMachine();
  const sized = await openSizes(work, sizes);
  await askAll("Searches through the store", questions, { sized, rounds, warmUps, atMost: 3 });
} finally {
  await Deno.remove(work, { recursive: true });
}
