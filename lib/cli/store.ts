// The ledger's file of one root, opened when it is needed and again when another file stands in its place.
// It joins the state directory, the file system's kind and SQLite; what is in the file is not its concern.
import { emptyLedger } from "../ledger/empty_ledger.ts";
import { type Ledger, LedgerRefusal } from "../ledger/ledger.ts";
import type { Runtime } from "../ledger/runtime.ts";
import { refuse, warn, type Warning } from "../rules/refusal.ts";
import type { OpenLedger } from "../sqlite/sqlite_ledger.ts";
import { prepareStateDirectory, statePaths } from "../workspace/state_dir.ts";
import { journalRefusal, stateRefusal } from "./place_refusals.ts";

const notices = {
  other:
    "The ledger's file was moved or replaced while it was open; this reply is from the file that is there now",
  log: "The ledger's log was deleted while it was open; what it held was saved first",
} as const;

/** The open ledger of one root. */
export class Store {
  #opening: Promise<OpenLedger> | undefined;
  #open: OpenLedger | undefined;
  #hadOne = false;
  #notices: Warning[] = [];

  /** Nothing is opened before the first call. */
  constructor(readonly root: string, private readonly runtime: () => Runtime) {}

  /** The ledger, where one is open. */
  get open(): Ledger | undefined {
    return this.#open;
  }

  /**
   * The ledger as it stands under its name now; the file is looked at in every call. One that is gone while
   * this process had it open is `ledger_moved`, and is not made anew by this process, lest an empty ledger
   * take the place of a full one. One that failed to open is tried again at the next call.
   */
  async ledger(options: { create: boolean }): Promise<Ledger> {
    const open = this.#open;
    if (open) {
      const standing = open.standing();
      if (standing === "same") return open;
      this.#open = undefined;
      open.retire();
      if (standing === "log_gone") this.#notices = [warn("storage", { detail: notices.log })];
      else if (standing !== "denied") {
        this.#notices = [warn("storage", { detail: notices.other })];
      }
    }
    const create = options.create && !this.#hadOne;
    if (create) await chooseJournalFor(this.root);
    const state = prepareStateDirectory(this.root, { create });
    if (!state.ok) throw stateRefusal(state);
    if (!state.ledgerExists) {
      if (!this.#hadOne) return emptyLedger;
      const facts = { path: state.paths.ledger, how: "gone" } as const;
      throw new LedgerRefusal(refuse("ledger_moved", facts));
    }
    this.#opening ??= this.#openFile(state.paths.ledger);
    try {
      this.#open = await this.#opening;
    } finally {
      this.#opening = undefined;
    }
    this.#hadOne = true;
    return this.#open;
  }

  /** What became of the file since the last reply; told once. */
  takeNotices(): readonly Warning[] {
    if (!this.#open) return [];
    return this.#notices.splice(0);
  }

  /** Gives the file up. */
  close(): void {
    this.#open?.close();
    this.#open = undefined;
  }

  async #openFile(path: string): Promise<OpenLedger> {
    const { openSqliteLedger } = await import("../sqlite/sqlite_ledger.ts");
    const runtime = this.runtime();
    return await openSqliteLedger({
      path,
      journal: await chooseJournalFor(this.root),
      runtime,
      beforeMigration: async (step) => {
        const { backupBeforeMigration } = await import("../sqlite/migration_backup.ts");
        const { backups } = statePaths(this.root);
        await backupBeforeMigration(backups, { now: runtime.clock })(step);
      },
    });
  }
}

/**
 * The journal for the ledger of a root. Rejects with `workspace_unsafe` where file locks do not hold, before
 * anything is made there.
 */
export async function chooseJournalFor(root: string): Promise<"wal" | "rollback"> {
  const { chooseJournal } = await import("../workspace/mounts.ts");
  const { directory, ledger } = statePaths(root);
  const choice = chooseJournal(realPath(directory) ?? root);
  if (choice.journal === "refuse") throw journalRefusal(ledger, choice);
  return choice.journal;
}

/** Where a path leads in the end; undefined where nothing is there. */
function realPath(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    return undefined;
  }
}
