// Runs one function of lib/workspace under the permissions this process was given, and prints its result.
import { readGitHead } from "../../lib/workspace/git_head.ts";
import { findRoot } from "../../lib/workspace/root.ts";
import { prepareStateDirectory } from "../../lib/workspace/state_dir.ts";

const FUNCTIONS: Readonly<Record<string, (values: unknown[]) => unknown>> = {
  "root findRoot": ([cwd, variables]) =>
    findRoot({
      cwd: cwd as string,
      environment: (name) => (variables as Record<string, string>)[name] ?? Deno.env.get(name),
    }),
  "git_head readGitHead": ([root]) => readGitHead(root as string),
  "state_dir prepareStateDirectory": ([root, create]) =>
    prepareStateDirectory(root as string, { create: create as boolean }),
};

const [module, name, values] = Deno.args;
console.log(JSON.stringify(FUNCTIONS[`${module} ${name}`]!(JSON.parse(values!))));
