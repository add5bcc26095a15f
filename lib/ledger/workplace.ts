// What an action needs of the place it runs in. The shell (lib/cli) makes one; nothing here touches a disk.
import type { Warning } from "../rules/refusal.ts";
import type { SessionFacts } from "../rules/session.ts";
import type { GitHead } from "../rules/task.ts";
import type { Ledger } from "./ledger.ts";
import type { Digest, Ids } from "./runtime.ts";

/** Branch, commit and index digest of the workspace, as far as they could be read. */
export interface Fingerprint {
  readonly git?: GitHead;
  readonly warnings: readonly Warning[];
}

/** One workspace with its ledger, as a process sees it. */
export interface Workplace {
  /**
   * The ledger, opened at the first call that needs it. With `create` it is made where there is none;
   * without, an absent one is found empty. Rejects with `LedgerRefusal`: `workspace_unknown`,
   * `workspace_unsafe`, and the storage's own.
   */
  ledger(options: { create: boolean }): Promise<Ledger>;
  /** Reads the workspace's fingerprint without running a program. Never rejects. */
  fingerprint(): Promise<Fingerprint>;
  /**
   * Looks at paths that agents listed as changed, relative to the root. With `since` (epoch
   * milliseconds) it tells which files changed later than that. Never rejects.
   */
  lookAtFiles(paths: readonly string[], since?: number): Promise<readonly Warning[]>;
  /** Warnings about the root itself, for every reply. */
  rootWarnings(): readonly Warning[];
  /** What every session of this process tells of itself: host, start, directory, branch, parent. */
  sessionFacts(): SessionFacts;
  /** Marks a session as served by this process, before its first write. Never rejects. */
  holdSession(session: string): void;
  readonly ids: Ids;
  readonly digest: Digest;
}
