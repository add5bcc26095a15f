// The workspace of this process: joins root, store, repository and presence. Opens nothing until asked.
import type { Ledger } from "../ledger/ledger.ts";
import type { Ids } from "../ledger/runtime.ts";
import type { Fingerprint, Workplace } from "../ledger/workplace.ts";
import { warn, type Warning } from "../rules/refusal.ts";
import type { SessionFacts } from "../rules/session.ts";
import { sha256 } from "../system/digest.ts";
import type { Fingerprints } from "../workspace/fingerprint.ts";
import { readGitHead } from "../workspace/git_head.ts";
import { Presence } from "../workspace/presence.ts";
import { findRoot, type RootFound } from "../workspace/root.ts";
import { statePaths } from "../workspace/state_dir.ts";
import { gitWarning, graceMinutes, rootRefusal } from "./place_refusals.ts";
import { randomIds } from "./random_ids.ts";
import { Store } from "./store.ts";

/** What a place is found from. */
export interface PlaceClues {
  /** The value of `--root`. */
  readonly root?: string;
  readonly environment: (name: string) => string | undefined;
}

/** What is loaded with the first call that needs it; to ask for a module again takes as long as a look at a file. */
const parts: {
  fingerprint?: typeof import("../workspace/fingerprint.ts");
  files?: typeof import("../workspace/changed_files.ts");
} = {};

/** One workspace as this process sees it; `close` gives up the store and leaves the lease as it is. */
export class Place implements Workplace {
  readonly ids: Ids = randomIds;
  readonly digest = sha256;
  readonly #clues: PlaceClues;
  readonly #startedAt = Date.now();
  #facts: SessionFacts | undefined;
  #fingerprints: Fingerprints | undefined;
  #found: RootFound | undefined;
  #store: Store | undefined;
  #swept: Promise<void> | undefined;
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

  /** The ledger; see `Workplace` and `Store`. */
  async ledger(options: { create: boolean }): Promise<Ledger> {
    return await this.#storeHere().ledger(options);
  }

  /** Branch, commit and index digest, with a warning for what could not be read. */
  async fingerprint(): Promise<Fingerprint> {
    const { Fingerprints } = parts.fingerprint ??= await import("../workspace/fingerprint.ts");
    this.#fingerprints ??= new Fingerprints(this.root());
    const { branch, commit, index, warnings } = this.#fingerprints.take();
    const git = {
      ...(branch !== undefined && { branch }),
      ...(commit !== undefined && { commit }),
      ...(index !== undefined && { index }),
    };
    return {
      ...(Object.keys(git).length > 0 && { git }),
      warnings: warnings.map(gitWarning),
    };
  }

  /** Which listed files are not there, lead out of the root, or were written since. */
  async lookAtFiles(paths: readonly string[], since?: number): Promise<readonly Warning[]> {
    const { lookAtListedFiles } = parts.files ??= await import("../workspace/changed_files.ts");
    const looked = lookAtListedFiles(this.root(), paths, since === undefined ? {} : { since });
    const gone = [...looked.missing, ...looked.outside];
    return [
      ...(gone.length > 0 ? [warn("files_missing", { paths: gone })] : []),
      ...(looked.changed.length > 0 ? [warn("files_changed", { paths: looked.changed })] : []),
    ];
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

  /** A warning for a root that unrelated work would share, and once what became of the ledger's file. */
  rootWarnings(): readonly Warning[] {
    return [
      ...(this.#found?.warnings ?? []).map(({ path }) => warn("broad_root", { path })),
      ...(this.#store?.takeNotices() ?? []),
    ];
  }

  /** Shows by a locked file that this process serves the session; only where there is a ledger. */
  holdSession(session: string): void {
    const open = this.#store?.open;
    if (!open) return;
    this.#presenceHere().hold(session, { now: Date.now() });
    this.#swept ??= this.#sweep(open);
  }

  /** Gives up the store and the session locks. */
  close(): void {
    this.#store?.close();
    this.#presence?.[Symbol.dispose]();
    this.#presence = undefined;
  }

  /** Removes old files of ended sessions, once in the life of a process. */
  async #sweep(ledger: Ledger): Promise<void> {
    try {
      const sight = await ledger.lease();
      const keep = sight ? [sight.lease.session] : [];
      this.#presence?.sweep({ now: Date.now(), keep });
    } catch {
      // They do no harm, and the next process tries again.
    }
  }

  #root(): RootFound {
    if (this.#found) return this.#found;
    const cwd = workingDirectory();
    const found = findRoot({
      environment: this.#clues.environment,
      ...(this.#clues.root !== undefined && { flag: this.#clues.root }),
      ...(cwd !== undefined && { cwd }),
    });
    if (!found.ok) throw rootRefusal(found);
    this.#found = found;
    return found;
  }

  #storeHere(): Store {
    return this.#store ??= new Store(this.root(), () => ({
      clock: Date.now,
      lifeOf: (session) => this.#presenceHere().look(session),
      graceMinutes: graceMinutes(this.#clues.environment("AGENT_HANDOFF_GRACE_MINUTES")),
    }));
  }

  #presenceHere(): Presence {
    return this.#presence ??= new Presence(statePaths(this.root()).sessions);
  }
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
