// What commands load of the runtime: those that only look, of `node:` modules SQLite alone. Each of the others takes
// some milliseconds in the newer versions of Deno, `node:crypto` and `node:fs` more than all the rest.
import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { isOnDisk } from "../../lib/workspace/disk.ts";
import { Presence } from "../../lib/workspace/presence.ts";
import { statePaths } from "../../lib/workspace/state_dir.ts";
import { Project } from "../support/program.ts";

const repository = join(import.meta.dirname!, "..", "..");

/** Makes hashes; small, and free of modules of the runtime. */
const digest = /^npm:@noble\/hashes@/;

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

Deno.test("list, show and where import no module of node: but SQLite, and no package but for hashes", async () => {
  const loaded = await loadedWith(looking);
  equal(loaded.filter((one) => one.endsWith(".ts")).length > 50, true);
  deepEqual(loaded.filter((one) => !one.endsWith(".ts") && !digest.test(one)), ["node:sqlite"]);
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

/** What a command asked for, beside what tells the kind of a file system and spells paths where that is due. */
async function askedBeside(root: string, args: readonly string[]): Promise<string[]> {
  const asked = await askedFor(root, args);
  const most = Deno.build.os === "windows" || !isOnDisk(root) ? ["node:path", "node:fs"] : [];
  return asked.filter((name) => !most.includes(name));
}

Deno.test("list, show and where ask for no module of node:, nor for the kind of file system on a disk", async () => {
  using project = new Project();
  const { task_id } = await project.json(["create", "Fix it", "--objective", "x"]);
  for (const args of [["list"], ["list", "--json"], ["show", task_id], ["where", "--json"]]) {
    deepEqual(await askedBeside(project.root, args), [], args.join(" "));
  }
});

Deno.test("list asks for no module of node: where a session holds the lease and shows itself, or there are more tasks", async () => {
  using project = new Project();
  for (const title of ["One", "Two"]) await project.json(["create", title, "--objective", "x"]);
  const environment = { AGENT_HANDOFF_AGENT: "codex", AGENT_HANDOFF_SESSION: "held" };
  await project.json(["claim"], { env: environment });
  using presence = new Presence(statePaths(project.root).sessions);
  deepEqual(presence.hold("held", { now: Date.now() }), { ok: true });
  const { lease } = await project.json(["list"]);
  equal(lease.state, "live");
  deepEqual(await askedBeside(project.root, ["list", "--json", "--limit", "1"]), []);
});

Deno.test("create asks for the kind of the file system alone", async () => {
  using project = new Project();
  const args = ["create", "Fix it", "--objective", "x", "--json"];
  const asked = await askedFor(project.root, args);
  deepEqual(asked.filter((name) => name !== "node:path" && name !== "node:fs"), []);
});
