// The ledger's file of one root, opened when it is needed and again when another file stands in its place.
// It joins the state directory, the file system's kind and SQLite; what is in the file is not its concern.
import { type Ledger, LedgerRefusal } from "../ledger/ledger.ts";
import type { Runtime } from "../ledger/runtime.ts";
import { refuse, warn, type Warning } from "../rules/refusal.ts";
import type { Journal } from "../sqlite/database_file.ts";
import type { OpenLedger } from "../sqlite/sqlite_ledger.ts";
import { isOnDisk } from "../workspace/disk.ts";
import { prepareStateDirectory, statePaths } from "../workspace/state_dir.ts";
import { LastingLedger } from "./lasting_ledger.ts";
import { journalRefusal, stateRefusal } from "./place_refusals.ts";

const notices = {
  other:
    "The ledger's file was moved or replaced while it was open; this reply is from the file that is there now",
  log: "The ledger's log was deleted while it was open; what it held was saved first",
} as const;

/** The open ledger of one root. */
export class Store {
  #opening: Promise<OpenLedger | undefined> | undefined;
  #open: OpenLedger | undefined;
  #lasting: LastingLedger | undefined;
  #hadOne = false;
  #notices: Warning[] = [];

  /** Nothing is opened before the first call. */
  constructor(readonly root: string, private readonly runtime: () => Runtime) {}

  /** The ledger, where one is open. */
  get open(): Ledger | undefined {
    return this.#open;
  }

  /**
   * The ledger as it stands under its name: each of its calls looks at the file, and goes to another one in its
   * place. One that is gone while this process had it open is `ledger_moved`, and is not made anew by this
   * process, lest an empty ledger take the place of a full one. One that failed to open is tried again at the
   * next call. Another value is given once another file is open.
   */
  async ledger(options: { create: boolean }): Promise<Ledger> {
    if (this.#open?.isLost) this.#giveUp();
    const ledger = await this.#opened(options);
    return ledger === this.#open ? this.#lasting! : ledger;
  }

  async #opened(options: { create: boolean }): Promise<Ledger> {
    while (true) {
      if (this.#open) return this.#open;
      // A call that comes while another one makes the ledger waits for it and finds it.
      const isFirst = this.#opening === undefined;
      this.#opening ??= this.#openAnew(options).finally(() => this.#opening = undefined);
      const opened = await this.#opening;
      if (opened) return opened;
      if (isFirst || !options.create) {
        const { emptyLedger } = await import("../ledger/empty_ledger.ts");
        return emptyLedger;
      }
    }
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

  /** The ledger after a look at its file: one whose file is not what it was is given up for the one that is there. */
  async #sound(): Promise<Ledger> {
    const standing = this.#open?.standing();
    if (standing !== undefined && standing !== "same") {
      this.#giveUp();
      if (standing !== "denied") {
        const detail = standing === "log_gone" ? notices.log : notices.other;
        this.#notices = [warn("storage", { detail })];
      }
    }
    return await this.#opened({ create: false });
  }

  #giveUp(): void {
    this.#open?.retire();
    this.#open = undefined;
  }

  async #openAnew(options: { create: boolean }): Promise<OpenLedger | undefined> {
    const journal = await journalFor(this.root, options);
    const state = prepareStateDirectory(this.root, { create: options.create && !this.#hadOne });
    if (!state.ok) throw stateRefusal(state);
    const { paths, ledgerExists } = state;
    if (!ledgerExists && this.#hadOne) {
      throw new LedgerRefusal(refuse("ledger_moved", { path: paths.ledger, how: "gone" }));
    }
    if (!ledgerExists) return undefined;
    const { openSqliteLedger } = await import("../sqlite/sqlite_ledger.ts");
    const runtime = this.runtime();
    const open = await openSqliteLedger({
      path: paths.ledger,
      journal,
      runtime,
      beforeMigration: async (step) => {
        const { backupBeforeMigration } = await import("../sqlite/migration_backup.ts");
        await backupBeforeMigration(paths.backups, { now: runtime.clock })(step);
      },
    });
    this.#hadOne = true;
    this.#lasting = new LastingLedger({ open: () => open, sound: () => this.#sound() });
    return this.#open = open;
  }
}

/**
 * The journal for the ledger of a root, or what chooses it: a call that makes nothing and stands on a disk, where
 * nothing is refused, leaves the choice for the first write, for it takes some time. Rejects with
 * `workspace_unsafe` where file locks do not hold, before anything is made there or read.
 */
async function journalFor(
  root: string,
  { create }: { create: boolean },
): Promise<Journal | (() => Promise<Journal>)> {
  const { directory, ledger } = statePaths(root);
  const place = realPath(directory) ?? root;
  const choose = async () => {
    const { chooseJournal } = await import("../workspace/mounts.ts");
    const choice = chooseJournal(place);
    if (choice.journal === "refuse") throw journalRefusal(ledger, choice);
    return choice.journal;
  };
  return !create && isOnDisk(place) ? choose : await choose();
}

/** Where a path leads in the end; undefined where nothing is there. */
function realPath(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    return undefined;
  }
}
