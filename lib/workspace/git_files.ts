// Where a repository's own files stand, and reading one of them with a limit, without the git program.
// It knows the layout of `.git`; what the files say belongs to its callers.
import { failureOf } from "./failure.ts";
import { join, resolve } from "./paths.ts";
import { look, type Unchanged, unremembered } from "./unchanged.ts";

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
  // Any look at what is in a directory tells whether it is still the same one.
  if (unremembered(() => isDirectory(entry))) return unremembered(() => directoriesOf(entry));
  try {
    look(entry);
  } catch (error) {
    return failureOf(error) === "missing" ? undefined : { reason: "unreadable", path: entry };
  }
  const line = readGitText(entry, LINE_LIMIT);
  if (typeof line === "object") return line;
  const target = /^gitdir: ([^\r\n]+)[\r\n]*$/.exec(line ?? "")?.[1];
  return target ? directoriesOf(resolve(root, target)) : { reason: "malformed", path: entry };
}

function isDirectory(path: string): boolean {
  try {
    return look(path).isDirectory;
  } catch {
    return false;
  }
}

function directoriesOf(own: string): GitDirectories | GitWarning {
  const shared = readGitText(join(own, "commondir"), LINE_LIMIT);
  if (typeof shared === "object") return shared;
  return { own, common: shared === undefined ? own : resolve(own, shared.trimEnd()) };
}

/** What is made of the bytes of a file. */
export interface GitReading<Value> {
  readonly make: (bytes: Uint8Array) => Value;
  /** What was made of files by their paths, where making it takes long. */
  readonly kept?: Unchanged<Value>;
}

/**
 * Reads a file of a repository whole and gives what is made of it, or says why not; undefined when there is
 * none.
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
    const found = look(path);
    if (found.isDirectory) return undefined;
    if (!found.isFile) return { reason: "malformed", path };
    if (found.size > limit) return { reason: "too_large", path };
    const read = () => make(Deno.readFileSync(path));
    return kept ? kept.of(path, found, read) : read();
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
};
