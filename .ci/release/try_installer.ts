// Runs this system's install script against the packed release and tries what it installed.
import { join } from "node:path";
import { versionsOf } from "./compile.ts";
import { BuildFailure, readProject, releaseDirectory, runAsProgram } from "./project.ts";
import { serveDirectory } from "./serve_directory.ts";

const isWindows = Deno.build.os === "windows";

async function main(): Promise<void> {
  const directory = await Deno.makeTempDir({ prefix: "agent-handoff-install-" });
  try {
    await using release = serveDirectory(releaseDirectory);
    const [command, ...args] = isWindows
      ? ["pwsh", "-NoProfile", "-File", join(releaseDirectory, "install.ps1")]
      : ["sh", join(releaseDirectory, "install.sh")];
    const { success } = await new Deno.Command(command!, {
      args,
      env: { AGENT_HANDOFF_DOWNLOAD: release.address, AGENT_HANDOFF_INSTALL_DIR: directory },
      stdin: "null",
      stdout: "inherit",
      stderr: "inherit",
    }).output();
    if (!success) throw new BuildFailure("Cannot go on: the installer failed, see above");
    const program = join(directory, isWindows ? "agent-handoff.exe" : "agent-handoff");
    const told = (await versionsOf(program))["agent-handoff"];
    const { version } = await readProject();
    if (told !== version) {
      throw new BuildFailure(`Cannot pass: version ${told} was installed, expected ${version}`);
    }
    console.log(`The installer works: version ${told}`);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

if (import.meta.main) await runAsProgram(main);
