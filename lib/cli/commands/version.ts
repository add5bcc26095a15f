// `--version`: the program and what it runs on.
import { exitCodes } from "../run.ts";
import { version } from "../version.ts";

/** One line each: program, Deno, V8, SQLite, target. Loads SQLite alone, for its version. */
export async function printVersion(): Promise<number> {
  const { sqliteVersion } = await import("../../sqlite/version.ts");
  console.log(
    [
      `agent-handoff ${version}`,
      `deno ${Deno.version.deno}`,
      `v8 ${Deno.version.v8}`,
      `sqlite ${sqliteVersion()}`,
      `target ${Deno.build.target}`,
    ].join("\n"),
  );
  return exitCodes.done;
}
