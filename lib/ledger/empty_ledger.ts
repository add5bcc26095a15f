// The ledger of a workspace that has none yet: everything but a creation finds it empty. Touches no disk.
import type { Command } from "../rules/command.ts";
import { decide } from "../rules/decide.ts";
import { refuse } from "../rules/refusal.ts";
import { emptyState, nothingWaits } from "../rules/state.ts";
import { type Ledger, LedgerRefusal, type Outcome } from "./ledger.ts";
import { loadSlice, type Lookups } from "./slice.ts";

const nothing: Lookups = {
  newest: () => emptyState.newest,
  fence: () => 0,
  lease: () => undefined,
  task: () => undefined,
  idsByPrefix: () => [],
  idsNear: () => [],
  pastLease: () => undefined,
  pastLeaseOf: () => undefined,
  newestPastLeaseOf: () => undefined,
  session: () => undefined,
  newestEventOf: () => undefined,
  request: () => undefined,
  twin: () => undefined,
  agents: () => emptyState.agents,
  bestQueued: () => undefined,
  waiting: () => nothingWaits,
  dependantsOf: () => [],
};

/** A ledger without a file. A creation is never sent to it; any other command is refused by the rules. */
export const emptyLedger: Ledger = {
  execute(command: Command): Promise<Outcome> {
    const slice = loadSlice(command, nothing, {
      now: 0,
      lifeOf: () => "unknown",
      graceMinutes: 0,
    });
    const { after: _, ...decision } = decide(command, slice, 0);
    if (decision.events.length > 0) {
      return Promise.reject(new Error("A ledger without a file cannot record anything"));
    }
    return Promise.resolve({ ...decision, session: command.caller.session });
  },
  show: ({ taskId }) =>
    Promise.reject(new LedgerRefusal(refuse("task_not_found", { taskId, near: [] }))),
  list: () => Promise.resolve({ rows: [], newestEvent: 0 }),
  chance: () => Promise.resolve(undefined),
  events: () => Promise.resolve([]),
  tasks: () => Promise.resolve([]),
  lease: () => Promise.resolve(undefined),
  sessions: () => Promise.resolve([]),
  changeMark: () => Promise.resolve(0),
  close: () => {},
};
