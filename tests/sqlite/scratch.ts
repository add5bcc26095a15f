// A ledger in a directory of its own, and ways to look at its file from outside. Tests nothing itself.
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { Ledger } from "../../lib/ledger/ledger.ts";
import type { Runtime } from "../../lib/ledger/runtime.ts";
import { openSqliteLedger, type SqliteLedgerOptions } from "../../lib/sqlite/sqlite_ledger.ts";
import { SettableClock } from "../support/clock.ts";

/** A directory for one ledger; removed, with what was opened in it closed, at the end of the test's block. */
export class Scratch implements Disposable {
  readonly directory: string = Deno.makeTempDirSync({ prefix: "agent-handoff-" });
  readonly clock: SettableClock = new SettableClock();
  readonly #opened: { close(): void }[] = [];

  /** The ledger's file; nothing is there before it is opened or written. */
  get path(): string {
    return `${this.directory}/ledger.sqlite3`;
  }

  /** What the ledger is opened with: the scratch clock, and sessions of which nothing is known. */
  get runtime(): Runtime {
    return { clock: this.clock.read, lifeOf: () => "unknown", graceMinutes: 10 };
  }

  /** Opens the ledger. */
  async open(options: Partial<SqliteLedgerOptions> = {}): Promise<Ledger> {
    const { path, runtime } = this;
    const ledger = await openSqliteLedger({ path, runtime, journal: "wal", ...options });
    this.#opened.push(ledger);
    return ledger;
  }

  /** Opens the file as any other program might, with SQLite's usual settings. */
  raw(): DatabaseSync {
    const database = new DatabaseSync(this.path, { timeout: 5000 });
    this.#opened.push(database);
    return database;
  }

  /** SHA-256 of the file's bytes. */
  digest(): string {
    return createHash("sha256").update(Deno.readFileSync(this.path)).digest("hex");
  }

  /** Names of the files beside the ledger, in order. */
  files(): string[] {
    return [...Deno.readDirSync(this.directory)].map((entry) => entry.name).sort();
  }

  [Symbol.dispose](): void {
    for (const open of this.#opened) {
      try {
        open.close();
      } catch {
        // A test may have closed it itself.
      }
    }
    Deno.removeSync(this.directory, { recursive: true });
  }
}
