// `--version`: the program and what it runs on.
import { commit } from "../commit.ts";
import { exitCodes } from "../run.ts";
import { version } from "../version.ts";

/**
 * One line each: program, commit (where built in), Deno, V8, SQLite, target; with `json` the same as one
 * JSON document, the program's own version under `version`. Loads SQLite alone for it.
 */
export async function printVersion({ json }: { json: boolean }): Promise<number> {
  const { sqliteVersion } = await import("../../sqlite/sqlite_version.ts");
  const facts = {
    ...(commit !== undefined && { commit }),
    deno: Deno.version.deno,
    v8: Deno.version.v8,
    sqlite: sqliteVersion(),
    target: Deno.build.target,
  };
  if (json) {
    const { replyText } = await import("../../ledger/reply_text.ts");
    console.log(replyText({ version, ...facts }));
  } else {
    const lines = Object.entries(facts).map(([name, value]) => `${name} ${value}`);
    console.log([`agent-handoff ${version}`, ...lines].join("\n"));
  }
  return exitCodes.done;
}
