// Rules with one check taken out each, without a change to the rules: what they see or say is bent on the way.
import type { Command } from "../../lib/rules/command.ts";
import { decide, type Decision } from "../../lib/rules/decide.ts";
import type { Lease } from "../../lib/rules/lease.ts";
import type { LedgerState, Slice } from "../../lib/rules/state.ts";
import { isFinal, type Task } from "../../lib/rules/task.ts";
import type { Promised } from "./violation.ts";
import type { Decide } from "./world.ts";

/** A mutated copy of the rules and the promises that it may be caught breaking. */
export interface Mutation {
  readonly drops: string;
  readonly decide: Decide;
  readonly breaks: readonly Promised[];
}

const holders = ["renew", "pass", "submit", "complete", "log"];

/** Every mutation that the model must catch. */
export const mutations: readonly Mutation[] = [
  {
    drops: "the fence check",
    breaks: ["fence_checked"],
    decide: (command, slice, now) =>
      holders.includes(command.type)
        ? decide(without(command, "leaseToken"), asHolder(command, slice, now), now)
        : decide(command, slice, now),
  },
  {
    drops: "the comparison of a token that is brought",
    breaks: ["fence_checked", "no_wedge"],
    decide: (command, slice, now) => decide(without(command, "leaseToken"), slice, now),
  },
  {
    drops: "the budget check",
    breaks: ["budget"],
    decide: (command, slice, now) =>
      decide(command, eachTask(slice, (task) => ({ ...task, maxHandoffs: 99 })), now),
  },
  {
    drops: "the single-lease check",
    breaks: ["one_lease"],
    decide: (command, slice, now) =>
      decide(command, command.type === "claim" ? withLease(slice, undefined) : slice, now),
  },
  {
    drops: "the rise of the fence",
    breaks: ["fence_rises"],
    decide: (command, slice, now) =>
      decide(command, { ...slice, ledger: { ...slice.ledger, fence: 0 } }, now),
  },
  {
    drops: "the end of final tasks",
    breaks: ["final"],
    decide: (command, slice, now) => decide(command, eachTask(slice, unended), now),
  },
  {
    drops: "the grace of ended sessions",
    breaks: ["no_theft"],
    decide: (command, slice, now) => decide(command, { ...slice, graceMinutes: 0 }, now),
  },
  {
    drops: "the look at sessions, so that the living count as ended",
    breaks: ["no_theft"],
    decide: (command, slice, now) => decide(command, { ...slice, holderLife: "ended" }, now),
  },
  {
    drops: "the look at sessions, so that the ended count as living",
    breaks: ["no_wedge"],
    decide: (command, slice, now) => decide(command, { ...slice, holderLife: "alive" }, now),
  },
  {
    drops: "the dependencies",
    breaks: ["dependencies"],
    decide: (command, slice, now) =>
      decide(
        command,
        command.type === "claim" ? { ...slice, dependencies: new Map() } : slice,
        now,
      ),
  },
  {
    drops: "the address",
    breaks: ["address"],
    decide: (command, slice, now) =>
      decide(command, command.type === "claim" ? eachTask(slice, unaddressed) : slice, now),
  },
  {
    drops: "the author of a submission",
    breaks: ["review"],
    decide: (command, slice, now) =>
      decide(command, command.type === "review" ? eachTask(slice, unauthored) : slice, now),
  },
  {
    drops: "the memory of request ids",
    breaks: ["once"],
    decide: (command, slice, now) => decide(command, without(slice, "request"), now),
  },
  {
    drops: "the memory of the newest event",
    breaks: ["once"],
    decide: (command, slice, now) => decide(command, without(slice, "newestOfNamed"), now),
  },
  {
    drops: "the memory of notes that were kept",
    breaks: ["note"],
    decide: (command, slice, now) => decide(command, forgetful(slice), now),
  },
  {
    drops: "an acknowledged event",
    breaks: ["once", "no_trace"],
    decide: (command, slice, now) => {
      const decision = decide(command, slice, now);
      return decision.events.some((event) => event.kind === "passed")
        ? { ...decision, events: [] }
        : decision;
    },
  },
  {
    drops: "the refusal's promise to leave no trace",
    breaks: ["no_trace"],
    decide: (command, slice, now) => traced(decide(command, slice, now), slice, now),
  },
  {
    drops: "the dating anew after the clock was set back",
    breaks: ["no_wedge", "lease_term"],
    decide: (command, slice, now) => {
      const { lease } = slice.ledger;
      const isAhead = lease !== undefined && lease.grantedAt > now;
      return decide(command, isAhead ? withLease(slice, { ...lease, grantedAt: now }) : slice, now);
    },
  },
];

function without<Kind extends object>(whole: Kind, key: string): Kind {
  const rest = { ...whole } as Record<string, unknown>;
  delete rest[key];
  return rest as Kind;
}

function withLease(slice: Slice, lease: Lease | undefined): Slice {
  const ledger: LedgerState = without(slice.ledger, "lease");
  return { ...slice, ledger: lease ? { ...ledger, lease } : ledger };
}

/** The slice as it would be if the caller held the named task, with its newest old fence. */
function asHolder(command: Command, slice: Slice, now: number): Slice {
  const { named, ledger } = slice;
  const task = named === undefined ? undefined : ledger.tasks.get(named);
  const past = [...ledger.pastLeases.values()].at(-1);
  if (!task || task.status !== "queued" || !past) return slice;
  const { session } = command.caller;
  const term = { minutes: 90, grantedAt: now, expiresAt: now + 1, seenAt: now, since: now };
  return withLease(slice, {
    fence: past.fence,
    taskId: task.taskId,
    agent: past.agent,
    session,
    ...term,
  });
}

function eachTask(slice: Slice, change: (task: Task) => Task): Slice {
  const tasks = new Map([...slice.ledger.tasks].map(([id, task]) => [id, change(task)]));
  return { ...slice, ledger: { ...slice.ledger, tasks } };
}

function unended(task: Task): Task {
  return isFinal(task.status) ? { ...task, status: "queued" } : task;
}

function unaddressed(task: Task): Task {
  return without(task, "targetAgent");
}

function unauthored(task: Task): Task {
  return without(without(task, "author"), "reviewer");
}

function forgetful(slice: Slice): Slice {
  const pastLeases = new Map(
    [...slice.ledger.pastLeases].map(([fence, past]) => [fence, { ...past, noteKept: false }]),
  );
  return { ...slice, ledger: { ...slice.ledger, pastLeases } };
}

function traced(decision: Decision, slice: Slice, now: number): Decision {
  const taskId = slice.named;
  if (!decision.refusal || decision.events.length > 0 || taskId === undefined) return decision;
  const { newest } = slice.ledger;
  const event = {
    event: newest.event + 1,
    taskId,
    kind: "noted" as const,
    at: Math.max(now, newest.at),
    actor: { kind: "agent" as const, name: decision.agent, session: "nobody" },
    data: { changedFiles: [] },
  };
  return { ...decision, events: [event] };
}
