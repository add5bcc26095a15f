// Runs programs for the proofs of a release and keeps what they printed. Knows nothing of releases.

/** What came of a run. */
export interface Ran {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** How a program is run. */
export interface RunOptions {
  readonly cwd: string;
  /** Added to this process's environment, or all there is with `isBare`. */
  readonly env?: Readonly<Record<string, string>>;
  readonly isBare?: boolean;
  readonly input?: string;
}

/** Runs a program to its end; stdin holds the input given or nothing. */
export async function run(command: readonly string[], options: RunOptions): Promise<Ran> {
  const child = new Deno.Command(command[0]!, {
    args: command.slice(1),
    cwd: options.cwd,
    env: { NO_COLOR: "1", ...options.env },
    clearEnv: options.isBare ?? false,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(options.input ?? "")).catch(() => {});
  await writer.close().catch(() => {});
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, output: decoder.decode(stdout), errors: decoder.decode(stderr) };
}

/** Gives the body a directory that goes when the body is done. */
export async function withDirectory(body: (directory: string) => Promise<void>): Promise<void> {
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "agent-handoff-proof-" }));
  try {
    await body(directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}
