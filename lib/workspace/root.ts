// Which directory is the workspace: told by flag or environment, else the repository that is being worked in.
// It runs no program, makes nothing, reads no GIT_DIR, and carries facts: their wording belongs to others.
import { failureOf } from "./failure.ts";
import { dirname, isAbsolute, join, resolve } from "./paths.ts";

/** Where the root was learned from. */
export type RootSource = "flag" | "env" | "git" | "claude_project_dir";

/** The setting that a refusal is about, spelled as a person writes it. */
export type RootField = "--root" | "AGENT_HANDOFF_ROOT" | "CLAUDE_PROJECT_DIR" | "cwd";

/** Why a value is no root: how it is spelled, or what stands there. */
export type RootReason =
  | "unexpanded_variable"
  | "unexpanded_home"
  | "file_url"
  | "relative"
  | "missing"
  | "not_a_directory"
  | "unreadable"
  | "no_repository";

/** A root that is probably a mistake, since unrelated work would share one ledger there. */
export interface RootWarning {
  readonly code: "root_is_home" | "root_is_file_system_root";
  /** The root itself. */
  readonly path: string;
}

/** The workspace's root: absolute, existing, symbolic links resolved. */
export interface RootFound {
  readonly ok: true;
  readonly root: string;
  readonly from: RootSource;
  readonly warnings: readonly RootWarning[];
}

/** Why no root can be told. Nothing was made, and another directory was not guessed in its place. */
export interface RootRefused {
  readonly ok: false;
  readonly code: "workspace_unknown";
  readonly field: RootField;
  /** The value as it came, to be quoted; absent when there is no working directory any more. */
  readonly value?: string;
  readonly reason: RootReason;
  /** What would have been taken. */
  readonly accepted: "the absolute path of an existing directory";
  /** With `no_repository`: the directory whose content may not be read, where the walk up ended. */
  readonly stoppedAt?: string;
  /** With `no_repository`: a `CLAUDE_PROJECT_DIR` that was set and led nowhere. */
  readonly ignored?: { readonly value: string; readonly reason: RootReason };
}

/** What the root is found from, all of it values. */
export interface RootClues {
  /** The value of `--root`, if there was one. */
  readonly flag?: string;
  /** Reads one environment variable. One that may not be read counts as unset. */
  readonly environment: (name: string) => string | undefined;
  /** The absolute working directory; undefined when it was deleted. */
  readonly cwd?: string;
}

const ACCEPTED = "the absolute path of an existing directory";

/**
 * Finds the workspace's root.
 *
 * `--root`, else `AGENT_HANDOFF_ROOT` (blank means unset) name it outright; a value there that cannot be
 * a root is refused and never replaced by a guess. Else it is the nearest directory that holds a `.git`
 * directory or file, upwards from the working directory, and where that finds none, upwards from
 * `CLAUDE_PROJECT_DIR`. Linked worktrees and submodules hold a `.git` file, so their own tree is the root.
 *
 * A walk ends at a directory whose `.git` may not be looked for (other permissions, or this program's own
 * scoped ones): a farther repository might be the wrong one. A `CLAUDE_PROJECT_DIR` that is relative
 * (`.` is the directory already searched), unexpanded or missing counts as unset: this product did not
 * define it, so it alone never causes a refusal, but the refusal for want of a repository reports it.
 *
 * Refusals: `workspace_unknown`. Never throws. Source: contract, "Root".
 */
export function findRoot(clues: RootClues): RootFound | RootRefused {
  const read = (name: string): string => readVariable(clues.environment, name);
  const told: [RootField, RootSource, string][] = [
    ["--root", "flag", clues.flag ?? ""],
    ["AGENT_HANDOFF_ROOT", "env", read("AGENT_HANDOFF_ROOT")],
  ];
  for (const [field, from, value] of told) {
    if (value.trim() === "") continue;
    const place = settle(value);
    if ("root" in place) return found(place.root, from, read);
    return { ok: false, code: "workspace_unknown", field, value, ...place, accepted: ACCEPTED };
  }

  const fromCwd = clues.cwd === undefined ? {} : nearestRepository(clues.cwd);
  if (fromCwd.root !== undefined) return found(fromCwd.root, "git", read);

  const project = read("CLAUDE_PROJECT_DIR");
  const start = project.trim() === "" ? undefined : settle(project);
  const fromProject = start && "root" in start ? nearestRepository(start.root) : {};
  if (fromProject.root !== undefined) return found(fromProject.root, "claude_project_dir", read);

  const stoppedAt = fromCwd.stoppedAt ?? fromProject.stoppedAt;
  return {
    ok: false,
    code: "workspace_unknown",
    field: "cwd",
    value: clues.cwd,
    reason: "no_repository",
    accepted: ACCEPTED,
    ...(stoppedAt !== undefined && { stoppedAt }),
    ...(start && {
      ignored: { value: project, reason: "reason" in start ? start.reason : "no_repository" },
    }),
  };
}

/** Reads a variable; under scoped permissions one that was not granted throws, which is "unset" here. */
function readVariable(environment: RootClues["environment"], name: string): string {
  try {
    return environment(name) ?? "";
  } catch {
    return "";
  }
}

/** Takes a value for a directory, or says why it cannot be one. */
function settle(value: string): { root: string } | { reason: RootReason } {
  const misspelled = misspelling(value);
  if (misspelled) return { reason: misspelled };
  try {
    const root = Deno.realPathSync(value);
    return Deno.statSync(root).isDirectory ? { root } : { reason: "not_a_directory" };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === "missing" || failure === "not_a_directory") return { reason: failure };
    return { reason: "unreadable" };
  }
}

/**
 * Says what a shell or client should have replaced and did not.
 *
 * Such a path is refused even where it exists: it does only because some program made it by mistake.
 * A lone `$` or `%` inside a name is an ordinary character.
 */
function misspelling(value: string): RootReason | undefined {
  if (/^file:/i.test(value)) return "file_url";
  if (value.startsWith("~")) return "unexpanded_home";
  if (/\$[{(]|(^|[\\/])\$[A-Za-z_]|%[A-Za-z_][\w()]*%/.test(value)) return "unexpanded_variable";
  return isAbsolute(value) ? undefined : "relative";
}

/** Walks up to the nearest directory that holds a `.git` directory or file. */
function nearestRepository(start: string): { root?: string; stoppedAt?: string } {
  let directory = resolvedOrSame(start);
  for (;;) {
    try {
      const entry = Deno.statSync(join(directory, ".git"));
      if (entry.isDirectory || entry.isFile) return { root: directory };
    } catch (error) {
      const failure = failureOf(error);
      const isAbsent = failure === "missing" || failure === "not_a_directory";
      if (!isAbsent) return { stoppedAt: directory };
    }
    const parent = dirname(directory);
    if (parent === directory) return {};
    directory = parent;
  }
}

/** Resolves symbolic links where that is allowed, and else takes the path as it is. */
function resolvedOrSame(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return resolve(path);
  }
}

/** The root with its warnings. */
function found(root: string, from: RootSource, read: (name: string) => string): RootFound {
  const warnings: RootWarning[] = [];
  const homes = [read("HOME"), read("USERPROFILE")].filter((home) => isAbsolute(home));
  if (homes.some((home) => isSamePath(root, home) || isSamePath(root, resolvedOrSame(home)))) {
    warnings.push({ code: "root_is_home", path: root });
  }
  if (dirname(root) === root) {
    warnings.push({ code: "root_is_file_system_root", path: root });
  }
  return { ok: true, root, from, warnings };
}

/** Whether two absolute paths are spelled alike, case aside on Windows. */
function isSamePath(one: string, other: string): boolean {
  const [a, b] = [resolve(one), resolve(other)];
  return Deno.build.os === "windows" ? a.toLowerCase() === b.toLowerCase() : a === b;
}
