// What the embedded runtime must be, and what to say where there is none. Starts no build.
import { BuildFailure } from "./project.ts";

/** The first SQLite without the fault that could corrupt a ledger when its log is reset. */
export const leastSqlite = "3.51.3";

/** True where version `a` is not older than version `b`; both dotted numbers. */
export function isAtLeast(a: string, b: string): boolean {
  const [left, right] = [a, b].map((version) => version.split(".").map(Number));
  for (let part = 0; part < right!.length; part++) {
    const difference = (left![part] ?? 0) - right![part]!;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** Refuses a program whose SQLite is older than `leastSqlite`. */
export function requireSafeSqlite(version: string, of: string): void {
  if (isAtLeast(version, leastSqlite)) return;
  throw new BuildFailure(
    `Cannot release ${of}: its SQLite is ${version}, at least ${leastSqlite} is needed; ` +
      "build with a newer Deno (--test-runtime builds for tests only)",
  );
}

/** Turns the output of a failed `deno compile` into one line that says what to set, where that is the cause. */
export function explainCompileFailure(output: string): string {
  const embedded = Deno.env.get("DENORT_BIN");
  if (/Could not find denort|Setting up base binary/i.test(output)) {
    return embedded === undefined
      ? "Cannot compile: the runtime to embed could not be downloaded; connect to the network, or set " +
        `DENORT_BIN to the path of a denort ${Deno.version.deno} program`
      : `Cannot compile: DENORT_BIN "${embedded}" is not a runtime of Deno ${Deno.version.deno}; set it to ` +
        "the path of one, or unset it to download it";
  }
  return `Cannot compile:\n${withoutStack(output)}`;
}

/** What a failed Deno command printed, without the stack of Deno itself. */
export function withoutStack(output: string): string {
  return output.split("\nStack backtrace:")[0]!.trim();
}
