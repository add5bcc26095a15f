// Whether many processes can work on one ledger at once. Target: no error. Every process opens the file, creates,
// claims and passes; all are released at the same moment. Takes the number of processes and of rounds.
import { join } from "node:path";
import type { Seen } from "./contender.ts";
import { median } from "./figures.ts";
import { printMachine } from "./machine.ts";
import { contender } from "./programs.ts";
import { printTable } from "./table.ts";

const processes = Number(Deno.args[0] ?? 12);
const rounds = Number(Deno.args[1] ?? 50);
const repeats = 3;
const work = await Deno.makeTempDir({ prefix: "agent-handoff-bench-" });

/** Starts all, waits until each is ready, releases them, gathers what they saw. */
async function race(path: string): Promise<{ seen: Seen[]; seconds: number }> {
  const children = Array.from({ length: processes }, (_, number) => {
    const [program, ...args] = contender(path, { number, rounds });
    return new Deno.Command(program!, { args, stdin: "piped", stdout: "piped" }).spawn();
  });
  const lines = children.map((child) => linesOf(child));
  await Promise.all(lines.map((line) => line.next()));
  const began = performance.now();
  for (const child of children) await child.stdin.getWriter().write(new Uint8Array([10]));
  const seen = await Promise.all(lines.map(async (line) => {
    const { value } = await line.next();
    if (value === undefined) throw new Error("A process ended without a word");
    return JSON.parse(value) as Seen;
  }));
  const seconds = (performance.now() - began) / 1000;
  await Promise.all(children.map((child) => child.status));
  return { seen, seconds };
}

async function* linesOf(child: Deno.ChildProcess): AsyncGenerator<string, undefined> {
  let rest = "";
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

try {
  printMachine();
  const rows = [];
  const errors: string[] = [];
  for (let repeat = 1; repeat <= repeats; repeat++) {
    const path = join(work, `ledger-${repeat}`);
    await Deno.writeTextFile(path, "");
    const { seen, seconds } = await race(path);
    const sum = (of: (seen: Seen) => number) => seen.reduce((all, one) => all + of(one), 0);
    const waits = seen.flatMap((one) => one.waits);
    errors.push(...seen.flatMap((one) => one.errors));
    rows.push({
      race: repeat,
      calls: sum((one) => one.calls),
      "calls a second": sum((one) => one.calls) / seconds,
      claims: sum((one) => one.claims),
      "lease held": sum((one) => one.held),
      "median wait ms": median(waits),
      "longest wait ms": waits.reduce((one, other) => Math.max(one, other)),
      "longest stall ms": seen.reduce((most, one) => Math.max(most, one.stall), 0),
      errors: sum((one) => one.errors.length),
    });
  }
  printTable(`${processes} processes on one ledger, ${rounds} rounds each`, rows);
  for (const error of new Set(errors)) console.log(`\nError: ${error}`);
  console.log(`\nTarget no error: ${errors.length === 0 ? "met" : "MISSED"}`);
} finally {
  await Deno.remove(work, { recursive: true });
}
