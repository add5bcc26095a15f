// `where`: every path in use.
import { findGitDirectories } from "../../workspace/git_files.ts";
import { prepareStateDirectory, statePaths } from "../../workspace/state_dir.ts";
import { inPlace, warnOf } from "../call.ts";
import type { Command } from "../command.ts";
import { exitCodes } from "../exit_codes.ts";
import { printFacts } from "../facts_page.ts";
import { version } from "../version.ts";
import { warningText } from "../../ledger/warn_words.ts";

const sources = {
  flag: "--root",
  env: "AGENT_HANDOFF_ROOT",
  git: "the repository around the working directory",
  claude_project_dir: "the repository around CLAUDE_PROJECT_DIR",
} as const;

/** Tells where everything stands, whether it exists or not. */
export const command: Command = {
  name: "where",
  about: "Prints every path in use: the root and how it was found, the ledger, its backups and " +
    "session files, the repository's files, and this program. Creates nothing.",
  options: [],
  examples: [{ line: "where --json", does: "for scripts" }],
  run: (invocation) =>
    inPlace(invocation, (place) => {
      const { output } = invocation;
      const root = place.root();
      const paths = statePaths(root);
      const state = prepareStateDirectory(root, { create: false });
      const git = findGitDirectories(root);
      const body = {
        root,
        root_from: sources[place.rootSource()],
        directory: paths.directory,
        ledger: paths.ledger,
        ledger_exists: state.ok && state.ledgerExists,
        backups: paths.backups,
        sessions: paths.sessions,
        gitignore: paths.gitignore,
        ...(git && "own" in git && { git: git.own, git_common: git.common }),
        program: programPath(),
        version,
        warnings: place.rootWarnings().map((warning) => warningText(warning, "commands")),
      };
      const { warnings, ...facts } = body;
      if (output.json) output.document(warnings.length > 0 ? body : facts);
      else {
        const told = Object.entries(facts)
          .map(([name, value]) => [name.replaceAll("_", " "), spoken(value)] as const);
        printFacts(told, output);
        warnOf(body, output);
      }
      return Promise.resolve(exitCodes.done);
    }),
};

function spoken(value: unknown): string {
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}

/** The compiled program, or the main module when run from source. */
function programPath(): string {
  if (Deno.build.standalone) return Deno.execPath();
  return Deno.mainModule.startsWith("file:") ? new URL(Deno.mainModule).pathname : Deno.mainModule;
}
