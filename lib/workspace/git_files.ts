// Where a repository's own files stand, and reading one of them with a limit, without the git program.
// It knows the layout of `.git`; what the files say belongs to its callers.
import { failureOf } from "./failure.ts";
import { join, resolve } from "./paths.ts";
import { Unchanged } from "./unchanged.ts";

/** Why a fact about the repository is left out, and the file or directory that it is about. */
export interface GitWarning {
  /**
   * - `unreadable`: rights, this program's own permissions, or an I/O error;
   * - `missing`: the repository has no such file, so it is broken or was moved;
   * - `malformed`: not what git writes there;
   * - `too_large`: over the limit up to which it is read;
   * - `reftable`: branches are kept in a database that is not read here;
   * - `split_index`, `sparse_index`: the list of files is kept in more than one place, or not in full.
   */
  readonly reason:
    | "unreadable"
    | "missing"
    | "malformed"
    | "too_large"
    | "reftable"
    | "split_index"
    | "sparse_index";
  readonly path: string;
}

/** The two directories that hold a repository's files. */
export interface GitDirectories {
  /** Of this work tree alone: `HEAD` and `index`. */
  readonly own: string;
  /** Shared by all work trees of the repository: branches and `config`. The same as `own` in a plain one. */
  readonly common: string;
}

/** The most that is read of a file that holds one line. */
export const LINE_LIMIT = 64 * 1024;

/**
 * Finds the git directories of a work tree: its `.git` directory, or where its `.git` file leads.
 *
 * Undefined when the root itself holds no `.git`; no parent is searched and `GIT_DIR` is not read. A scoped
 * program must be allowed to read both directories, which lie outside the root of a linked worktree or submodule.
 * Never throws. Source: contract, "Root" and "Git facts"; the layout is gitrepository-layout(5).
 */
export function findGitDirectories(root: string): GitDirectories | GitWarning | undefined {
  const entry = join(root, ".git");
  let found: Deno.FileInfo;
  try {
    found = Deno.statSync(entry);
  } catch (error) {
    return failureOf(error) === "missing" ? undefined : { reason: "unreadable", path: entry };
  }
  const find = () => directoriesOf(root, { entry, found });
  // What a file called `.git` leads to may change without it.
  if (!found.isDirectory) return find();
  const directories = directoriesKept.of(entry, found, find);
  if ("reason" in directories) directoriesKept.forget(entry);
  return directories;
}

const directoriesKept = new Unchanged<GitDirectories | GitWarning>();

function directoriesOf(
  root: string,
  { entry, found }: { entry: string; found: Deno.FileInfo },
): GitDirectories | GitWarning {
  let own = entry;
  if (!found.isDirectory) {
    const line = readGitText(entry, LINE_LIMIT);
    if (typeof line === "object") return line;
    const target = /^gitdir: ([^\r\n]+)[\r\n]*$/.exec(line ?? "")?.[1];
    if (!target) return { reason: "malformed", path: entry };
    own = resolve(root, target);
  }
  const shared = readGitText(join(own, "commondir"), LINE_LIMIT);
  if (typeof shared === "object") return shared;
  return { own, common: shared === undefined ? own : resolve(own, shared.trimEnd()) };
}

/** What is made of files of a repository, by their paths. */
export interface GitReading<Value> {
  /** Of the file's bytes. */
  readonly make: (bytes: Uint8Array) => Value;
  readonly kept: Unchanged<Value>;
}

/**
 * Reads a file of a repository whole and gives what is made of it, or says why not; undefined when there is
 * none. A file that was not written since it was read last is not read again.
 *
 * `limit` in bytes: a larger file is `too_large`. A directory counts as none, for git leaves empty ones behind.
 * A pipe or device is `malformed` and not opened, since reading one may wait for ever. Never throws.
 */
export function readGitFile<Value>(
  path: string,
  limit: number,
  { make, kept }: GitReading<Value>,
): Value | GitWarning | undefined {
  try {
    const found = Deno.statSync(path);
    if (found.isDirectory) return undefined;
    if (!found.isFile) return { reason: "malformed", path };
    if (found.size > limit) return { reason: "too_large", path };
    return kept.of(path, found, () => make(Deno.readFileSync(path)));
  } catch (error) {
    const failure = failureOf(error);
    if (failure === "missing" || failure === "not_a_directory") return undefined;
    return { reason: "unreadable", path };
  }
}

/** Reads a text file of a repository whole, as {@linkcode readGitFile} does. */
export function readGitText(path: string, limit: number): string | GitWarning | undefined {
  return readGitFile(path, limit, texts);
}

const texts: GitReading<string> = {
  make: (bytes) => new TextDecoder().decode(bytes),
  kept: new Unchanged(),
};
