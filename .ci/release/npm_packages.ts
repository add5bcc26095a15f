// The npm packages: one launcher and one package for each target, none with an install script.
import { join } from "node:path";
import { runTool } from "./archive.ts";
import { checkout, type Project } from "./project.ts";
import { type Target, targets } from "./targets.ts";
import { description } from "./words.ts";

/** Name of the package that people install. */
export const launcherName = "agent-handoff";

/** Name of the package that carries one target's program; npm takes only the one that fits. */
export function platformName(target: Target): string {
  return `@agent-handoff/${target.platform}-${target.cpu}`;
}

/** What every package says of itself. */
interface Shared {
  readonly project: Project;
  /** GitHub repository, `owner/name`. */
  readonly repository: string;
}

function described({ project, repository }: Shared): Record<string, unknown> {
  return {
    version: project.version,
    license: project.license,
    repository: { type: "git", url: `git+https://github.com/${repository}.git` },
  };
}

/** `package.json` of the launcher: the programs are optional, so that npm leaves out what does not fit. */
export function launcherManifest(of: Shared): Record<string, unknown> {
  return {
    name: launcherName,
    description,
    ...described(of),
    bin: { "agent-handoff": "bin/agent-handoff.cjs" },
    files: ["bin"],
    engines: { node: ">=18" },
    optionalDependencies: Object.fromEntries(
      targets.map((target) => [platformName(target), of.project.version]),
    ),
  };
}

/** `package.json` of one target's program. */
export function platformManifest(target: Target, of: Shared): Record<string, unknown> {
  return {
    name: platformName(target),
    description: `The agent-handoff program for ${target.name}`,
    ...described(of),
    os: [target.platform],
    cpu: [target.cpu],
    ...(target.platform === "linux" && { libc: ["glibc"] }),
    files: ["bin"],
    preferUnplugged: true,
  };
}

/** Where the programs are and where the packed packages go. */
export interface NpmOptions extends Shared {
  /** Path of a target's program. */
  readonly programOf: (target: Target) => string;
  readonly into: string;
  /** All by default. */
  readonly only?: readonly Target[];
}

/** Packs the launcher and the programs with `npm pack`. */
export async function makeNpmPackages(options: NpmOptions): Promise<void> {
  const { programOf, into, only = targets } = options;
  for (const target of only) {
    await packOne(platformManifest(target, options), into, {
      from: programOf(target),
      to: target.program,
    });
  }
  await packOne(launcherManifest(options), into, {
    from: join(checkout, ".ci", "release", "npm", "launcher.cjs"),
    to: "agent-handoff.cjs",
  });
}

async function packOne(
  manifest: Record<string, unknown>,
  into: string,
  file: { readonly from: string; readonly to: string },
): Promise<void> {
  const staging = await Deno.makeTempDir({ prefix: "agent-handoff-npm-" });
  try {
    await Deno.mkdir(join(staging, "bin"));
    await Deno.copyFile(file.from, join(staging, "bin", file.to));
    if (Deno.build.os !== "windows") await Deno.chmod(join(staging, "bin", file.to), 0o755);
    for (const name of ["README.md", "LICENSE"]) {
      await Deno.copyFile(join(checkout, name), join(staging, name));
    }
    await Deno.writeTextFile(join(staging, "package.json"), JSON.stringify(manifest, null, 2));
    await Deno.mkdir(into, { recursive: true });
    await runTool("npm", ["pack", "--silent", "--pack-destination", into], staging);
  } finally {
    await Deno.remove(staging, { recursive: true });
  }
}
