// A small release on this machine and the install script run against it, on a system that is made up.
import { join } from "node:path";
import { addressMark, stampInstaller } from "../../.ci/release/package.ts";
import { serveDirectory, type Serving } from "../../.ci/release/serve_directory.ts";
import { writeSums } from "../../.ci/release/sums.ts";

/** What the script printed and left behind. */
export interface Installed {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
  /** Names in the install directory afterwards, hidden ones too. */
  readonly left: readonly string[];
  readonly directory: string;
  /** What stands at the program's place afterwards. */
  readonly program?: string;
}

/** How one run differs from a plain one. */
export interface Circumstances {
  /** What `uname -s` and `uname -m` say. */
  readonly system?: readonly [name: string, processor: string];
  /** What `ldd --version` prints on stderr. */
  readonly ldd?: string;
  /** What the program in the archive is: a shell script. */
  readonly program?: string;
  /** Something done to the release before it is served. */
  readonly spoil?: (release: string) => Promise<void>;
  readonly serving?: Serving;
  /** Runs as a user who may not write to the directory. */
  readonly isReadOnly?: boolean;
  /** Puts the install directory on PATH. */
  readonly isOnPath?: boolean;
  /** Takes HOME away and names no directory. */
  readonly isHomeless?: boolean;
  /** Runs the script as it stands in the checkout, without an address. */
  readonly isUnstamped?: boolean;
  /** What stands at the program's place before. */
  readonly before?: string;
}

const goodProgram = '#!/bin/sh\necho "agent-handoff 9.9.9"\n';

/** Runs `install.sh` in the circumstances given; everything it made is gone afterwards. */
export async function install(of: Circumstances = {}): Promise<Installed> {
  const home = await Deno.realPath(await Deno.makeTempDir({ prefix: "agent-handoff-install-" }));
  try {
    const release = join(home, "release");
    await layRelease(release, of.program ?? goodProgram);
    await of.spoil?.(release);
    await using served = serveDirectory(release, of.serving);
    const script = join(home, "install.sh");
    const address = of.isUnstamped ? addressMark : served.address;
    await Deno.writeTextFile(script, await stampInstaller("install.sh", address));
    const directory = join(home, "bin");
    await Deno.mkdir(directory);
    if (of.before !== undefined) await write(join(directory, "agent-handoff"), of.before);
    const tools = await pretend(join(home, "tools"), of);
    await Deno.chmod(home, 0o755);
    if (of.isReadOnly) await Deno.chmod(directory, 0o555);
    const [command, ...args] = [...asNobody(of), "sh", script];
    const { code, stdout, stderr } = await new Deno.Command(command!, {
      args,
      clearEnv: true,
      env: {
        PATH: [...(of.isOnPath ? [directory] : []), tools, "/usr/bin", "/bin"].join(":"),
        ...(of.isHomeless ? {} : { HOME: home, AGENT_HANDOFF_INSTALL_DIR: directory }),
      },
      stdin: "null",
    }).output();
    const left = [...Deno.readDirSync(directory)].map(({ name }) => name).sort();
    const program = left.includes("agent-handoff")
      ? { program: await Deno.readTextFile(join(directory, "agent-handoff")) }
      : {};
    const decoder = new TextDecoder();
    return {
      ...program,
      code,
      output: decoder.decode(stdout),
      errors: decoder.decode(stderr),
      left,
      directory,
    };
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

/** Root may write anywhere, so that a run without the right is done as nobody. */
function asNobody(of: Circumstances): string[] {
  if (!of.isReadOnly || Deno.uid() !== 0) return [];
  return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
}

async function layRelease(directory: string, program: string): Promise<void> {
  await Deno.mkdir(directory);
  const path = join(directory, "agent-handoff");
  await write(path, program);
  for (const target of ["linux-x64", "linux-arm64", "macos-arm64"]) {
    const { success } = await new Deno.Command("tar", {
      args: ["-czf", `agent-handoff-${target}.tar.gz`, "agent-handoff"],
      cwd: directory,
    }).output();
    if (!success) throw new Error("tar failed");
  }
  await Deno.remove(path);
  await writeSums(directory);
}

/** Programs that stand before the system's own and say what they are told. */
async function pretend(directory: string, of: Circumstances): Promise<string> {
  await Deno.mkdir(directory);
  const [name, processor] = of.system ?? ["Linux", "x86_64"];
  await write(
    join(directory, "uname"),
    `#!/bin/sh\ncase $1 in -s) echo '${name}' ;; -m) echo '${processor}' ;; esac\n`,
  );
  const libc = of.ldd ?? "ldd (Debian GLIBC 2.36) 2.36";
  const code = of.ldd === undefined ? 0 : 1;
  await write(join(directory, "ldd"), `#!/bin/sh\necho '${libc}' >&2\nexit ${code}\n`);
  await write(join(directory, "sysctl"), "#!/bin/sh\nexit 1\n");
  return directory;
}

async function write(path: string, text: string): Promise<void> {
  await Deno.writeTextFile(path, text);
  await Deno.chmod(path, 0o755);
}
