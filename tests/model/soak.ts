// The long run of the model: ten million steps unless told otherwise. Prints what it came to; a violation ends it.
import { parseArgs } from "node:util";
import { runModel, type Tally } from "./run_model.ts";

const { values } = parseArgs({
  options: {
    steps: { type: "string", default: "10000000" },
    seed: { type: "string", default: "1" },
  },
});
const steps = Number(values.steps);
const seed = Number(values.seed);
const began = performance.now();
let told = 0;

function tell(tally: Tally): void {
  if (tally.steps < told + steps / 20) return;
  told = tally.steps;
  console.error(`${tally.steps} steps, ${seconds()} s`);
}

function seconds(): number {
  return Math.round((performance.now() - began) / 1000);
}

function table(counts: ReadonlyMap<string, number>): string {
  return [...counts].sort().map(([what, count]) => `  ${what}: ${count}`).join("\n");
}

const tally = runModel({ seed, steps, onWorld: tell });
console.log(`model: ${tally.steps} steps in ${tally.worlds} worlds from seed ${seed}`);
console.log(`${tally.events} events, no broken promise, ${seconds()} s`);
console.log(`happenings\n${table(tally.happenings)}`);
console.log(`events\n${table(tally.kinds)}`);
console.log(`answers\n${table(tally.answers)}`);
