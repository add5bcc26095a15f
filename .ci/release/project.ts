// What this checkout is: its name, version and commit. Runs git and nothing else.
import { dirname, join } from "node:path";

/** The top directory of this checkout. */
export const checkout = dirname(dirname(import.meta.dirname!));

/** Where the programs of a release stand before they are packed: one folder for each target. */
export const programsDirectory = join(checkout, "dist", "programs");

/** Where the files of a release are gathered. */
export const releaseDirectory = join(checkout, "dist", "release");

/** A failure that its one line explains to a person; no stack is shown. */
export class BuildFailure extends Error {}

/** What `deno.json` says of the project. */
export interface Project {
  /** Name on JSR, with its scope. */
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** Reads `deno.json`. */
export async function readProject(): Promise<Project> {
  return JSON.parse(await Deno.readTextFile(join(checkout, "deno.json")));
}

/**
 * The commit of this checkout, 40 hex digits, with `-changed` behind it where a tracked file differs
 * from it. Undefined where the checkout is no git repository or git is missing.
 */
export async function readCommit(): Promise<string | undefined> {
  const head = await git("rev-parse", "--verify", "HEAD");
  if (!head) return undefined;
  const isChanged = await git("status", "--porcelain", "--untracked-files=no") !== "";
  return isChanged ? `${head}-changed` : head;
}

async function git(...args: string[]): Promise<string | undefined> {
  try {
    const { success, stdout } = await new Deno.Command("git", {
      args,
      cwd: checkout,
      stdin: "null",
      stderr: "null",
    }).output();
    return success ? new TextDecoder().decode(stdout).trim() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Copies a program to where people start it, also while one of that name is running there: a running
 * program's file may not be written, but it may be replaced. On Windows it may not; the failure says so.
 */
export async function putInPlace(from: string, to: string): Promise<void> {
  const part = `${to}.part`;
  await Deno.copyFile(from, part);
  try {
    await Deno.rename(part, to);
  } catch (error) {
    await Deno.remove(part);
    throw new BuildFailure(`Cannot replace "${to}": ${(error as Error).message}`);
  }
}

/** Runs a program of this folder: a `BuildFailure` becomes one line on stderr and exit code 1. */
export async function runAsProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof BuildFailure)) throw error;
    console.error(error.message);
    Deno.exitCode = 1;
  }
}
