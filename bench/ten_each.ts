// Tasks of about ten events each, recorded through the rules: what `fill_fast.ts` multiplies. Knows no copy.
import { loadSlice, type Surroundings } from "../lib/ledger/slice.ts";
import type { Command, Log } from "../lib/rules/command.ts";
import { decide } from "../lib/rules/decide.ts";
import type { EntryKind } from "../lib/rules/event.ts";
import { priorities } from "../lib/rules/task.ts";
import type { Connection } from "../lib/sqlite/connection.ts";
import { SqliteLookups } from "../lib/sqlite/lookups.ts";
import { newestOf } from "../lib/sqlite/event_rows.ts";
import { record } from "../lib/sqlite/record.ts";
import { agents, baton, claim, createTask, pass, taskIdOf } from "./ledgers.ts";

/** What becomes of a task. */
export type Fate = "completed" | "queued" | "waiting" | "in_review" | "needs_person";

/** Agents that work on the tasks. */
const workers = [...agents, "carol", "dave"] as const;

/** Whom queued tasks are for; undefined: anyone. */
const targets = [undefined, agents[0], undefined, agents[1], "carol"] as const;

const subjects =
  "parser,archive,calendar,queue,printer,index,schema,report,invoice,ledger,mailer,router"
    .split(",");
const verbs = "reads,writes,checks,refuses,rounds,sorts,stores,counts".split(",");
const entries = ["checkpoint", "decision", "command", "test"] as const;

/** Milliseconds between two events. */
const pause = 1000;

/** The word that four tasks in a row share, in their objectives. */
export function sharedWord(number: number): string {
  return `s${Math.floor(number / 4)}`;
}

/** Records tasks with numbers from `first` on, all in one transaction. Returns the time of the last event. */
export async function recordTasks(
  connection: Connection,
  of: { first: number; fates: readonly Fate[]; now: number },
): Promise<number> {
  const lookups = new SqliteLookups(connection.statements);
  return await connection.write((statements) => {
    let { now } = of;
    const commands = of.fates.flatMap((fate, place) => lifeOf(of.first + place, fate));
    for (const command of commands) {
      now += pause;
      const around: Surroundings = { now, lifeOf: () => "alive", graceMinutes: 10 };
      const slice = loadSlice(command, lookups, around);
      const { events, after, refusal } = decide(command, slice, now);
      if (refusal) throw new Error(`Fill: ${command.type} is refused with ${refusal.code}`);
      const { hash: previous } = newestOf(statements);
      record(statements, { before: slice.ledger, after, events, previous });
    }
    return { value: now, isChanged: true };
  });
}

function lifeOf(number: number, fate: Fate): Command[] {
  const taskId = taskIdOf(number);
  const worker = workers[number % workers.length]!;
  const other = workers[(number + 1) % workers.length]!;
  const needed = fate === "waiting" || (fate === "completed" && number % 10 === 9);
  const { objective } = createTask(number);
  const created = createTask(number, {
    objective: `${objective}Its papers lie on shelf ${sharedWord(number)}.`,
    priority: priorities[Math.floor(number / 7) % priorities.length]!,
    dependsOn: needed ? [taskIdOf(number - 1)] : [],
  });
  if (fate === "waiting") return [created];
  const logs = (by: string, count: number) =>
    Array.from({ length: count }, (_, place) => log(by, { number, place }));
  const begun = [created, claim(worker, taskId)];
  const told = { taskId, caller: claim(worker).caller, ...baton };
  switch (fate) {
    case "completed": {
      const { summary, changedFiles } = baton;
      const caller = claim(other).caller;
      return [
        ...[...begun, ...logs(worker, 4), pass(worker, taskId, other), claim(other, taskId)],
        ...[
          ...logs(other, 1),
          { type: "complete", caller, taskId, summary, changedFiles } as const,
        ],
      ];
    }
    case "queued":
      return [...begun, ...logs(worker, 9), pass(worker, taskId, targets[number % targets.length])];
    case "in_review":
      return [...begun, ...logs(worker, 9), { type: "submit", ...told, reviewer: other }];
    case "needs_person":
      return [...begun, ...logs(worker, 9), { type: "pass", ...told, targetPerson: true }];
  }
}

function log(agent: string, of: { number: number; place: number }): Log {
  return logOn(agent, { taskId: taskIdOf(of.number), ...of });
}

/** An entry of the journal; its words and kind depend on the number of the task and on its place there. */
export function logOn(
  agent: string,
  of: { taskId: string; number: number; place: number },
): Log {
  const { taskId, number, place } = of;
  const at = number + place * 5;
  const [subject, object] = [
    subjects[at % subjects.length],
    subjects[(at * 7 + 3) % subjects.length],
  ];
  const verb = verbs[(at * 5) % verbs.length];
  const entry: EntryKind = entries[place % entries.length]!;
  return {
    type: "log",
    caller: claim(agent).caller,
    taskId,
    entry,
    text: `The ${subject} ${verb} every date of the ${object} that the importer hands over; ` +
      `what is left are offsets of half an hour and days without a zone.`,
    ...((entry === "command" || entry === "test") && { ref: `make ${subject} && exit 0` }),
    stepsDone: [],
    changedFiles: [],
  };
}
