// The rounds that both benches of a round play, and what each of them writes, taken down beforehand.
import type { Ledger } from "../lib/ledger/ledger.ts";
import { claim, createTask, hands, openLedger, pass, taskOfRound } from "./ledgers.ts";
import { Recorder, type Recording } from "./recording.ts";

/** Rounds that fill caches and let the runtime compile what runs often; a server plays them in a morning. */
export const warmUps = 200;

/** Both commands of a round. */
export function commandsOf(round: number): [ReturnType<typeof claim>, ReturnType<typeof pass>] {
  const { from, to } = hands(round);
  const taskId = taskOfRound(round);
  return [claim(from, taskId), pass(from, taskId, to)];
}

/** Makes a ledger with a task for every sixteen rounds. */
export async function makeBase(path: string, rounds: number): Promise<void> {
  const ledger = await openLedger(path);
  for (let number = 0; number <= rounds / 16; number++) await ledger.execute(createTask(number));
  ledger.close();
}

/** A round through the port, ready to be played. */
export function readyRound(ledger: Ledger, round: number): () => Promise<void> {
  const commands = commandsOf(round);
  return async () => {
    for (const command of commands) await play(ledger, command, round);
  };
}

/** What each call of every round writes, taken down on a copy of the ledger of its own. */
export async function recordCalls(path: string, rounds: number): Promise<Recording[]> {
  using recorder = new Recorder();
  const ledger = await openLedger(path);
  try {
    const recordings: Recording[] = [];
    // The settings of the connection are no part of a round.
    recorder.take();
    for (let round = 0; round < rounds; round++) {
      for (const command of commandsOf(round)) {
        await play(ledger, command, round);
        recordings.push(recorder.take());
      }
    }
    return recordings;
  } finally {
    ledger.close();
  }
}

async function play(
  ledger: Ledger,
  command: ReturnType<typeof commandsOf>[number],
  round: number,
): Promise<void> {
  const { refusal } = await ledger.execute(command);
  if (refusal) throw new Error(`Round ${round}: ${refusal.code}`);
}
