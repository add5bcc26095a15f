// One of many processes on one ledger: waits for the signal, then creates, claims and passes as fast as it can.
import { LedgerRefusal } from "../lib/ledger/ledger.ts";
import type { Command } from "../lib/rules/command.ts";
import { handoffsLeft, type Task } from "../lib/rules/task.ts";
import { claim, createTask, openLedger, pass } from "./ledgers.ts";

/** What one process saw. */
export interface Seen {
  readonly calls: number;
  readonly claims: number;
  /** Claims that another's lease stood in the way of. */
  readonly held: number;
  /** Every refusal that was not to be expected, and every fault. */
  readonly errors: readonly string[];
  /** How long each call took, in milliseconds. */
  readonly waits: readonly number[];
  /** The longest time for which the event loop did not run, in milliseconds. */
  readonly stall: number;
}

/** Plays its part; the clock is the system's, since all share one lease. */
async function contend(of: { path: string; number: number; rounds: number }): Promise<Seen> {
  const [waits, errors]: [number[], string[]] = [[], []];
  let [claims, held, stall, last] = [0, 0, 0, performance.now()];
  const watch = setInterval(() => {
    const now = performance.now();
    stall = Math.max(stall, now - last - 5);
    last = now;
  }, 5);
  // The file is empty yet: the first opening and the schema are contended for as well.
  const ledger = await openLedger(of.path, { clock: Date.now });
  const call = async (command: Command): Promise<Task | undefined> => {
    const began = performance.now();
    try {
      const { refusal, sight } = await ledger.execute(command);
      if (!refusal) return sight?.task;
      if (refusal.code === "lease_held") held++;
      else errors.push(`${command.type}: ${refusal.code}`);
    } catch (error) {
      const code = error instanceof LedgerRefusal ? error.refusal.code : String(error);
      errors.push(`${command.type}: ${code}`);
    } finally {
      waits.push(performance.now() - began);
    }
  };
  const agent = `agent-${of.number}`;
  for (let round = 0; round < of.rounds; round++) {
    await call(createTask(of.number * 1_000_000 + round));
    const task = await call(claim(agent));
    if (!task) continue;
    claims++;
    const { taskId } = task;
    const end = { summary: "Handed on as often as may be.", changedFiles: [] };
    await call(
      handoffsLeft(task) > 0
        ? pass(agent, taskId)
        : { type: "complete", caller: claim(agent).caller, taskId, ...end },
    );
  }
  ledger.close();
  clearInterval(watch);
  return { calls: waits.length, claims, held, errors, waits, stall };
}

if (import.meta.main) {
  const [path, number, rounds] = Deno.args;
  console.log("ready");
  await Deno.stdin.read(new Uint8Array(1));
  const seen = await contend({ path: path!, number: Number(number), rounds: Number(rounds) });
  console.log(JSON.stringify(seen));
}
