// What one claim and pass cost through the store. Target: at most 1.5 times raw SQLite that writes the same rows.
import { join } from "node:path";
import { inTurn, least, median, timed, times, timesByLeast } from "./figures.ts";
import { openLedger } from "./ledgers.ts";
import { printMachine } from "./machine.ts";
import { Player, type Recording } from "./recording.ts";
import { makeBase, playRound, recordCalls, warmUps } from "./rounds.ts";
import { printTable, rounded, verdict } from "./table.ts";

const rounds = Number(Deno.args[0] ?? 600);
const target = 1.5;
const all = rounds + warmUps;
const work = await Deno.makeTempDir({ prefix: "agent-handoff-bench-" });
const at = (name: string) => join(work, name);

/** Both recordings of each round, as one that is ready to be played. */
function ready(player: Player, calls: readonly Recording[]): (() => void)[] {
  return Array.from({ length: all }, (_, round) => {
    const both = calls.slice(2 * round, 2 * round + 2).map((call) => player.prepare(call));
    return () => both.forEach((play) => play());
  });
}

try {
  printMachine();
  await makeBase(at("base"), all);
  for (const name of ["recorded", "ours", "raw", "plain", "again"]) {
    await Deno.copyFile(at("base"), at(name));
  }
  const calls = await recordCalls(at("recorded"), all);
  const ours = await openLedger(at("ours"));
  using raw = new Player(at("raw"));
  using plain = new Player(at("plain"));
  plain.strip();
  const rawRounds = ready(raw, calls);
  const plainRounds = ready(plain, calls);

  // Two by two: a third one in between would only make the caches of both colder.
  const through = await inTurn({
    "our store": (round) => timed(() => playRound(ours, round + warmUps)),
    "raw SQLite, same schema": (round) => timed(rawRounds[round + warmUps]!),
  }, { rounds, warmUps });
  ours.close();
  using second = new Player(at("again"));
  const again = ready(second, calls);
  const bare = await inTurn({
    "raw SQLite, plain tables": (round) => timed(plainRounds[round + warmUps]!),
    "raw SQLite, same schema": (round) => timed(again[round + warmUps]!),
  }, { rounds, warmUps });

  const base = through["raw SQLite, same schema"];
  const row = (what: string, values: readonly number[], others: readonly number[]) => ({
    what,
    "median ms": median(values),
    "least ms": least(values),
    "times raw, median": times(values, others),
    "times raw, least": timesByLeast(values, others),
  });
  printTable(`One claim and one pass, two transactions (${rounds} rounds)`, [
    row("our store", through["our store"], base),
    row("raw SQLite, same schema", base, base),
    row(
      "raw SQLite, plain tables",
      bare["raw SQLite, plain tables"],
      bare["raw SQLite, same schema"],
    ),
  ]);
  const port = times(through["our store"], base);
  console.log(
    `\nThe store, target at most ${target} times raw: ${rounded(port)}, ${verdict(port, target)}`,
  );
} finally {
  await Deno.remove(work, { recursive: true });
}
