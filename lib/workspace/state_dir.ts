// The directory `.agent-handoff/` under a root: what stands where, whether it is safe, and making it.
// It never opens a ledger that exists and knows nothing of what is inside one.
import { type Failure, failureOf } from "./failure.ts";
import { isInside, join } from "./paths.ts";

/** The name of the state directory under a root. */
export const STATE_DIRECTORY = ".agent-handoff";

/** Where everything stands for one root; nothing of it need exist. */
export interface StatePaths {
  /** `.agent-handoff` under the root. */
  readonly directory: string;
  /** The ledger's file; SQLite puts `-wal`, `-shm` and `-journal` beside it. */
  readonly ledger: string;
  /** Verified copies of the ledger. */
  readonly backups: string;
  /** One locked file for each session that a process has served. */
  readonly sessions: string;
  /** Keeps all of it out of git. */
  readonly gitignore: string;
}

/** A state directory that is safe to use. */
export interface StateDirectory {
  readonly ok: true;
  readonly paths: StatePaths;
  /** Whether there is a ledger's file now; always true after `create`. */
  readonly ledgerExists: boolean;
}

/** Why the state directory is not used. The ledger and what the user put there are as they were. */
export interface StateRefused {
  readonly ok: false;
  /** `workspace_unsafe`: something that is not ours stands there; else what the file system said. */
  readonly code: "workspace_unsafe" | "storage_denied" | "storage_full";
  /** What was being done. */
  readonly attempted: "look" | "create";
  /** The absolute path that it is about. */
  readonly path: string;
  readonly reason: "leads_outside" | "leads_nowhere" | "not_a_directory" | "not_a_file" | Failure;
  /** With `leads_outside` and `leads_nowhere`: where the symbolic link leads. */
  readonly leadsTo?: string;
}

/** Names the paths under a root. Pure; source: contract, "Words" (workspace) and "Root". */
export function statePaths(root: string): StatePaths {
  const directory = join(root, STATE_DIRECTORY);
  return {
    directory,
    ledger: join(directory, "ledger.sqlite3"),
    backups: join(directory, "backups"),
    sessions: join(directory, "sessions"),
    gitignore: join(directory, ".gitignore"),
  };
}

/**
 * Checks the state directory of a root and, only with `create: true`, makes what is missing.
 *
 * Made are, for the owner alone on POSIX: the directory, `backups` and `sessions` (mode 0700), and an
 * empty ledger (0600; SQLite gives its companions the same mode). What exists keeps its mode. A
 * `.gitignore` that holds `*` is made with `create`, and made again wherever a ledger stands without
 * one; a user's own file is left alone.
 *
 * A ledger that exists is looked at but never opened: on POSIX closing any handle on a file drops the
 * locks that SQLite in this process holds on it. So whether it may be written is for SQLite to find out.
 *
 * Refusals: `workspace_unsafe` where something that is used is a symbolic link that leads out of the
 * root or nowhere, or is no directory (no file); `storage_denied` for missing rights, a read-only file
 * system and I/O errors; `storage_full`. Never throws. Source: contract, Root.
 */
export function prepareStateDirectory(
  root: string,
  options: { create: boolean },
): StateDirectory | StateRefused {
  const paths = statePaths(root);
  const unsafe = findUnsafe(root, paths);
  if (unsafe) return unsafe;
  if (!options.create) {
    const ledgerExists = isThere(paths.ledger);
    // A read still keeps the ledger out of `git stash -u`; where it may not write, git is not our trouble.
    if (ledgerExists) make(paths.gitignore, () => writeNew(paths.gitignore, "*\n"));
    return { ok: true, paths, ledgerExists };
  }
  const refused = makeDirectory(paths.directory) ??
    make(paths.gitignore, () => writeNew(paths.gitignore, "*\n")) ??
    makeDirectory(paths.backups) ?? makeDirectory(paths.sessions) ??
    make(paths.ledger, () => writeNew(paths.ledger, ""));
  return refused ?? { ok: true, paths, ledgerExists: true };
}

/** Looks at all that the product uses below the root for links that lead out and things of other kinds. */
function findUnsafe(root: string, paths: StatePaths): StateRefused | undefined {
  const used: [path: string, kind: "directory" | "file"][] = [
    [paths.directory, "directory"],
    [paths.backups, "directory"],
    [paths.sessions, "directory"],
    ...["", "-wal", "-shm", "-journal"]
      .map((ending): [string, "file"] => [paths.ledger + ending, "file"]),
  ];
  for (const [path, kind] of used) {
    const refused = checkEntry(root, path, kind);
    if (refused) return refused;
  }
  return undefined;
}

/** Checks one entry; one that does not exist is fine. */
function checkEntry(
  ...[root, path, kind]: [root: string, path: string, kind: "directory" | "file"]
): StateRefused | undefined {
  const refuse = (reason: StateRefused["reason"], leadsTo?: string): StateRefused => ({
    ok: false,
    code: "workspace_unsafe",
    attempted: "look",
    path,
    reason,
    ...(leadsTo !== undefined && { leadsTo }),
  });
  try {
    let entry = Deno.lstatSync(path);
    if (entry.isSymlink) {
      const target = resolveLink(path);
      // Writing through a dangling link would make a file wherever it points.
      if (target === undefined) return refuse("leads_nowhere", Deno.readLinkSync(path));
      if (!isInside(Deno.realPathSync(root), target)) return refuse("leads_outside", target);
      entry = Deno.statSync(path);
    }
    if (kind === "directory" && !entry.isDirectory) return refuse("not_a_directory");
    if (kind === "file" && !entry.isFile) return refuse("not_a_file");
  } catch (error) {
    const failure = failureOf(error);
    return failure === "missing" ? undefined : storageRefused(failure, { attempted: "look", path });
  }
  return undefined;
}

/** Where a symbolic link leads in the end, or undefined when nothing is there. */
function resolveLink(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === "missing" || failure === "loop") return undefined;
    throw error;
  }
}

/** Whether something stands at a path that was found safe a moment ago. */
function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Makes a directory for the owner alone. */
function makeDirectory(path: string): StateRefused | undefined {
  return make(path, () => Deno.mkdirSync(path, { mode: 0o700 }));
}

/** Writes a file for the owner alone that must not exist; it follows no link. */
function writeNew(path: string, text: string): void {
  using file = Deno.openSync(path, { write: true, createNew: true, mode: 0o600 });
  if (text === "") return;
  try {
    file.writeSync(new TextEncoder().encode(text));
  } catch (error) {
    // On a full disk the name alone was made; left behind, it would pass for a user's own empty file.
    Deno.removeSync(path);
    throw error;
  }
}

/** Makes one thing unless it is there; that another process was first is as good. */
function make(path: string, attempt: () => void): StateRefused | undefined {
  if (isThere(path)) return undefined;
  try {
    attempt();
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== "exists") return storageRefused(failure, { attempted: "create", path });
  }
  return undefined;
}

/** The refusal for what the file system said. */
function storageRefused(
  reason: Failure,
  about: Pick<StateRefused, "attempted" | "path">,
): StateRefused {
  const code = reason === "full" ? "storage_full" : "storage_denied";
  return { ok: false, code, ...about, reason };
}
