// What an action needs of the place it runs in. The shell (lib/cli) makes one; nothing here touches a disk.
import type { Warning } from "../rules/refusal.ts";
import type { GitHead } from "../rules/task.ts";
import type { Ledger } from "./ledger.ts";
import type { Digest, Ids } from "./runtime.ts";

/** Branch, commit and index digest of the workspace, as far as they could be read. */
export interface Fingerprint {
  readonly git?: GitHead;
  /** Digest of the index file's entries. */
  readonly index?: string;
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
  /** Warnings about the root itself, for every reply. */
  rootWarnings(): readonly Warning[];
  /** Marks a session as served by this process, before its first write. Never rejects. */
  holdSession(session: string): void;
  readonly ids: Ids;
  readonly digest: Digest;
}
