// A ledger in memory that awaits between all its steps, and that decides again after a failed write.
// It stands for any engine behind a network: the port must not need a synchronous one.
import type { CallOptions, Chance, LeaseSight, Ledger, Outcome } from "../../lib/ledger/ledger.ts";
import { LedgerRefusal } from "../../lib/ledger/ledger.ts";
import type { Runtime } from "../../lib/ledger/runtime.ts";
import { findTask, loadSlice } from "../../lib/ledger/slice.ts";
import type { Command } from "../../lib/rules/command.ts";
import { decide } from "../../lib/rules/decide.ts";
import { inClaimOrder } from "../../lib/rules/decide_claim.ts";
import type { LedgerEvent } from "../../lib/rules/event.ts";
import { evolve } from "../../lib/rules/evolve.ts";
import { claimableFrom, isExpired, leaseState } from "../../lib/rules/lease.ts";
import { refuse } from "../../lib/rules/refusal.ts";
import { emptyState, type LedgerState, statusOf } from "../../lib/rules/state.ts";
import { memoryLookups, waitsFor } from "./memory_lookups.ts";
import { pageOf } from "./slow_lists.ts";
import { searchPageOf } from "./slow_search.ts";

/** What several handles share; a commit replaces all three together. */
export class SlowStorage {
  state: LedgerState = emptyState;
  history: readonly LedgerEvent[] = [];
  revision = 0;
}

/** Lets everybody else go on first. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Opens one more handle on a storage. */
export function openSlowLedger(storage: SlowStorage, runtime: Runtime): Ledger {
  const sightOf = (state: LedgerState, now: number): { lease?: LeaseSight } => {
    const { lease } = state;
    if (!lease) return {};
    const life = runtime.lifeOf(lease.session);
    return { lease: { lease, state: leaseState(lease, now, life), life, now } };
  };
  const read = async <Value>(
    of: (state: LedgerState, history: readonly LedgerEvent[]) => Value,
  ): Promise<Value> => {
    await pause();
    const { state, history } = storage;
    await pause();
    return of(state, history);
  };
  return {
    execute: (command, options = {}) => execute(command, { storage, runtime, options, sightOf }),
    async show({ taskId, history: count, before = Infinity }) {
      await pause();
      const { state, history } = storage;
      await pause();
      const lookups = memoryLookups(state, history);
      const found = findTask(taskId, lookups);
      const task = state.tasks.get(found.taskId ?? "");
      if (!task) throw new LedgerRefusal(refuse("task_not_found", { taskId, near: found.near }));
      const earlier = history
        .filter((event) => event.taskId === task.taskId && event.event < before);
      const shown = count === 0 ? [] : earlier.slice(-count);
      return {
        sight: { task, status: statusOf(task, state.lease) },
        history: shown,
        earlierEvents: earlier.length - shown.length,
        dependencies: task.dependsOn.map((id) => ({
          taskId: id,
          status: statusOf(state.tasks.get(id)!, state.lease),
        })),
        ...sightOf(state, runtime.clock()),
      };
    },
    list: (query) =>
      read((state, history) => ({
        ...(query.query === undefined ? pageOf(state, query) : searchPageOf(state, history, query)),
        newestEvent: state.newest.event,
        ...sightOf(state, runtime.clock()),
      })),
    chance: (who) => read((state) => chanceOf(state, { ...who, runtime })),
    async events({ after, limit }) {
      await pause();
      return storage.history.filter((event) => event.event > after).slice(0, limit);
    },
    tasks: ({ afterCreated, limit }) =>
      read((state) =>
        [...state.tasks.values()]
          .filter((task) => task.createdEvent > afterCreated)
          .sort((one, other) => one.createdEvent - other.createdEvent)
          .slice(0, limit)
      ),
    lease: () => read((state) => sightOf(state, runtime.clock()).lease),
    sessions: ({ taskId }) =>
      read(({ sessions }) => {
        const acted = storage.history
          .filter((event) => event.taskId === taskId)
          .map((event) => event.actor.session);
        return [...sessions.values()]
          .filter(({ session }) => taskId === undefined || acted.includes(session))
          .sort((one, other) => one.firstEvent - other.firstEvent);
      }),
    changeMark: () => Promise.resolve(storage.revision),
    close: () => {},
  };
}

async function execute(
  command: Command,
  of: {
    storage: SlowStorage;
    runtime: Runtime;
    options: CallOptions;
    sightOf: (state: LedgerState, now: number) => { lease?: LeaseSight };
  },
): Promise<Outcome> {
  const { storage, runtime, options: { signal }, sightOf } = of;
  const { graceMinutes } = runtime;
  for (let tries = 1;; tries++) {
    signal?.throwIfAborted();
    await pause();
    const { state, history, revision } = storage;
    const now = runtime.clock();
    const life = state.lease ? runtime.lifeOf(state.lease.session) : "unknown";
    const around = { now, lifeOf: () => life, graceMinutes };
    const slice = loadSlice(command, memoryLookups(state, history), around);
    await pause();
    const decision = decide(command, slice, now);
    const after = decision.events.reduce(evolve, state);
    await pause();
    signal?.throwIfAborted();
    // The first write of each call fails as if somebody else had been faster.
    const isLate = storage.revision !== revision || tries === 1;
    if (decision.events.length > 0) {
      if (isLate) continue;
      Object.assign(storage, {
        state: after,
        history: [...history, ...decision.events],
        revision: revision + 1,
      });
    }
    await pause();
    const { taskId, ...told } = decision;
    const task = after.tasks.get(taskId ?? "");
    return {
      ...told,
      session: command.caller.session,
      ...(task && { sight: { task, status: statusOf(task, after.lease) } }),
      ...sightOf(after, now),
    };
  }
}

function chanceOf(
  state: LedgerState,
  of: { agent: string; session: string; runtime: Runtime },
): Chance | undefined {
  const { agent, session, runtime } = of;
  const { lease } = state;
  if (lease?.session === session) return { taskId: lease.taskId, why: "holding" };
  const lookups = memoryLookups(state, []);
  const best = lookups.bestQueued({ agent, ...(lease && { except: lease.taskId }) });
  if (!lease && best) return { taskId: best.taskId, why: "claimable" };
  if (lease) {
    const now = runtime.clock();
    const life = runtime.lifeOf(lease.session);
    const why = isExpired(lease, now) ? "lease_over" : "session_ended";
    if (life === "ended" && why === "session_ended" && lease.agent === agent) {
      return { taskId: lease.taskId, why };
    }
    const leased = state.tasks.get(lease.taskId)!;
    const back = waitsFor(leased, state).length > 0 ? [] : [{ ...leased, targetAgent: undefined }];
    const [first] = [...(best ? [best] : []), ...back].sort(inClaimOrder(agent));
    const isOver = now >= claimableFrom(lease, life, runtime.graceMinutes);
    if (isOver && first) return { taskId: first.taskId, why };
  }
  const owed = [...state.tasks.values()].find((task) =>
    task.status === "in_review" && task.reviewer === agent && task.author?.name !== agent &&
    task.author?.session !== session
  );
  return owed && { taskId: owed.taskId, why: "review" };
}
