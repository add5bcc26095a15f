// Where clients keep their files for this user and project, and how they are to start our server.
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Launch, Place as ClientPlace, Scope } from "../clients/client.ts";
import { findGitDirectories } from "../workspace/git_files.ts";
import { serverPermissions } from "./permissions.ts";
import { Refused } from "./usage.ts";

type Environment = (name: string) => string | undefined;

/** The place that client files are looked for in. Throws a refusal where no home directory is named. */
export function clientPlace(environment: Environment, root: string | undefined): ClientPlace {
  const home = environment("HOME")?.trim() || environment("USERPROFILE")?.trim();
  if (!home) {
    throw Refused.because({
      code: "workspace_unknown",
      message:
        "Cannot find the clients' files: neither HOME nor USERPROFILE names a home directory",
      next: "Set HOME and run it again; nothing was changed",
    });
  }
  const { os } = Deno.build;
  const platform = os === "darwin" || os === "windows" ? os : "linux";
  return { home, platform, environment, ...(root !== undefined && { root }) };
}

/** The text of a file, undefined when it is missing. Throws what the file system says, or that it is not UTF-8. */
export function readTextExactly(path: string): string | undefined {
  let bytes: Uint8Array;
  try {
    bytes = Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error("it is not UTF-8 text");
  }
}

/** Whether something stands at a path; what may not be looked at counts as nothing. */
export function isThere(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

/** What a look at a path shows; `hidden` where this program was not given the right to look. */
export function lookAt(path: string): "there" | "missing" | "hidden" {
  try {
    Deno.statSync(path);
    return "there";
  } catch (error) {
    const isHidden = error instanceof Deno.errors.NotCapable ||
      error instanceof Deno.errors.PermissionDenied;
    return isHidden ? "hidden" : "missing";
  }
}

/** Where PATH leads to for a program, as far as it may be looked at. */
export function findOnPath(program: string, environment: Environment): string | undefined {
  return onPath(program, environment).find(isThere);
}

/** The files that PATH leads to for a program, one a directory, links followed, each told once. */
export function programsOnPath(
  program: string,
  environment: Environment,
): readonly { path: string; size: number }[] {
  const found = new Map<string, number>();
  const directories = new Set<string>();
  for (const candidate of onPath(program, environment)) {
    // npm puts several scripts of one name beside each other on Windows.
    if (directories.has(dirname(candidate))) continue;
    try {
      const path = Deno.realPathSync(candidate);
      const { isFile, size } = Deno.statSync(path);
      if (!isFile) continue;
      found.set(path, size);
      directories.add(dirname(candidate));
    } catch {
      // Not there, or this program was not given the right to look.
    }
  }
  return [...found].map(([path, size]) => ({ path, size }));
}

/** Whether PATH leads to a program. */
export function lookOnPath(program: string, environment: Environment): ReturnType<typeof lookAt> {
  const seen = onPath(program, environment).map(lookAt);
  if (seen.includes("there")) return "there";
  return seen.includes("hidden") ? "hidden" : "missing";
}

function onPath(program: string, environment: Environment): string[] {
  const endings = Deno.build.os === "windows"
    ? ["", ...(environment("PATHEXT") ?? ".EXE;.CMD;.BAT").toLowerCase().split(";")]
    : [""];
  return (environment("PATH") ?? "").split(delimiter).filter((part) => part !== "")
    .flatMap((directory) => endings.map((ending) => join(directory, program + ending)));
}

/**
 * How a client is to start this very program as its server. A compiled program is named by its path, or, in
 * a project's file, by `agent-handoff` where PATH leads to it; from source it is `deno` with the exact
 * permissions, those of a user's file for the directory that the client starts it in.
 */
export function serverLaunch(
  environment: Environment,
  of: { scope: Scope; root: string | undefined },
): Launch {
  if (Deno.build.standalone) {
    const program = Deno.execPath();
    const named = findOnPath("agent-handoff", environment);
    const isNamed = of.scope === "project" && named !== undefined &&
      Deno.realPathSync(named) === Deno.realPathSync(program);
    return { command: isNamed ? "agent-handoff" : program, args: ["serve"] };
  }
  const root = of.scope === "project" && of.root !== undefined ? of.root : ".";
  const permissions = serverPermissions(root).map((flag) =>
    flag.startsWith("--allow-read=") ? [flag, ...sharedGit(of.root, of.scope)].join(",") : flag
  );
  const main = Deno.mainModule.startsWith("file:")
    ? fileURLToPath(Deno.mainModule)
    : Deno.mainModule;
  return {
    command: Deno.execPath(),
    args: ["run", "--no-prompt", ...permissions, main, "serve"],
  };
}

/** The repository's files that lie outside a linked worktree or submodule. */
function sharedGit(root: string | undefined, scope: Scope): string[] {
  if (scope !== "project" || root === undefined) return [];
  const git = findGitDirectories(root);
  if (!git || "reason" in git) return [];
  const outside = [git.own, git.common].filter((path) => !path.startsWith(join(root, ".git")));
  return [...new Set(outside)];
}
