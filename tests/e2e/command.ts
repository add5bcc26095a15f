// One run of the command line in a workspace, beside servers. It knows processes and no rule.
import { plainEnvironment, programFor } from "./served.ts";

/** What came of a run. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program to its end, below a root and with nothing to read. */
export async function command(
  root: string,
  args: readonly string[],
  options: { environment?: Readonly<Record<string, string>>; through?: readonly string[] } = {},
): Promise<Ran> {
  const program = programFor({ root, isServer: false }, args);
  const [first, ...rest] = [...options.through ?? [], program.command, ...program.args];
  const { code, stdout, stderr } = await new Deno.Command(first!, {
    args: rest,
    cwd: root,
    clearEnv: true,
    env: plainEnvironment({ USER: "ada", ...options.environment }),
    stdin: "null",
  }).output();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
