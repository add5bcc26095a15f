// Gathers a release from the five tried programs: archives, bundles, install scripts, npm packages, sums, entry.
// Builds no program and publishes nothing.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { archive } from "./archive.ts";
import { makeBundle } from "./bundle_manifest.ts";
import { makeNpmPackages } from "./npm_packages.ts";
import {
  BuildFailure,
  checkout,
  programsDirectory,
  readProject,
  releaseDirectory,
  runAsProgram,
} from "./project.ts";
import { downloadUrl, makeServerEntry, repositoryPattern } from "./server_json.ts";
import { writeSums } from "./sums.ts";
import { type Target, targets } from "./targets.ts";

/** What the install scripts hold where the release's address belongs. */
export const addressMark = "@address-of-this-release@";

/** Where a target's program is expected. */
function programOf(target: Target): string {
  return join(programsDirectory, target.name, target.program);
}

/** Writes an install script with the address of this release in it. */
export async function stampInstaller(name: string, address: string): Promise<string> {
  const text = await Deno.readTextFile(join(checkout, ".ci", "release", name));
  if (text.split(addressMark).length !== 2) {
    throw new BuildFailure(`Cannot stamp ${name}: the mark "${addressMark}" is not there once`);
  }
  return text.replace(addressMark, address);
}

async function requirePrograms(): Promise<void> {
  for (const target of targets) {
    const found = await Deno.stat(programOf(target)).catch(() => undefined);
    if (!found?.isFile) {
      throw new BuildFailure(`Cannot package ${target.name}: "${programOf(target)}" is missing`);
    }
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: Deno.args,
    options: { repository: { type: "string" }, time: { type: "string", default: "0" } },
  });
  const repository = values.repository ?? Deno.env.get("GITHUB_REPOSITORY") ?? "";
  if (!repositoryPattern.test(repository)) {
    throw new BuildFailure(
      `Cannot package for "${repository}": give the GitHub repository, --repository owner/name`,
    );
  }
  await requirePrograms();
  const project = await readProject();
  const into = releaseDirectory;
  await Deno.remove(into, { recursive: true }).catch(() => {});
  await Deno.mkdir(into, { recursive: true });
  for (const target of targets) {
    const program = programOf(target);
    await archive({ target, program, into, time: Number(values.time) });
    await makeBundle({ project, target, program, into });
  }
  for (const name of ["install.sh", "install.ps1"]) {
    const address = downloadUrl(repository, project.version);
    await Deno.writeTextFile(join(into, name), await stampInstaller(name, address));
  }
  const entry = await makeServerEntry(into, { project, repository });
  await Deno.writeTextFile(join(into, "server.json"), JSON.stringify(entry, null, 2) + "\n");
  await writeSums(into);
  await makeNpmPackages({ project, repository, programOf, into: join(checkout, "dist", "npm") });
  for await (const { name } of Deno.readDir(into)) console.log(join(into, name));
}

if (import.meta.main) await runAsProgram(main);
