// The look-ups on SQLite against the same look-ups in memory, after long random histories.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Command } from "../../lib/rules/command.ts";
import type { LedgerEvent } from "../../lib/rules/event.ts";
import { evolve } from "../../lib/rules/evolve.ts";
import { emptyState, type LedgerState } from "../../lib/rules/state.ts";
import { priorities } from "../../lib/rules/task.ts";
import { Connection } from "../../lib/sqlite/connection.ts";
import { SqliteLookups } from "../../lib/sqlite/lookups.ts";
import { verifyLedger } from "../../lib/sqlite/verify.ts";
import * as give from "../support/commands.ts";
import { taskIdOf } from "../support/ids.ts";
import { memoryLookups } from "../support/memory_lookups.ts";
import { agent, ann, claude, codex, codexElsewhere, dsh, type Who } from "../support/people.ts";
import { Scratch } from "./scratch.ts";

const agents: readonly Who[] = [codex, codexElsewhere, claude, dsh];

interface Step {
  readonly what: number;
  readonly who: number;
  readonly task: number;
  readonly other: number;
  readonly pick: number;
  readonly later: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.nat(18),
  who: fc.nat(agents.length - 1),
  task: fc.nat(9),
  other: fc.nat(9),
  pick: fc.nat(99),
  later: fc.nat(40),
});

/** The command that a step stands for; the history so far settles what it can name. */
function commandOf(step: Step, made: number, state: LedgerState): Command {
  const who = agents[step.who]!;
  // Mostly the holder itself, so that work goes on; sometimes somebody else.
  const holder = agents.find(({ session }) => session === state.lease?.session && step.pick % 5) ??
    who;
  const taskId = taskIdOf(step.task % Math.max(1, made));
  const otherId = taskIdOf(step.other % Math.max(1, made));
  const target = agents[step.other % agents.length]!.name;
  const addressed = step.pick % 3 === 0 ? {} : { targetAgent: target };
  const changedFiles = [`file${step.pick % 5}`];
  const held = state.lease?.taskId ?? taskId;
  const request = step.pick % 4 === 0 ? { id: `r${step.pick}`, argumentsHash: "hash" } : undefined;
  switch (step.what) {
    case 0:
    case 1:
    case 2:
      return give.create(who, {
        newTaskId: taskIdOf(made),
        title: `Title ${step.pick % 3}`,
        priority: priorities[step.pick % 4]!,
        dependsOn: made > 0 && step.pick % 2 === 0 ? [taskId, otherId].slice(step.pick % 2) : [],
        ...(step.pick % 5 === 0 ? { reviewer: dsh.name } : addressed),
        request,
      });
    case 3:
      return give.claim(who, { request });
    case 4:
    case 5:
      return give.claim(who, { taskId, request });
    case 6:
      return give.pass(holder, {
        taskId: held,
        targetPerson: step.pick % 7 === 0,
        changedFiles,
        ...addressed,
      });
    case 7:
      return give.complete(holder, { taskId: held, changedFiles });
    case 8:
    case 16:
      return give.submit(holder, { taskId: held, changedFiles });
    case 9:
    case 17:
    case 18:
      return give.review(who, {
        taskId: [...state.tasks.values()].find(({ status }) => status === "in_review")?.taskId ??
          taskId,
        verdict: step.pick % 2 === 0 ? "approve" : "changes_requested",
      });
    case 10:
      return give.log(holder, {
        taskId: held,
        entry: (["decision", "blocker", "checkpoint", "progress"] as const)[step.pick % 4]!,
        changedFiles,
      });
    case 11: {
      const expectedVersion = state.tasks.get(taskId)?.version ?? 1;
      return give.update(who, {
        taskId,
        expectedVersion,
        dependsOn: [otherId],
        priority: priorities[step.pick % 4]!,
        clear: [],
      });
    }
    case 12:
      return give.reopen(ann, { taskId });
    case 13:
      return step.pick % 2 === 0
        ? give.extend(ann, { taskId })
        : give.release(ann, { taskId: held });
    case 14:
      return step.pick % 3 === 0
        ? give.cancel(ann, { taskId })
        : give.complete(holder, { taskId: held });
    default:
      return give.renew(who, { taskId: held });
  }
}

/** Every look-up of a ledger, asked about everything there is. */
function everything(lookups: ReturnType<typeof memoryLookups>, of: {
  state: LedgerState;
  history: readonly LedgerEvent[];
}): unknown {
  const ids = [...of.state.tasks.keys()];
  const names = [...agents.map(({ name }) => name), "stranger"];
  const except = of.state.lease && { except: of.state.lease.taskId };
  const middle = of.history[of.history.length >> 1]?.at ?? 0;
  return {
    newest: lookups.newest(),
    fence: lookups.fence(),
    lease: lookups.lease(),
    agents: [...lookups.agents()].sort(),
    tasks: ids.map((taskId) => ({
      task: lookups.task(taskId),
      newestEvent: lookups.newestEventOf(taskId),
      prefix: lookups.idsByPrefix(taskId.slice(0, 4)),
      dependants: [...lookups.dependantsOf(taskId)].sort(),
      past: agents.map(({ session }) => lookups.pastLeaseOf({ taskId, session })),
    })),
    past: [...of.state.pastLeases.keys()].map((fence) => lookups.pastLease(fence)),
    best: names.map((agent) => lookups.bestQueued({ agent, ...except })?.taskId),
    waiting: names.map((agent) => lookups.waiting({ agent, ...except })),
    twins: names.flatMap((agent) =>
      [0, 1, 2].map((title) =>
        lookups.twin({
          agent,
          title: `Title ${title}`,
          objective: "Make the parser read dates",
          since: middle,
        })
      )
    ),
    requests: names.flatMap((agent) =>
      [0, 4, 8, 12, 16, 20].flatMap((number) =>
        (["create", "claim"] as const).map((tool) =>
          lookups.request({ agent, tool, id: `r${number}`, since: middle })
        )
      )
    ),
  };
}

Deno.test("look-ups on SQLite tell the same as those in memory after any history", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 30, maxLength: 120, size: "max" }),
      async (steps) => {
        using scratch = new Scratch();
        const ledger = await scratch.open();
        let state = emptyState;
        const history: LedgerEvent[] = [];
        for (const step of steps) {
          scratch.clock.advance(step.later);
          const outcome = await ledger.execute(commandOf(step, state.tasks.size, state));
          for (const event of outcome.events) {
            state = evolve(state, event);
            history.push(event);
          }
        }
        const { path } = scratch;
        const connection = await Connection.open({ path, journal: "wal", readOnly: true });
        const of = { state, history };
        const stored = await connection.read((statements) =>
          everything(new SqliteLookups(statements), of)
        );
        connection.close();
        assert.deepEqual(stored, everything(memoryLookups(state, history), of));
        assert.deepEqual(await ledger.events({ after: 0, limit: 1000 }), history);
        const { findings, events } = await verifyLedger(path);
        assert.deepEqual(findings, []);
        assert.equal(events, history.length);
      },
    ),
    { numRuns: 30, seed: 20260105 },
  );
});

Deno.test("idsNear() offers ids with one slip or the same beginning, and nothing that is far", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  for (let count = 1; count <= 9; count++) {
    await ledger.execute(give.create(agent("maker"), { newTaskId: taskIdOf(count) }));
  }
  const near = async (taskId: string) => {
    const found = await ledger.show({ taskId, history: 0 }).catch((error) => error.refusal);
    return found.facts.near;
  };
  const wanted = taskIdOf(4);
  const other = (digit: string) => digit === "0" ? "1" : "0";
  assert.deepEqual(await near(other(wanted[0]!) + wanted.slice(1)), [wanted]);
  assert.deepEqual(await near(wanted.slice(0, 9) + other(wanted[9]!)), [wanted]);
  assert.deepEqual(await near(wanted.slice(0, 4) + other(wanted[4]!) + wanted.slice(5)), [wanted]);
  assert.deepEqual(await near(wanted.slice(0, 3)), [wanted]);
  assert.deepEqual(await near(`${wanted}0`), [wanted]);
  assert.deepEqual(await near(wanted.slice(1)), [wanted]);
  assert.deepEqual(await near("0000000000"), []);
  assert.deepEqual(await near("the parser"), []);
});
