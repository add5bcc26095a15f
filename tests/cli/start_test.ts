// What the commands that only look load of the runtime: of `node:` modules, SQLite alone. Each of the others takes
// some milliseconds in the newer versions of Deno, `node:crypto` and `node:fs` more than all the rest.
import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { isOnDisk } from "../../lib/workspace/disk.ts";
import { Project } from "../support/program.ts";

const repository = join(import.meta.dirname!, "..", "..");

/** What is loaded one after another until a command has run, beside what these import. */
const looking: readonly string[] = [
  "main.ts",
  "lib/cli/program.ts",
  "lib/cli/light_arguments.ts",
  "lib/ledger/reads.ts",
  "lib/sqlite/sqlite_ledger.ts",
  "lib/cli/commands/list.ts",
  "lib/cli/commands/show.ts",
  "lib/cli/commands/where.ts",
];

interface Module {
  readonly specifier: string;
  readonly dependencies?: readonly {
    readonly code?: { readonly specifier: string };
    readonly isDynamic?: boolean;
  }[];
}

/** Everything that comes with modules of the repository before anything is loaded late. */
async function loadedWith(paths: readonly string[]): Promise<string[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "main.ts"],
    cwd: repository,
  }).output();
  const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as { modules: Module[] };
  const known = new Map(modules.map((module) => [module.specifier, module]));
  const here = modules.find(({ specifier }) => specifier.endsWith("/main.ts"))!.specifier;
  const seen = new Set(paths.map((path) => new URL(path, here).href));
  for (const specifier of seen) {
    const { dependencies = [] } = known.get(specifier) ?? {};
    for (const { code, isDynamic } of dependencies) {
      if (code && !isDynamic) seen.add(code.specifier);
    }
  }
  return [...seen];
}

Deno.test("list, show and where import no module of node: but SQLite, and no package", async () => {
  const loaded = await loadedWith(looking);
  equal(loaded.filter((one) => one.endsWith(".ts")).length > 50, true);
  deepEqual(loaded.filter((one) => !one.endsWith(".ts")), ["node:sqlite"]);
  deepEqual(
    (await loadedWith(["lib/cli/commands/version.ts", "lib/sqlite/sqlite_version.ts"]))
      .filter((one) => !one.endsWith(".ts")),
    ["node:sqlite"],
  );
});

/** Runs a command in a process that tells which modules it asked the runtime for, on standard error. */
async function askedFor(root: string, args: readonly string[]): Promise<string[]> {
  const program = `
    const { process } = globalThis;
    const getBuiltinModule = (name) => {
      console.error("asked for " + name);
      return process.getBuiltinModule(name);
    };
    Object.defineProperty(globalThis, "process", { get: () => ({ getBuiltinModule }) });
    const { run } = await import("./lib/cli/run.ts");
    Deno.exitCode = await run(Deno.args);`;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["eval", "--ext=ts", program, "--", ...args, "--root", root],
    ],
    cwd: repository,
    env: { AGENT_HANDOFF_ROOT: "", NO_COLOR: "1" },
  }).output();
  const told = new TextDecoder().decode(stderr);
  equal(code, 0, told);
  match(new TextDecoder().decode(stdout), /Nobody holds|"lease":|ledger_exists|Fix it/);
  return [...told.matchAll(/^asked for (.*)$/gm)].map(([, name]) => name!);
}

Deno.test("list, show and where ask for no hash, and for no kind of file system on a disk", async () => {
  using project = new Project();
  const { task_id } = await project.json(["create", "Fix it", "--objective", "x"]);
  const free = Deno.build.os === "windows" || !isOnDisk(project.root);
  for (const args of [["list"], ["list", "--json"], ["show", task_id], ["where", "--json"]]) {
    const asked = await askedFor(project.root, args);
    const most = free ? ["node:path", "node:fs"] : [];
    deepEqual(asked.filter((name) => !most.includes(name)), [], args.join(" "));
  }
  // What is looked for is found where it is needed.
  const asked = await askedFor(project.root, [
    "create",
    "Fix it too",
    "--objective",
    "y",
    "--json",
  ]);
  equal(asked.includes("node:crypto"), true);
});
