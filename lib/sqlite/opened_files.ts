// Whether the files under a ledger's names are still the ones that SQLite opened. Looks at names, opens nothing.
import { LedgerRefusal } from "../ledger/ledger.ts";
import { refuse } from "../rules/refusal.ts";
import { directoryOf } from "./directory.ts";
import { identityOf, isLink, look, sizeOf } from "./look.ts";
import { QuietDirectory } from "./quiet_directory.ts";

/**
 * How what stands under the ledger's names relates to what was opened.
 *
 * - `same`: the files that were opened.
 * - `gone`: nothing stands under the ledger's name.
 * - `replaced`: another file does.
 * - `log_gone`: the ledger is in place; its `-wal` or `-shm` was deleted.
 * - `log_replaced`: likewise, and another program has made new ones since.
 */
export type Standing = "same" | "gone" | "replaced" | "log_gone" | "log_replaced";

/**
 * The files of one open ledger, known by device and inode.
 *
 * They are looked at by name alone: closing any other handle on a file drops the locks that SQLite in this
 * process holds on it. An inode that is open cannot be given to another file, so equal means the same file.
 * Where a system tells no inodes every file counts as the same.
 */
export class OpenedFiles {
  readonly #main: string | undefined;
  #log: string | undefined;
  #index: string | undefined;
  /** Size and time of a file that is read without locks, so that a writer is noticed by them. */
  #frozen: string | undefined;
  readonly #directory: QuietDirectory;

  /**
   * Looks at the ledger's file; call it before SQLite opens the file, then `isSettled` after. `now` reads the
   * system's clock.
   */
  constructor(readonly path: string, now: () => number = Date.now) {
    this.#main = identityOf(path);
    this.#directory = new QuietDirectory(directoryOf(path), now);
  }

  /** Device and inode of the ledger's file; undefined where there was none before SQLite made it. */
  get identity(): string | undefined {
    return this.#main;
  }

  /** Whether the file that SQLite has opened meanwhile is the one that was looked at. */
  isSettled(): boolean {
    return this.#main !== undefined && identityOf(this.path) === this.#main;
  }

  /** Notes that the file is read without locks, as it stands. */
  freeze(): void {
    this.#frozen = shapeOf(this.path);
  }

  /** Takes note of the log and its index; call it inside a transaction, when SQLite has them open. */
  noteLog(): void {
    if (this.#log !== undefined || this.#frozen !== undefined) return;
    const [log, index] = [identityOf(`${this.path}-wal`), identityOf(`${this.path}-shm`)];
    if (log === undefined || index === undefined) return;
    this.#log = log;
    this.#index = index;
  }

  /** Forgets the log, which is gone for good where the ledger is kept without one from now on. */
  forgetLog(): void {
    this.#log = undefined;
    this.#index = undefined;
  }

  /** Looks what stands there now. Throws what the file system says, a missing file aside. */
  standing(): Standing {
    // Without a log the directory changes with every commit.
    if (this.#log === undefined) return this.#lookThrough();
    let standing: Standing = "same";
    this.#directory.isQuiet(() => {
      standing = this.#lookThrough();
      return standing === "same" && !isLink(this.path);
    });
    return standing;
  }

  #lookThrough(): Standing {
    const main = identityOf(this.path);
    if (main === undefined) return "gone";
    if (main !== this.#main) return "replaced";
    if (this.#frozen !== undefined) {
      const isQuiet = sizeOf(`${this.path}-wal`) === 0 && shapeOf(this.path) === this.#frozen;
      return isQuiet ? "same" : "replaced";
    }
    if (this.#log === undefined) return "same";
    const [log, index] = [identityOf(`${this.path}-wal`), identityOf(`${this.path}-shm`)];
    if (log === this.#log && index === this.#index) return "same";
    const isOther = (now: string | undefined, then: string | undefined) =>
      now !== undefined && now !== then;
    return isOther(log, this.#log) || isOther(index, this.#index) ? "log_replaced" : "log_gone";
  }

  /**
   * Refuses with `ledger_moved` where other files than the open ones stand under the ledger's names. Call it
   * inside a transaction; `isWritten` after its commit.
   */
  refuseMoved(options: { isWritten?: true } = {}): void {
    this.noteLog();
    const how = this.standing();
    if (how === "same") return;
    throw new LedgerRefusal(refuse("ledger_moved", { path: this.path, how, ...options }));
  }

  /**
   * Like `refuseMoved`, before anything of the file is read, where no log is noted: SQLite then looks for a journal
   * by its name, and would take that of another ledger in this one's place for its own, play it and delete it.
   */
  refuseStrange(): void {
    if (this.#log === undefined) this.refuseMoved();
  }

  /**
   * The refusal `ledger_moved` in place of an error that comes of other files under the ledger's names; else the
   * error itself, as always where it is a refusal. `isWritten` after a commit.
   */
  movedInstead(error: unknown, options: { isWritten?: true } = {}): unknown {
    if (error instanceof LedgerRefusal) return error;
    try {
      this.refuseMoved(options);
    } catch (moved) {
      if (moved instanceof LedgerRefusal) return moved;
    }
    return error;
  }
}

function shapeOf(path: string): string {
  const found = look(path);
  return `${found?.size}:${found?.mtime?.getTime()}`;
}
