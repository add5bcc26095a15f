// What a claim with its pass, and an entry of the journal, cost through the store. Target: at most 1.5 times raw SQLite
// that writes the same rows.
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { inTurn, least, median, timed, times, timesByLeast } from "./figures.ts";
import { printMachine } from "./machine.ts";
import { Player, type Recording } from "./recording.ts";
import {
  begin,
  claimAndPass,
  logging,
  makeBase,
  type Play,
  readyRound,
  recordCalls,
  warmUps,
} from "./rounds.ts";
import { printTable, rounded, type TableRow, verdict } from "./table.ts";

const rounds = Number(Deno.args[0] ?? 600);
const target = 1.5;
const all = rounds + warmUps + 1;
/** After so many milliseconds a directory counts as quiet, as that of a ledger in use is. */
const settled = 3000;
const work = await Deno.makeTempDir({ prefix: "agent-handoff-bench-" });
let copies = 0;

/** Gives what plays a round on a ledger of its own. */
type Making = (path: string) => Promise<(round: number) => () => unknown>;

/** A copy of a ledger in a directory of its own: what is made beside a ledger has the store look closer. */
async function copy(base: string): Promise<string> {
  const directory = join(work, `copy-${++copies}`);
  await Deno.mkdir(directory);
  await Deno.copyFile(base, join(directory, "ledger"));
  return join(directory, "ledger");
}

function store(play: Play): Making {
  return async (path) => {
    const ledger = await begin(play, path);
    await readyRound(play, ledger, 0)();
    await delay(settled);
    return (round) => readyRound(play, ledger, round + 1);
  };
}

type Recorded = Awaited<ReturnType<typeof recordCalls>>;

function raw(
  recorded: Recorded,
  prepare: (player: Player, call: Recording) => () => void,
  options: { isPlain?: true } = {},
): Making {
  return (path) => {
    const player = new Player(path);
    if (options.isPlain) player.strip();
    for (const call of recorded.before) player.prepare(call)();
    const ready = recorded.calls.map((call) => prepare(player, call));
    const each = ready.length / all;
    return Promise.resolve((round) => () => {
      for (let call = round * each; call < (round + 1) * each; call++) ready[call]!();
    });
  };
}

/** Two in turn; a third one in between would only make the caches of both colder. */
async function pair(
  base: string,
  one: readonly [string, Making],
  other: readonly [string, Making],
): Promise<{ row: TableRow; ratio: number }> {
  const plays = [await one[1](await copy(base)), await other[1](await copy(base))];
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

async function compare(play: Play, base: string): Promise<void> {
  await makeBase(play, base, all);
  const recorded = await recordCalls(play, await copy(base), all);
  const ours = ["our store", store(play)] as const;
  const making = raw(recorded, (player, call) => player.prepareMaking(call));
  const made = [
    "values made before",
    raw(recorded, (player, call) => player.prepare(call)),
  ] as const;
  const plain = raw(recorded, (player, call) => player.prepare(call), { isPlain: true });
  const against = await pair(base, ours, ["raw SQLite", making]);
  const results = [
    against,
    await pair(base, ours, made),
    await pair(base, ["raw SQLite, plain tables", plain], made),
  ];
  printTable(`${play.name}, through the store (${rounds} rounds)`, results.map(({ row }) => row));
  console.log(
    `\nTarget at most ${target} times raw: ${rounded(against.ratio)}, ` +
      verdict(against.ratio, target),
  );
}

try {
  printMachine();
  for (const [number, play] of [claimAndPass, logging].entries()) {
    await compare(play, join(work, `base-${number}`));
  }
} finally {
  await Deno.remove(work, { recursive: true });
}
