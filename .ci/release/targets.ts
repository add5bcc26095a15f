// The machines that a release is built for. Knows names only; builds nothing.

/** One kind of machine that a release has a program for. */
export interface Target {
  /** Short name, used in the names of archives and bundles, such as `linux-x64`. */
  readonly name: string;
  /** Name that Deno's compiler and `Deno.build.target` use. */
  readonly triple: string;
  /** As npm and the bundle manifest call the system. */
  readonly platform: "linux" | "darwin" | "win32";
  /** As npm calls the processor. */
  readonly cpu: "x64" | "arm64";
  /** File name of the program. */
  readonly program: string;
  /** File name of the archive that people download. */
  readonly archive: string;
  /** File name of the bundle for desktop clients. Contains "mcp", as the registry asks. */
  readonly bundle: string;
}

function target(
  platform: Target["platform"],
  cpu: Target["cpu"],
  triple: string,
): Target {
  const system = platform === "darwin" ? "macos" : platform === "win32" ? "windows" : platform;
  const name = `${system}-${cpu}`;
  const isWindows = platform === "win32";
  return {
    name,
    triple,
    platform,
    cpu,
    program: isWindows ? "agent-handoff.exe" : "agent-handoff",
    archive: `agent-handoff-${name}${isWindows ? ".zip" : ".tar.gz"}`,
    bundle: `agent-handoff-mcp-${name}.mcpb`,
  };
}

/** The five targets of a release. Linux means glibc: Deno has no runtime for musl. */
export const targets: readonly Target[] = [
  target("linux", "x64", "x86_64-unknown-linux-gnu"),
  target("linux", "arm64", "aarch64-unknown-linux-gnu"),
  target("darwin", "x64", "x86_64-apple-darwin"),
  target("darwin", "arm64", "aarch64-apple-darwin"),
  target("win32", "x64", "x86_64-pc-windows-msvc"),
];

/** The target of a name or a triple; undefined where a release has none such. */
export function findTarget(name: string): Target | undefined {
  return targets.find((each) => each.name === name || each.triple === name);
}

/** The target of this machine; undefined where a release has no program for it. */
export function thisMachine(): Target | undefined {
  return findTarget(Deno.build.target);
}
