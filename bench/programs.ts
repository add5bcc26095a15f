// The programs that are measured, as commands. All run from source, with the permissions they are documented with.
import { dirname, join } from "node:path";
import { serverPermissions } from "../lib/cli/permissions.ts";

const checkout = join(import.meta.dirname!, "..");
const run = [Deno.execPath(), "run", "--quiet", "--no-prompt", "--config", `${checkout}/deno.json`];

/** Our server for the workspace at a root. */
export function ourServer(root: string): string[] {
  return [...run, ...serverPermissions(root), join(checkout, "main.ts"), "serve", "--root", root];
}

/** A command of our program for the workspace at a root. */
export function ourCommand(root: string, ...args: string[]): string[] {
  return [...run, ...serverPermissions(root), join(checkout, "main.ts"), ...args, "--root", root];
}

/** The server that does nothing, on the same SDK. */
export const doNothingServer: readonly string[] = [...run, beside("do_nothing_server.ts")];

/** The least server that gives known replies, and writes rows that are known where a ledger is given. */
export function rawServer(script: string, ledger?: string): string[] {
  const permissions = [dirname(script)].flatMap((folder) => [
    `--allow-read=${folder}`,
    `--allow-write=${folder}`,
  ]);
  return [...run, ...permissions, beside("raw_server.ts"), script, ...ledger ? [ledger] : []];
}

/** A program of one line. */
export const bareProgram: readonly string[] = [...run, beside("bare_program.ts")];

/** A program that reads one table of the SQLite file at a path. */
export function bareReader(path: string): string[] {
  const permissions = [`--allow-read=${path}`, `--allow-write=${path}`];
  return [...run, ...permissions, beside("bare_reader.ts"), path];
}

/** One of many processes that work on the ledger at a path. */
export function contender(path: string, of: { number: number; rounds: number }): string[] {
  const folder = dirname(path);
  const permissions = [`--allow-read=${folder}`, `--allow-write=${folder}`];
  return [...run, ...permissions, beside("contender.ts"), path, `${of.number}`, `${of.rounds}`];
}

function beside(name: string): string {
  return join(import.meta.dirname!, name);
}
