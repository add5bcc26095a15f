// The workspace of this process: joins root, state directory, store, repository and presence. Opens nothing until asked.
import { createHash, randomBytes } from "node:crypto";
import { emptyLedger } from "../ledger/empty_ledger.ts";
import { type Ledger, LedgerRefusal } from "../ledger/ledger.ts";
import type { Ids } from "../ledger/runtime.ts";
import type { Fingerprint, Workplace } from "../ledger/workplace.ts";
import { graceLimits } from "../rules/limits.ts";
import { refuse, warn, type Warning } from "../rules/refusal.ts";
import type { SessionFacts } from "../rules/session.ts";
import { lookAtListedFiles } from "../workspace/changed_files.ts";
import { fingerprint } from "../workspace/fingerprint.ts";
import type { GitWarning } from "../workspace/git_files.ts";
import { readGitHead } from "../workspace/git_head.ts";
import { Presence } from "../workspace/presence.ts";
import { findRoot, type RootFound } from "../workspace/root.ts";
import { prepareStateDirectory, statePaths, type StateRefused } from "../workspace/state_dir.ts";

/** What a place is found from. */
export interface PlaceClues {
  /** The value of `--root`. */
  readonly root?: string;
  readonly environment: (name: string) => string | undefined;
}

/** Ids and secrets from the system's random source. */
export const randomIds: Ids = {
  taskId: () => randomBytes(5).toString("hex"),
  secret: () => {
    const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
    return [...randomBytes(20)].map((byte) => alphabet[byte & 31]).join("");
  },
};

/** SHA-256 in hex. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** One workspace as this process sees it; `close` gives up the store and leaves the lease as it is. */
export class Place implements Workplace {
  readonly ids: Ids = randomIds;
  readonly digest = sha256;
  readonly #clues: PlaceClues;
  readonly #startedAt = Date.now();
  #facts: SessionFacts | undefined;
  #found: RootFound | undefined;
  #opening: Promise<Ledger> | undefined;
  #open: Ledger | undefined;
  #presence: Presence | undefined;

  /** Nothing is read before the first call. */
  constructor(clues: PlaceClues) {
    this.#clues = clues;
  }

  /** The root, found once; `workspace_unknown` where none can be told. */
  root(): string {
    return this.#root().root;
  }

  /** Where the root was learned from. */
  rootSource(): RootFound["from"] {
    return this.#root().from;
  }

  /** The ledger; see `Workplace`. One that failed to open is tried again at the next call. */
  async ledger(options: { create: boolean }): Promise<Ledger> {
    if (this.#open) return this.#open;
    const root = this.root();
    const state = prepareStateDirectory(root, options);
    if (!state.ok) throw new LedgerRefusal(stateRefusal(state));
    if (!state.ledgerExists) return emptyLedger;
    this.#opening ??= this.#openStore(state.paths.ledger);
    try {
      this.#open = await this.#opening;
    } finally {
      this.#opening = undefined;
    }
    return this.#open;
  }

  /** Branch, commit and index digest, with a warning for what could not be read. */
  fingerprint(): Promise<Fingerprint> {
    const { branch, commit, index, warnings } = fingerprint(this.root());
    const git = {
      ...(branch !== undefined && { branch }),
      ...(commit !== undefined && { commit }),
      ...(index !== undefined && { index }),
    };
    return Promise.resolve({
      ...(Object.keys(git).length > 0 && { git }),
      warnings: warnings.map(gitWarning),
    });
  }

  /** Which listed files are not there, lead out of the root, or were written since. */
  lookAtFiles(paths: readonly string[], since?: number): Promise<readonly Warning[]> {
    const looked = lookAtListedFiles(this.root(), paths, since === undefined ? {} : { since });
    const gone = [...looked.missing, ...looked.outside];
    return Promise.resolve([
      ...(gone.length > 0 ? [warn("files_missing", { paths: gone })] : []),
      ...(looked.changed.length > 0 ? [warn("files_changed", { paths: looked.changed })] : []),
    ]);
  }

  /** Where this process runs; recorded with a session's first event. */
  sessionFacts(): SessionFacts {
    return this.#facts ??= this.#readFacts();
  }

  #readFacts(): SessionFacts {
    const directory = workingDirectory();
    const { branch } = readGitHead(this.root());
    const parent = this.#clues.environment("AGENT_HANDOFF_PARENT_SESSION")?.trim().slice(0, 200);
    const host = hostName();
    return {
      startedAt: this.#startedAt,
      ...(host !== undefined && { host }),
      ...(directory !== undefined && { directory }),
      ...(branch !== undefined && { branch }),
      ...(parent && { parent }),
    };
  }

  /** A warning for a root that unrelated work would share. */
  rootWarnings(): readonly Warning[] {
    return (this.#found?.warnings ?? []).map(({ path }) => warn("broad_root", { path }));
  }

  /** Shows by a locked file that this process serves the session; only where there is a ledger. */
  holdSession(session: string): void {
    if (this.#open) this.#presenceHere().hold(session, { now: Date.now() });
  }

  /** Gives up the store and the session locks. */
  close(): void {
    this.#open?.close();
    this.#open = undefined;
    this.#presence?.[Symbol.dispose]();
    this.#presence = undefined;
  }

  #root(): RootFound {
    if (this.#found) return this.#found;
    const cwd = workingDirectory();
    const found = findRoot({
      environment: this.#clues.environment,
      ...(this.#clues.root !== undefined && { flag: this.#clues.root }),
      ...(cwd !== undefined && { cwd }),
    });
    if (!found.ok) {
      const { field, value, reason, accepted } = found;
      throw new LedgerRefusal(
        refuse("workspace_unknown", {
          field,
          reason,
          accepted,
          ...(value !== undefined && { value }),
        }),
      );
    }
    this.#found = found;
    return found;
  }

  async #openStore(path: string): Promise<Ledger> {
    const { openSqliteLedger } = await import("../sqlite/sqlite_ledger.ts");
    const { chooseJournal } = await import("../workspace/mounts.ts");
    const choice = chooseJournal(statePaths(this.root()).directory);
    if (choice.journal === "refuse") {
      const reason =
        `file locks cannot be trusted on its file system (${choice.fileSystem}, ${choice.reason})`;
      throw new LedgerRefusal(refuse("workspace_unsafe", { path, reason }));
    }
    return await openSqliteLedger({
      path,
      journal: choice.journal,
      runtime: {
        clock: Date.now,
        lifeOf: (session) => this.#presenceHere().look(session),
        graceMinutes: graceMinutes(this.#clues.environment("AGENT_HANDOFF_GRACE_MINUTES")),
      },
    });
  }

  #presenceHere(): Presence {
    return this.#presence ??= new Presence(statePaths(this.root()).sessions);
  }
}

/** A missing or unreadable index is told apart from a head that could not be read. */
function gitWarning({ reason, path }: GitWarning): Warning {
  const kind = /index[^/\\]*$/.test(path) ? "index_unreadable" : "git_unreadable";
  return warn(kind, { detail: `${reason.replaceAll("_", " ")}, "${path}"` });
}

function hostName(): string | undefined {
  try {
    return Deno.hostname();
  } catch {
    return undefined;
  }
}

function workingDirectory(): string | undefined {
  try {
    return Deno.cwd();
  } catch {
    return undefined;
  }
}

/** The grace in minutes; refused where it is set to anything but 0 to 1440. */
function graceMinutes(value: string | undefined): number {
  if (value === undefined || value.trim() === "") return graceLimits.usual;
  const minutes = /^\s*\d{1,4}\s*$/.test(value) ? Number(value) : NaN;
  if (minutes >= graceLimits.least && minutes <= graceLimits.most) return minutes;
  throw new LedgerRefusal(refuse("invalid_argument", {
    field: "AGENT_HANDOFF_GRACE_MINUTES",
    value,
    accepted: `a whole number of minutes from ${graceLimits.least} to ${graceLimits.most}`,
  }));
}

function stateRefusal(state: StateRefused): LedgerRefusal["refusal"] {
  const { code, path, reason, leadsTo } = state;
  if (code === "storage_full") return refuse(code, { path });
  if (code === "storage_denied") {
    return refuse(code, { path, detail: failureWords[reason] ?? reason });
  }
  const words = failureWords[reason] ?? reason;
  const detail = leadsTo === undefined ? words : `${words}, to "${leadsTo}"`;
  return refuse(code, { path, reason: detail });
}

const failureWords: Readonly<Record<string, string>> = {
  leads_outside: "it is a symbolic link that leads out of the root",
  leads_nowhere: "it is a symbolic link that leads nowhere",
  not_a_directory: "it is not a directory",
  not_a_file: "it is not a file",
  denied: "permission is denied",
  read_only: "the file system is read-only",
  missing: "it does not exist",
  loop: "its symbolic links lead in a circle",
  exists: "something else stands there",
  other: "the file system reports an error",
};
