// What became of the files that a holder listed as changed: there, gone, outside, or written since.
// It looks at names and times, opens no file, and does not know why a file was listed.
import { failureOf } from "./failure.ts";
import { dirname, isInside, plainlyBelow, resolve } from "./paths.ts";

/** The listed paths that deserve a word, as they were listed, in their order. */
export interface ListedFiles {
  /** Nothing of that name is in the workspace. */
  readonly missing: readonly string[];
  /** The name leads out of the root, by itself or through a symbolic link. */
  readonly outside: readonly string[];
  /** Written after `since`. */
  readonly changed: readonly string[];
}

/**
 * Looks at the listed paths, relative to `root` or absolute, and tells which are missing, outside, or were written
 * after `since` (epoch milliseconds; left out, none counts as changed).
 *
 * A file's time of writing against the time of the pass needs nothing stored and no file read, whatever its size.
 * The price: a write that sets an older time goes unseen, one that changes nothing is seen. Folders are never
 * `changed`. What may not be looked at is in no list. A few system calls for each path; never throws.
 */
export function lookAtListedFiles(
  root: string,
  paths: readonly string[],
  options: { since?: number } = {},
): ListedFiles {
  const seen = { missing: [] as string[], outside: [] as string[], changed: [] as string[] };
  const place = { root: resolve(root), folders: new Map<string, boolean>() };
  for (const path of paths) {
    const state = stateOf(place, path, options);
    if (state) seen[state].push(path);
  }
  return seen;
}

/** A root, and which folders below it lead nowhere else, as far as they were looked at. */
interface Place {
  readonly root: string;
  readonly folders: Map<string, boolean>;
}

function stateOf(
  place: Place,
  path: string,
  { since = Infinity }: { since?: number },
): keyof ListedFiles | undefined {
  const { root } = place;
  const below = plainlyBelow(root, path);
  const full = below ?? resolve(root, path);
  if (full === root) return undefined;
  if (below === undefined && !isInside(root, full)) return "outside";
  try {
    if (below !== undefined && since !== Infinity) {
      const found = Deno.lstatSync(below);
      // One look at its folder does for many files.
      if (!found.isSymlink && leadsNowhereElse(dirname(below), place)) return age(found, since);
    }
    // Finds what is there as a look at it would, and where it leads: a folder above it may have become a link.
    const real = Deno.realPathSync(full);
    if (real !== full && !isInside(root, real)) return "outside";
    return since === Infinity ? undefined : age(Deno.statSync(full), since);
  } catch (error) {
    const failure = failureOf(error);
    return failure === "missing" || failure === "not_a_directory" ? "missing" : undefined;
  }
}

function age({ isFile, mtime }: Deno.FileInfo, since: number): "changed" | undefined {
  return isFile && mtime && mtime.getTime() > since ? "changed" : undefined;
}

/** Whether a folder below the root is reached through no link. */
function leadsNowhereElse(folder: string, { folders }: Place): boolean {
  let isPlain = folders.get(folder);
  if (isPlain === undefined) {
    isPlain = Deno.realPathSync(folder) === folder;
    folders.set(folder, isPlain);
  }
  return isPlain;
}
