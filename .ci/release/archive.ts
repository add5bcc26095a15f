// Packs a program with README, LICENSE and CHANGELOG, so that the same files always give the same archive.
// Runs GNU tar and Info-ZIP, which the release machine (Linux) has.
import { join } from "node:path";
import { BuildFailure, checkout } from "./project.ts";
import type { Target } from "./targets.ts";

/** Files of the checkout that travel with the program. */
export const companions: readonly string[] = ["README.md", "LICENSE", "CHANGELOG.md"];

/** What to pack and where to. */
export interface ArchiveOptions {
  readonly target: Target;
  /** Path of the program. */
  readonly program: string;
  /** Directory that takes the archive. */
  readonly into: string;
  /** Time written on every file, in seconds since 1970. */
  readonly time: number;
}

/** Packs one target's archive and gives its path. */
export async function archive(options: ArchiveOptions): Promise<string> {
  const { target, program, into, time } = options;
  const staging = await Deno.makeTempDir({ prefix: "agent-handoff-archive-" });
  try {
    const files = [target.program, ...companions];
    await Deno.copyFile(program, join(staging, target.program));
    for (const name of companions) await Deno.copyFile(join(checkout, name), join(staging, name));
    for (const name of files) {
      await Deno.utime(join(staging, name), time, time);
      if (Deno.build.os !== "windows") {
        await Deno.chmod(join(staging, name), name === target.program ? 0o755 : 0o644);
      }
    }
    const output = join(into, target.archive);
    await Deno.remove(output).catch(() => {});
    if (target.archive.endsWith(".zip")) {
      await runTool("zip", ["-q", "-X", output, ...files], staging);
    } else {
      const owner = ["--owner=0", "--group=0", "--numeric-owner"];
      const packed = join(staging, "packed.tar");
      await runTool(
        "tar",
        ["--create", "--format=ustar", ...owner, `--file=${packed}`, ...files],
        staging,
      );
      await runTool("gzip", ["--best", "--no-name", packed], staging);
      await Deno.copyFile(`${packed}.gz`, output);
    }
    return output;
  } finally {
    await Deno.remove(staging, { recursive: true });
  }
}

/** Runs a program of the system to its end; a failure tells what it printed. */
export async function runTool(
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, {
    args: [...args],
    cwd,
    stdin: "null",
    env: { TZ: "UTC" },
  }).output();
  const decoder = new TextDecoder();
  if (success) return decoder.decode(stdout);
  const said = `${decoder.decode(stdout)}${decoder.decode(stderr)}`.trim();
  throw new BuildFailure(`Cannot run ${command} ${args[0]}: ${said}`);
}
