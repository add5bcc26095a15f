// What one claim and pass cost through the store. Target: at most 1.5 times raw SQLite that writes the same rows.
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { inTurn, least, median, timed, times, timesByLeast } from "./figures.ts";
import { openLedger } from "./ledgers.ts";
import { printMachine } from "./machine.ts";
import { Player, type Recording } from "./recording.ts";
import { makeBase, readyRound, recordCalls, warmUps } from "./rounds.ts";
import { printTable, rounded, type TableRow, verdict } from "./table.ts";

const rounds = Number(Deno.args[0] ?? 600);
const target = 1.5;
const all = rounds + warmUps + 1;
/** After so many milliseconds a directory counts as quiet, as that of a ledger in use is. */
const settled = 3000;
const work = await Deno.makeTempDir({ prefix: "agent-handoff-bench-" });

/** Gives what plays a round on a ledger of its own. */
type Making = (path: string) => Promise<(round: number) => () => unknown>;

/** A copy of the ledger in a directory of its own: what is made beside a ledger has the store look closer. */
async function copy(name: string): Promise<string> {
  const path = join(work, name, "ledger");
  await Deno.mkdir(join(work, name));
  await Deno.copyFile(join(work, "base"), path);
  return path;
}

const store: Making = async (path) => {
  const ledger = await openLedger(path);
  await readyRound(ledger, 0)();
  await delay(settled);
  return (round) => readyRound(ledger, round + 1);
};

function raw(
  calls: readonly Recording[],
  prepare: (player: Player, call: Recording) => () => void,
  options: { isPlain?: true } = {},
): Making {
  return (path) => {
    const player = new Player(path);
    if (options.isPlain) player.strip();
    const ready = calls.map((call) => prepare(player, call));
    return Promise.resolve((round) => () => {
      ready[2 * round]!();
      ready[2 * round + 1]!();
    });
  };
}

let pairs = 0;

/** Two in turn; a third one in between would only make the caches of both colder. */
async function pair(
  one: readonly [string, Making],
  other: readonly [string, Making],
): Promise<{ row: TableRow; ratio: number }> {
  const number = ++pairs;
  const plays = [
    await one[1](await copy(`${number}-one`)),
    await other[1](await copy(`${number}-other`)),
  ];
  const [first, second] = plays.map((play) => (round: number) => timed(play(round + warmUps)));
  const samples = await inTurn({ one: first!, other: second! }, { rounds, warmUps });
  const ratio = times(samples.one, samples.other);
  const row = {
    what: one[0],
    "median ms": median(samples.one),
    "least ms": least(samples.one),
    "compared with": other[0],
    "its median ms": median(samples.other),
    "times, median": ratio,
    "times, least": timesByLeast(samples.one, samples.other),
  };
  return { row, ratio };
}

try {
  printMachine();
  await makeBase(join(work, "base"), all);
  const calls = await recordCalls(await copy("recorded"), all);
  const ours = ["our store", store] as const;
  const making = raw(calls, (player, call) => player.prepareMaking(call));
  const played = raw(calls, (player, call) => player.prepare(call));
  const plain = raw(calls, (player, call) => player.prepare(call), { isPlain: true });
  const against = await pair(ours, ["raw SQLite", making]);
  const results = [
    against,
    await pair(ours, ["raw SQLite, values made before", played]),
    await pair(["raw SQLite, plain tables", plain], ["raw SQLite, values made before", played]),
  ];
  printTable(
    `One claim and one pass, two transactions (${rounds} rounds)`,
    results.map(({ row }) => row),
  );
  console.log(
    `\nThe store, target at most ${target} times raw: ${rounded(against.ratio)}, ` +
      verdict(against.ratio, target),
  );
} finally {
  await Deno.remove(work, { recursive: true });
}
