// The ledger of a root through all that may happen to its file. Knows that a file can be lost, not how it is found.
import {
  type CallOptions,
  type Chance,
  type LeaseSight,
  type Ledger,
  LedgerRefusal,
  type Listed,
  type ListQuery,
  type Outcome,
  type Shown,
  type ShowQuery,
} from "../ledger/ledger.ts";
import type { Command } from "../rules/command.ts";
import type { LedgerEvent } from "../rules/event.ts";
import type { SessionRecord } from "../rules/session.ts";
import type { Task } from "../rules/task.ts";

/** Where the open ledger comes from. */
export interface LedgerSource {
  /** The ledger that is open, as it was found last. */
  readonly open: () => Ledger;
  /** The ledger as it stands now: its file is looked at, and another one in its place is opened. */
  readonly sound: () => Promise<Ledger>;
}

/**
 * A ledger whose calls find out by themselves that its file is no longer the one under its name, which every call does
 * inside its transaction: such a call changed nothing, and is made again on the file that is there now.
 */
export class LastingLedger implements Ledger {
  /** A ledger over what a store has open. */
  constructor(private readonly source: LedgerSource) {}

  execute(command: Command, options?: CallOptions): Promise<Outcome> {
    return this.#lasting((ledger) => ledger.execute(command, options));
  }

  show(query: ShowQuery): Promise<Shown> {
    return this.#lasting((ledger) => ledger.show(query));
  }

  list(query: ListQuery): Promise<Listed> {
    return this.#lasting((ledger) => ledger.list(query));
  }

  chance(who: { agent: string; session: string }): Promise<Chance | undefined> {
    return this.#lasting((ledger) => ledger.chance(who));
  }

  events(range: { after: number; limit: number }): Promise<readonly LedgerEvent[]> {
    return this.#lasting((ledger) => ledger.events(range));
  }

  tasks(range: { afterCreated: number; limit: number }): Promise<readonly Task[]> {
    return this.#lasting((ledger) => ledger.tasks(range));
  }

  lease(): Promise<LeaseSight | undefined> {
    return this.#lasting((ledger) => ledger.lease());
  }

  sessions(of: { taskId?: string }): Promise<readonly SessionRecord[]> {
    return this.#lasting((ledger) => ledger.sessions(of));
  }

  /** Asked outside of any transaction, so that the file is looked at first. */
  async changeMark(): Promise<number> {
    return await (await this.source.sound()).changeMark();
  }

  close(): void {
    this.source.open().close();
  }

  #lasting<Value>(call: (ledger: Ledger) => Promise<Value>): Promise<Value> {
    return call(this.source.open()).catch(async (error) => {
      if (!isMovedBefore(error)) throw error;
      return await call(await this.source.sound());
    });
  }
}

/** Whether a call found another file before it changed anything. */
function isMovedBefore(error: unknown): boolean {
  if (!(error instanceof LedgerRefusal)) return false;
  const { refusal } = error;
  return refusal.code === "ledger_moved" && refusal.facts.isWritten !== true;
}
