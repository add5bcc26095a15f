// Asks every question in turn, each in a process of its own, and ends with 1 where one of them fails.
// With --write the answers become the results in docs/performance.md.
import { join } from "node:path";
import { machine } from "./machine.ts";

const questions = [
  "handshake.ts",
  "list_start.ts",
  "memory.ts",
  "round.ts",
  "round_stdio.ts",
  "contention.ts",
  "growth.ts",
  "search.ts",
  "scale.ts",
];
const page = join(import.meta.dirname!, "..", "docs", "performance.md");
const mark = "<!-- results: written by deno task bench --write -->";

/** Runs one question and gives what it prints, without the machine, which is the same for all. */
async function ask(question: string): Promise<string> {
  const args = ["run", "--quiet", "-A", join(import.meta.dirname!, question)];
  const options = { args, stderr: "inherit" } as const;
  const { success, stdout } = await new Deno.Command(Deno.execPath(), options).output();
  if (!success) Deno.exitCode = 1;
  const text = new TextDecoder().decode(stdout);
  return text.slice(Math.max(0, text.indexOf("Load average"))).trim();
}

const about = machine().map((line) => `- ${line}`).join("\n");
const day = new Date().toISOString().slice(0, 10);
let results = `## Results of ${day}\n\n${about}\n`;
console.log(results);
for (const question of questions) {
  const answer = `\n## bench/${question}\n\n${await ask(question)}\n`;
  console.log(answer);
  results += answer;
}
if (Deno.args.includes("--write")) {
  const [told] = (await Deno.readTextFile(page)).split(mark);
  await Deno.writeTextFile(page, `${told}${mark}\n\n${results}`);
}
