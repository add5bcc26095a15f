// What both benches of a round play, as commands and as calls of tools, and what each call writes, taken down
// beforehand.
import type { Ledger } from "../lib/ledger/ledger.ts";
import type { Command, Log } from "../lib/rules/command.ts";
import { agents, baton, claim, createTask, hands, openLedger, pass, taskIdOf } from "./ledgers.ts";
import { Recorder, type Recording } from "./recording.ts";

/** Rounds that fill caches and let the runtime compile what runs often; a server plays them in a morning. */
export const warmUps = 200;

/** A call of a tool: its name and its arguments. */
export type ToolCall = readonly [name: string, given: Readonly<Record<string, unknown>>];

/** One thing that is done over and over. */
export interface Play {
  readonly name: string;
  /** How many rounds one task is good for. */
  readonly roundsOfTask: number;
  /** What comes once before the first round. */
  readonly begin: (taskId: string) => { commands: readonly Command[]; calls: readonly ToolCall[] };
  /** The commands of a round on its task, each one transaction, and the same as calls. */
  readonly round: (
    round: number,
    taskId: string,
  ) => { commands: readonly Command[]; calls: readonly ToolCall[] };
}

/** A claim by an agent and its pass to another one. */
export const claimAndPass: Play = {
  name: "One claim and one pass",
  roundsOfTask: 16,
  begin: () => ({ commands: [], calls: [] }),
  round: (round, taskId) => {
    const { from, to } = hands(round);
    const { summary, nextAction: next_action, changedFiles: changed_files } = baton;
    const told = { summary, next_action, changed_files, target_agent: to };
    return {
      commands: [claim(from, taskId), pass(from, taskId, to)],
      calls: [
        ["claim_handoff", { task_id: taskId, agent: from }],
        ["pass_handoff", { task_id: taskId, agent: from, ...told }],
      ],
    };
  },
};

const [holder] = agents;

/** An entry of the journal by the holder, which renews its lease. */
export const logging: Play = {
  name: "One entry of the journal",
  roundsOfTask: Infinity,
  begin: (taskId) => ({
    commands: [claim(holder, taskId)],
    calls: [["claim_handoff", { task_id: taskId, agent: holder }]],
  }),
  round: (round, taskId) => {
    const text =
      `Ran the importer over part ${round} of the archive; every date came out as it went in.`;
    const ref = `make import PART=${round} && exit 0`;
    const command: Log = {
      type: "log",
      caller: claim(holder).caller,
      taskId,
      entry: "command",
      text,
      ref,
      stepsDone: [],
      changedFiles: [],
    };
    const told = { kind: "command", text, ref };
    return {
      commands: [command],
      calls: [["log_handoff", { task_id: taskId, agent: holder, ...told }]],
    };
  },
};

/** How many tasks so many rounds need. */
export function tasksFor(play: Play, rounds: number): number {
  return Math.max(1, Math.ceil(rounds / play.roundsOfTask));
}

/** Makes a ledger with the tasks that so many rounds need. */
export async function makeBase(play: Play, path: string, rounds: number): Promise<void> {
  const ledger = await openLedger(path);
  for (let number = 0; number < tasksFor(play, rounds); number++) {
    await ledger.execute(createTask(number));
  }
  ledger.close();
}

/** Opens a ledger and does what comes before the first round. */
export async function begin(play: Play, path: string): Promise<Ledger> {
  const ledger = await openLedger(path);
  for (const command of play.begin(taskIdOf(0)).commands) await done(ledger, command);
  return ledger;
}

/** A round through the port, ready to be played. */
export function readyRound(play: Play, ledger: Ledger, round: number): () => Promise<void> {
  const { commands } = play.round(round, taskOf(play, round));
  return async () => {
    for (const command of commands) await done(ledger, command);
  };
}

/** What each command writes, those before the first round first, taken down on a ledger of its own. */
export async function recordCalls(
  play: Play,
  path: string,
  rounds: number,
): Promise<{ before: readonly Recording[]; calls: readonly Recording[] }> {
  using recorder = new Recorder();
  const ledger = await openLedger(path);
  const takeDown = async (commands: readonly Command[]): Promise<Recording[]> => {
    const recordings: Recording[] = [];
    for (const command of commands) {
      await done(ledger, command);
      recordings.push(recorder.take());
    }
    return recordings;
  };
  try {
    // The settings of the connection are no part of a round.
    recorder.take();
    const before = await takeDown(play.begin(taskIdOf(0)).commands);
    const calls: Recording[] = [];
    for (let round = 0; round < rounds; round++) {
      calls.push(...await takeDown(play.round(round, taskOf(play, round)).commands));
    }
    return { before, calls };
  } finally {
    ledger.close();
  }
}

function taskOf(play: Play, round: number): string {
  return taskIdOf(Math.floor(round / play.roundsOfTask));
}

async function done(ledger: Ledger, command: Command): Promise<void> {
  const { refusal } = await ledger.execute(command);
  if (refusal) throw new Error(`${command.type}: ${refusal.code}`);
}
