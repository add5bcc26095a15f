// `deno task compile`: one program for this machine, or with --all for every target. It alone knows the flags.
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { variables } from "../../lib/cli/environment.ts";
import { serverPermissions } from "../../lib/cli/permissions.ts";
import { bundle } from "./bundle.ts";
import { hasCodeSignature } from "./macho.ts";
import {
  BuildFailure,
  checkout,
  programsDirectory,
  putInPlace,
  readCommit,
  readProject,
  runAsProgram,
} from "./project.ts";
import { explainCompileFailure, requireSafeSqlite } from "./runtime.ts";
import { findTarget, type Target, targets, thisMachine } from "./targets.ts";

/**
 * Permissions baked into the program (contract, Permissions): files everywhere, since the root is not
 * known yet; the variables and the facts of the system that it looks at; never network, programs or
 * native code; never a question.
 */
export const permissionFlags: readonly string[] = [
  "--no-prompt",
  "--deny-net",
  "--deny-run",
  "--deny-ffi",
  "--allow-read",
  "--allow-write",
  ...serverPermissions("/").filter((flag) => flag.startsWith("--allow-sys=")),
  `--allow-env=${variables.join(",")}`,
  // Any other variable reads as unset, so that a package that looks at one does not fail.
  "--ignore-env",
];

/** What to compile. */
export interface CompileOptions {
  /** The entry of the bundle. */
  readonly entry: string;
  /** Path of the program. */
  readonly output: string;
  /** Absent: this machine. */
  readonly target?: Target;
  /** More flags for measurements, put before the entry. */
  readonly flags?: readonly string[];
}

/** Compiles a bundle with the baked permissions and without V8's code cache (decision 9). */
export async function compile(options: CompileOptions): Promise<void> {
  await Deno.mkdir(dirname(options.output), { recursive: true });
  const files = dirname(options.entry);
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    // The names of the files travel into the program; the working directory keeps them short.
    cwd: dirname(files),
    args: [
      ...["compile", "--quiet", "--no-check", "--no-config", "--no-lock"],
      ...(options.flags ?? ["--no-code-cache", ...permissionFlags]),
      ...(options.target ? ["--target", options.target.triple] : []),
      ...["--include", basename(files), "--output", options.output, options.entry],
    ],
    stdin: "null",
  }).output();
  if (success) return;
  const decoder = new TextDecoder();
  throw new BuildFailure(explainCompileFailure(decoder.decode(stderr) + decoder.decode(stdout)));
}

/** The lines of `--version` of a program, by their first word. */
export async function versionsOf(program: string): Promise<Record<string, string>> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args: ["--version"],
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  if (!success) {
    throw new BuildFailure(`Cannot use "${program}": --version failed: ${decoder.decode(stderr)}`);
  }
  const lines = decoder.decode(stdout).trim().split("\n");
  return Object.fromEntries(lines.map((line) => {
    const gap = line.indexOf(" ");
    return [line.slice(0, gap), line.slice(gap + 1)];
  }));
}

/** Version of the SQLite that this Deno, and so the runtime it downloads for every target, is linked with. */
async function sqliteOfThisDeno(): Promise<string> {
  const { sqliteVersion } = await import("../../lib/sqlite/sqlite_version.ts");
  return sqliteVersion();
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      all: { type: "boolean", default: false },
      target: { type: "string" },
      "test-runtime": { type: "boolean", default: false },
    },
  });
  const wanted = values.all ? targets : [chosen(values.target)];
  requireRuntimeOfEach(wanted);
  if (!values["test-runtime"]) requireSafeSqlite(await sqliteOfThisDeno(), "with this Deno");
  const [project, commit] = await Promise.all([readProject(), readCommit()]);
  const entry = await bundle({
    into: join(checkout, "dist", "bundle"),
    ...(commit !== undefined && { commit }),
  });
  for (const target of wanted) {
    const output = join(programsDirectory, target.name, target.program);
    await compile({ entry, output, target });
    if (target === thisMachine()) {
      const versions = await versionsOf(output);
      checkVersions(versions, { version: project.version, commit, target });
      if (!values["test-runtime"]) requireSafeSqlite(versions.sqlite ?? "0", target.name);
      await putInPlace(output, join(checkout, "dist", target.program));
    }
    await warnOfNoSignature(target, output);
    console.log(`${target.name}  ${output}  ${(await Deno.stat(output)).size} bytes`);
  }
}

function chosen(name: string | undefined): Target {
  const target = name === undefined ? thisMachine() : findTarget(name);
  if (target) return target;
  const known = targets.map((each) => each.name).join(", ");
  throw new BuildFailure(`Cannot compile for "${name ?? Deno.build.target}": known are ${known}`);
}

/** One runtime fits one kind of machine; Deno would embed it for another without a word. */
function requireRuntimeOfEach(wanted: readonly Target[]): void {
  const runtime = Deno.env.get("DENORT_BIN");
  const other = wanted.find((target) => target !== thisMachine());
  if (runtime === undefined || !other) return;
  throw new BuildFailure(
    `Cannot compile for ${other.name}: DENORT_BIN "${runtime}" is a runtime of this machine; unset it to ` +
      "download the right one",
  );
}

/** macOS on Apple processors ends a program without a signature at its start. */
async function warnOfNoSignature(target: Target, program: string): Promise<void> {
  if (target.platform !== "darwin" || hasCodeSignature(await Deno.readFile(program))) return;
  console.error(
    `${target.name} carries no signature: on a Mac, run codesign --force --sign - "${program}"`,
  );
}

function checkVersions(
  told: Record<string, string>,
  expected: { version: string; commit: string | undefined; target: Target },
): void {
  const wrong = [
    ["agent-handoff", expected.version],
    ["commit", expected.commit],
    ["target", expected.target.triple],
  ].find(([name, value]) => told[name!] !== value);
  if (!wrong) return;
  const [name, value] = wrong;
  throw new BuildFailure(
    `Cannot keep the program: its --version says ${name} "${told[name!]}", expected "${value}"`,
  );
}

if (import.meta.main) await runAsProgram(main);
