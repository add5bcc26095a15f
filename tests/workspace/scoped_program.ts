// Runs one function of lib/workspace under the permissions this process was given, and prints its result.
import { fingerprint } from "../../lib/workspace/fingerprint.ts";
import { readGitHead } from "../../lib/workspace/git_head.ts";
import { chooseJournal } from "../../lib/workspace/mounts.ts";
import { Presence } from "../../lib/workspace/presence.ts";
import { findRoot } from "../../lib/workspace/root.ts";
import { prepareStateDirectory } from "../../lib/workspace/state_dir.ts";

const FUNCTIONS: Readonly<Record<string, (values: unknown[]) => unknown>> = {
  "mounts chooseJournal": ([directory]) => chooseJournal(directory as string),
  "presence look": ([directory, session]) =>
    new Presence(directory as string).look(session as string),
  "presence hold": ([directory, session]) =>
    new Presence(directory as string).hold(session as string, { now: 0 }),
  "root findRoot": ([cwd, variables]) =>
    findRoot({
      cwd: cwd as string,
      environment: (name) => (variables as Record<string, string>)[name] ?? Deno.env.get(name),
    }),
  "fingerprint fingerprint": ([root]) => fingerprint(root as string),
  "git_head readGitHead": ([root]) => readGitHead(root as string),
  "state_dir prepareStateDirectory": ([root, create]) =>
    prepareStateDirectory(root as string, { create: create as boolean }),
};

const [module, name, values] = Deno.args;
console.log(JSON.stringify(FUNCTIONS[`${module} ${name}`]!(JSON.parse(values!))));
