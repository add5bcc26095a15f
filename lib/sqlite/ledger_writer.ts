// Commands on one SQLite file: what is decided on, what comes of it, and its rows. Loaded with the first command, so
// that who only looks loads no rule. It decides nothing itself.
import type { Outcome } from "../ledger/ledger.ts";
import type { Runtime } from "../ledger/runtime.ts";
import { loadSlice } from "../ledger/slice.ts";
import type { Command } from "../rules/command.ts";
import { decide } from "../rules/decide.ts";
import { statusOf } from "../rules/state.ts";
import { leaseSeen } from "./lease_sight.ts";
import type { SqliteLookups } from "./lookups.ts";
import { RecalledLookups } from "./recalled.ts";
import { record } from "./record.ts";
import type { Statements } from "./statements.ts";
import type { Written } from "./writing.ts";

/** The writing side of one open ledger. */
export class LedgerWriter {
  readonly #runtime: Runtime;
  /** For writes alone: a read sees one state of the file, which may be older. */
  readonly #recalled: RecalledLookups;

  /** Writes through the statements of a connection. */
  constructor(statements: Statements, of: { lookups: SqliteLookups; runtime: Runtime }) {
    this.#runtime = of.runtime;
    this.#recalled = new RecalledLookups(statements, of.lookups);
  }

  /** Decides one command on what the file and this connection know, and records what came of it. */
  execute(command: Command, statements: Statements, mark: number): Written<Outcome> {
    const runtime = this.#runtime;
    const recalled = this.#recalled;
    recalled.begin(mark);
    const { graceMinutes } = runtime;
    const now = runtime.clock();
    const lifeOf = onceEach(runtime.lifeOf);
    const slice = loadSlice(command, recalled, { now, lifeOf, graceMinutes });
    const decision = decide(command, slice, now);
    const { taskId, after, ...told } = decision;
    if (decision.events.length > 0) {
      const { events } = decision;
      const change = { before: slice.ledger, after, events, previous: recalled.newestHash() };
      recalled.recorded(change, record(statements, change));
    }
    const task = taskId === undefined ? undefined : after.tasks.get(taskId);
    const value: Outcome = {
      ...told,
      session: command.caller.session,
      ...(task && { sight: { task, status: statusOf(task, after.lease) } }),
      ...leaseSeen(after.lease, { now, lifeOf }),
    };
    return { value, isChanged: decision.events.length > 0, ended: () => recalled.ended() };
  }
}

/** Looks at a session's locks once a call, so that a decision and its reply tell the same. */
function onceEach(lifeOf: Runtime["lifeOf"]): Runtime["lifeOf"] {
  const seen = new Map<string, ReturnType<Runtime["lifeOf"]>>();
  return (session) => {
    const life = seen.get(session) ?? lifeOf(session);
    seen.set(session, life);
    return life;
  };
}
