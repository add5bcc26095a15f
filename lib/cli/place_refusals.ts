// Makes refusals and warnings of what the file system and the repository said about a place. Touches no disk.
import { LedgerRefusal } from "../ledger/ledger.ts";
import { refuse, warn, type Warning } from "../rules/refusal.ts";
import { graceLimits } from "../rules/limits.ts";
import type { GitWarning } from "../workspace/git_files.ts";
import type { JournalChoice } from "../workspace/mounts.ts";
import type { RootRefused } from "../workspace/root.ts";
import type { StateRefused } from "../workspace/state_dir.ts";

/** A root that cannot be told: `workspace_unknown`. */
export function rootRefusal({ field, value, reason, accepted }: RootRefused): LedgerRefusal {
  const facts = { field, reason, accepted, ...(value !== undefined && { value }) };
  return new LedgerRefusal(refuse("workspace_unknown", facts));
}

/** A state directory that is not safe or not to be had. */
export function stateRefusal(state: StateRefused): LedgerRefusal {
  const { code, path, reason, leadsTo } = state;
  if (code === "storage_full") return new LedgerRefusal(refuse(code, { path }));
  const words = failureWords[reason] ?? reason;
  if (code === "storage_denied") return new LedgerRefusal(refuse(code, { path, detail: words }));
  const told = leadsTo === undefined ? words : `${words}, to "${leadsTo}"`;
  return new LedgerRefusal(refuse(code, { path, reason: told }));
}

/** A file system on which two writers would not notice each other: `workspace_unsafe`. */
export function journalRefusal(path: string, choice: JournalChoice): LedgerRefusal {
  const { fileSystem, mountPoint, reason } = choice;
  const where = mountPoint === undefined ? "" : ` mounted at "${mountPoint}"`;
  const words = `file locks cannot be trusted on its file system (${fileSystem}${where}, ` +
    `${reason.replaceAll("_", " ")})`;
  return new LedgerRefusal(refuse("workspace_unsafe", { path, reason: words }));
}

/** A missing or unreadable index is told apart from a head that could not be read. */
export function gitWarning({ reason, path }: GitWarning): Warning {
  const kind = /index[^/\\]*$/.test(path) ? "index_unreadable" : "git_unreadable";
  return warn(kind, { detail: `${reason.replaceAll("_", " ")}, "${path}"` });
}

/** The grace in minutes; refused where it is set to anything but 0 to 1440. */
export function graceMinutes(value: string | undefined): number {
  if (value === undefined || value.trim() === "") return graceLimits.usual;
  const minutes = /^\s*\d{1,4}\s*$/.test(value) ? Number(value) : NaN;
  if (minutes >= graceLimits.least && minutes <= graceLimits.most) return minutes;
  throw new LedgerRefusal(refuse("invalid_argument", {
    field: "AGENT_HANDOFF_GRACE_MINUTES",
    value,
    accepted: `a whole number of minutes from ${graceLimits.least} to ${graceLimits.most}`,
  }));
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
