// The same questions to ledgers of several sizes, and the table of how many times of the smallest each takes.
// Knows no question.
import { join } from "node:path";
import type { Ledger } from "../lib/ledger/ledger.ts";
import { inTurn, least, median, times, timesByLeast } from "./figures.ts";
import { afterFill, fill } from "./fill.ts";
import { openLedger } from "./ledgers.ts";
import { printTable, type TableRow, verdict } from "./table.ts";

/** One ledger of a size. */
export interface Sized {
  readonly size: number;
  readonly ledger: Ledger;
  /** A second connection: what it reads is at hand for the system, not for the ledger that is measured. */
  readonly aside: Ledger;
}

/** Asks one ledger in one round, and gives the milliseconds that it took. */
export type Question = (of: Sized & { readonly round: number }) => Promise<number>;

/** Fills a ledger of each size, prints what that came to, and opens them. */
export async function openSizes(work: string, sizes: readonly number[]): Promise<Sized[]> {
  const opened: Sized[] = [];
  const filled: TableRow[] = [];
  for (const size of sizes) {
    const path = join(work, `${size}`);
    const began = performance.now();
    const events = await fill(path, size);
    const seconds = (performance.now() - began) / 1000;
    const mebibytes = (await Deno.stat(path)).size / 2 ** 20;
    filled.push({ tasks: size, events, "file MiB": mebibytes, "seconds to fill": seconds });
    let now = afterFill;
    const clock = () => now += 1000;
    const ledger = await openLedger(path, { clock });
    opened.push({ size, ledger, aside: await openLedger(path, { clock }) });
  }
  printTable("The ledgers", filled);
  return opened;
}

/** Asks every question of every ledger in turn, prints the table, and closes them. */
export async function askAll(
  title: string,
  questions: Readonly<Record<string, Question>>,
  of: { sized: readonly Sized[]; rounds: number; warmUps: number; atMost: number },
): Promise<void> {
  const { sized, rounds, warmUps, atMost } = of;
  const smallest = sized[0]!.size;
  const rows: TableRow[] = [];
  for (const [question, ask] of Object.entries(questions)) {
    const candidates = Object.fromEntries(
      sized.map((one) => [one.size, (round: number) => ask({ ...one, round })]),
    );
    const samples = await inTurn(candidates, { rounds, warmUps });
    for (const { size } of sized) {
      const [values, base] = [samples[size]!, samples[smallest]!];
      const ratio = times(values, base);
      rows.push({
        question,
        tasks: size,
        "median ms": median(values),
        "least ms": least(values),
        "times the first, median": ratio,
        "times the first, least": timesByLeast(values, base),
        [`at most ${atMost}`]: size === smallest ? "" : verdict(ratio, atMost),
      });
    }
  }
  printTable(`${title} by size of the ledger (${rounds} rounds)`, rows);
  for (const { ledger, aside } of sized) {
    aside.close();
    ledger.close();
  }
}
