// Asks every question in turn, each in a process of its own, and ends with 1 where one of them fails.
import { join } from "node:path";

const questions = [
  "handshake.ts",
  "list_start.ts",
  "memory.ts",
  "round.ts",
  "contention.ts",
  "growth.ts",
];

for (const question of questions) {
  console.log(`\n## bench/${question}\n`);
  const args = ["run", "--quiet", "-A", join(import.meta.dirname!, question)];
  const { success } = await new Deno.Command(Deno.execPath(), { args }).spawn().status;
  if (!success) Deno.exitCode = 1;
}
