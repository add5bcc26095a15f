// `--version`: the program and what it runs on.
import { commit } from "../commit.ts";
import { exitCodes } from "../run.ts";
import { version } from "../version.ts";

/** One line each: program, commit (where built in), Deno, V8, SQLite, target. Loads SQLite alone for it. */
export async function printVersion(): Promise<number> {
  const { sqliteVersion } = await import("../../sqlite/facts.ts");
  console.log(
    [
      `agent-handoff ${version}`,
      ...(commit === undefined ? [] : [`commit ${commit}`]),
      `deno ${Deno.version.deno}`,
      `v8 ${Deno.version.v8}`,
      `sqlite ${sqliteVersion()}`,
      `target ${Deno.build.target}`,
    ].join("\n"),
  );
  return exitCodes.done;
}
