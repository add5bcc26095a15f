// Random calls for property tests: who asks what of which task, when, and with which token. Seeds are the test's.
import fc from "fast-check";
import type { Command } from "../../lib/rules/command.ts";
import type { SessionLife } from "../../lib/rules/lease.ts";
import type { LedgerEvent } from "../../lib/rules/event.ts";
import * as command from "./commands.ts";
import { taskIdOf } from "./ids.ts";
import { agent, ann, claude, codex, codexElsewhere, dsh, type Who } from "./people.ts";

/** One random call. */
export interface Step {
  /** Minutes that go by before it; negative: the clock was set back. */
  readonly move: number;
  readonly who: Who;
  readonly action: Action;
  /** Which of the tasks, counted from 0. */
  readonly task: number;
  readonly life: SessionLife;
  /** The lease whose token is brought, counted back from the newest: 0 the newest. */
  readonly tokenBack?: number;
  readonly leaseMinutes?: number;
  readonly named?: string;
  /** How far the expected version is off. */
  readonly versionOff: number;
  readonly count: number;
  readonly requestId?: string;
  /** Whether to aim: a holder's command comes from the holder, a verdict goes to a task in review. */
  readonly isAimed: boolean;
}

const actions = [
  ...["create", "claim", "claim best", "renew", "pass", "pass to a person", "submit"] as const,
  ...["complete", "log", "approve", "reject", "update", "rewire", "update to cancel"] as const,
  ...["extend", "release", "reopen", "cancel"] as const,
];

/** What a step does. */
export type Action = (typeof actions)[number];

/** How many tasks the steps are about. */
export const taskCount = 4;

const people: readonly Who[] = [codex, codexElsewhere, claude, agent("dsh", codex.session), dsh];

/** A random call; claims and what follows them come more often than the rest. */
export const anyStep: fc.Arbitrary<Step> = fc.record({
  move: fc.constantFrom(0, 0, 0, 1, 3, 12, 95, -3, -30),
  who: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...people) },
    { weight: 1, arbitrary: fc.constant(ann) },
  ),
  action: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<Action>("claim", "claim best") },
    { weight: 4, arbitrary: fc.constantFrom<Action>(...actions) },
  ),
  task: fc.nat({ max: taskCount - 1 }),
  life: fc.constantFrom<SessionLife>("unknown", "alive", "ended"),
  tokenBack: fc.option(fc.nat({ max: 2 }), { nil: undefined, freq: 2 }),
  leaseMinutes: fc.option(fc.constantFrom(1, 30, 1440), { nil: undefined }),
  named: fc.option(fc.constantFrom("codex", "claude-code", "dsh"), { nil: undefined }),
  versionOff: fc.constantFrom(0, 0, 0, 1),
  count: fc.nat({ max: 3 }),
  requestId: fc.option(fc.constantFrom("r-1", "r-2"), { nil: undefined, freq: 4 }),
  isAimed: fc.boolean(),
});

/** The command of a step, after a history. Its new task is the next that is not there yet. */
export function commandOf(step: Step, history: readonly LedgerEvent[]): Command {
  const { named, count, leaseMinutes } = step;
  const { who, taskId } = step.isAimed ? aimed(step, history) : blind(step);
  const leaseToken = tokenOf(step, history);
  const mine = { taskId, ...(leaseToken && { leaseToken }) };
  const expectedVersion = versionOf(taskId, history) + step.versionOff;
  const request = step.requestId === undefined
    ? {}
    : { request: { id: step.requestId, argumentsHash: `${step.action} ${taskId} ${count}` } };
  const length = leaseMinutes === undefined ? {} : { leaseMinutes };
  switch (step.action) {
    case "create": {
      const made = history.filter((event) => event.kind === "created").length;
      const others = named ? { [count < 2 ? "targetAgent" : "reviewer"]: named } : {};
      const given = { newTaskId: taskIdOf(made), title: `Task ${made}`, maxHandoffs: count };
      return command.create(who, { ...given, ...others, ...request });
    }
    case "claim":
      return command.claim(who, { taskId, ...length, ...request });
    case "claim best":
      return command.claim(who, { ...length, ...request });
    case "renew":
      return command.renew(who, { ...mine, ...length });
    case "pass":
      return command.pass(who, { ...mine, ...(named && { targetAgent: named }) });
    case "pass to a person":
      return command.pass(who, { ...mine, targetPerson: true });
    case "submit":
      return command.submit(who, { ...mine, ...(named && { reviewer: named }) });
    case "complete":
      return command.complete(who, mine);
    case "log":
      return command.log(who, mine);
    case "approve":
      return command.review(who, { taskId });
    case "reject":
      return command.review(who, { taskId, verdict: "changes_requested" });
    case "update":
      return command.update(who, { taskId, expectedVersion, priority: "high" });
    case "rewire":
      return command.update(who, { taskId, expectedVersion, dependsOn: [taskIdOf(count)] });
    case "update to cancel":
      return command.update(who, { taskId, expectedVersion, cancel: "No" });
    case "extend":
      return command.extend(who, { taskId, handoffs: count + 1 });
    case "release":
      return command.release(who, { taskId });
    case "reopen":
      return command.reopen(who, { taskId });
    case "cancel":
      return command.cancel(who, { taskId });
  }
}

function blind({ who, task }: Step): { who: Who; taskId: string } {
  return { who, taskId: taskIdOf(task) };
}

function aimed(step: Step, history: readonly LedgerEvent[]): { who: Who; taskId: string } {
  const isVerdict = step.action === "approve" || step.action === "reject";
  const target = isVerdict
    ? history.findLast(({ kind }) => kind === "submitted")
    : history.findLast(({ kind }) => kind === "claimed" || kind === "taken_over");
  if (!target) return blind(step);
  const isHolders = ["renew", "log", "submit", "complete"].includes(step.action) ||
    step.action.startsWith("pass");
  return { who: isHolders ? target.actor : step.who, taskId: target.taskId };
}

function tokenOf({ tokenBack }: Step, history: readonly LedgerEvent[]) {
  if (tokenBack === undefined) return undefined;
  const claims = history.filter((event) => event.kind === "claimed" || event.kind === "taken_over");
  const claim = claims.at(-1 - tokenBack);
  if (!claim) return undefined;
  return command.token((claim.data as { fence: number }).fence, claim.actor);
}

function versionOf(taskId: string, history: readonly LedgerEvent[]): number {
  return history.filter(({ kind, ...event }) =>
    event.taskId === taskId && !["logged", "noted", "renewed"].includes(kind)
  ).length;
}
