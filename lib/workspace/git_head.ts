// Which branch and commit a work tree stands on, read from the repository's files; no program runs.
// It knows HEAD and the two plain forms of refs, and nothing of objects or the index.
import {
  findGitDirectories,
  type GitDirectories,
  type GitWarning,
  LINE_LIMIT,
  readGitText,
} from "./git_files.ts";
import { join } from "./paths.ts";

/** Where a work tree stands; what is not known is absent. */
export interface GitHead {
  /** The branch's name without `refs/heads/`; absent on a detached head. A ref of another kind in full. */
  readonly branch?: string;
  /** The commit's id, 40 or 64 lower-case hex digits; absent on a branch without a commit. */
  readonly commit?: string;
  /** Why something is absent that a repository would tell. */
  readonly warning?: GitWarning;
}

const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

// Refs may name refs; git follows five before it calls that a circle.
const MOST_STEPS = 5;

const PACKED_LIMIT = 64 * 1024 * 1024;

/**
 * Reads the branch and commit that the work tree at `root` stands on.
 *
 * Worktrees, submodules, detached heads, loose, packed and symbolic refs, branches without a commit, and SHA-256 ids
 * are understood. A root without `.git` has neither, without a warning. A repository that keeps its refs in
 * the reftable format gives a warning alone, since its HEAD file names no branch.
 * `directories`, when the caller has them, save finding them again.
 *
 * Costs a few small reads. Never throws: what may not be read is left out with a warning.
 * Source: contract, "Git facts".
 */
export function readGitHead(
  root: string,
  options: { directories?: GitDirectories } = {},
): GitHead {
  const directories = options.directories ?? findGitDirectories(root);
  if (!directories) return {};
  if ("reason" in directories) return { warning: directories };
  const path = join(directories.own, "HEAD");
  const head = readPointer(path);
  if (head === undefined) return { warning: { reason: "missing", path } };
  if ("reason" in head) return { warning: head };
  if ("commit" in head) return head;
  // A repository in the reftable format keeps this name there, to turn older readers away.
  if (head.ref === "refs/heads/.invalid") return { warning: { reason: "reftable", path } };
  return { branch: head.ref.replace(/^refs\/heads\//, ""), ...resolveRef(head.ref, directories) };
}

type Pointer = { ref: string } | { commit: string } | GitWarning | undefined;

/** Reads a file that holds either `ref: NAME` or an id; undefined when there is none. */
function readPointer(path: string): Pointer {
  const text = readGitText(path, LINE_LIMIT);
  if (typeof text !== "string") return text;
  const line = text.trimEnd();
  const ref = /^ref:\s*(.+)$/.exec(line)?.[1];
  if (ref !== undefined && isRefName(ref)) return { ref };
  return ID.test(line) ? { commit: line } : { reason: "malformed", path };
}

/** Whether a name stays below `refs/`, so that a made-up HEAD reads no file elsewhere. */
function isRefName(name: string): boolean {
  return /^refs\/[^ \t\\^~:?*[]+$/.test(name) && !/\/\.\.?(\/|$)/.test(name);
}

/** Follows a ref to its commit; a ref that no file holds is a branch without a commit. */
function resolveRef(name: string, { own, common }: GitDirectories): GitHead {
  let ref = name;
  for (let step = 0; step < MOST_STEPS; step++) {
    // Some refs belong to one work tree alone; the rest are found only in the shared directory.
    const loose = readPointer(join(own, ref)) ??
      (own === common ? undefined : readPointer(join(common, ref)));
    if (!loose) return findPacked(ref, join(common, "packed-refs"));
    if ("reason" in loose) return { warning: loose };
    if ("commit" in loose) return loose;
    ref = loose.ref;
  }
  return { warning: { reason: "malformed", path: join(common, name) } };
}

/** Looks a ref up in the one file that holds many. */
function findPacked(ref: string, path: string): GitHead {
  const text = readGitText(path, PACKED_LIMIT);
  if (text === undefined) return {};
  if (typeof text === "object") return { warning: text };
  const ending = ` ${ref}`;
  const at = text.endsWith(ending) ? text.length - ending.length : text.indexOf(`${ending}\n`);
  if (at < 0) return {};
  const commit = text.slice(text.lastIndexOf("\n", at) + 1, at);
  return ID.test(commit) ? { commit } : { warning: { reason: "malformed", path } };
}
