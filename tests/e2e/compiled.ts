// Starts the compiled program in surroundings that `deno run` never meets. Knows nothing of how it was built.
import { join } from "node:path";

/** Path of the compiled program under test; undefined when the suite runs from source. */
export const compiledProgram: string | undefined = Deno.env.get("AGENT_HANDOFF_BIN");

/** Systems that a test is about; all where nothing is said. */
export interface Where {
  readonly on?: readonly (typeof Deno.build.os)[];
}

/**
 * Defines a test that only the compiled program can pass. From source, or on a system that the test is not
 * about, there is nothing to test.
 */
export function compiledTest(title: string, body: () => Promise<void>, where: Where = {}): void {
  const isHere = where.on?.includes(Deno.build.os) ?? true;
  if (compiledProgram !== undefined && isHere) Deno.test(title, body);
}

/** How a run differs from one with an empty environment in a plain project. */
export interface Surroundings {
  /** The working directory. */
  readonly cwd: string;
  /** The whole environment; empty by default. */
  readonly env?: Readonly<Record<string, string>>;
  /** What comes on stdin; nothing by default. */
  readonly input?: string;
  /** What is run in place of the compiled program, with all that comes before the arguments. */
  readonly command?: readonly string[];
}

/** What came of a run. */
export interface Ran {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs the compiled program to its end. */
export async function runCompiled(args: readonly string[], of: Surroundings): Promise<Ran> {
  const [command, ...rest] = [...(of.command ?? [compiledProgram!]), ...args];
  const child = new Deno.Command(command!, {
    args: rest,
    cwd: of.cwd,
    clearEnv: true,
    env: { ...of.env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(of.input ?? "")).catch(() => {});
  await writer.close().catch(() => {});
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, output: decoder.decode(stdout), errors: decoder.decode(stderr) };
}

/** Requests for a whole conversation, one a line; the server answers them and ends with its input. */
export function conversation(...calls: readonly [tool: string, args: object][]): string {
  const requests = [
    {
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "test", version: "0" },
      },
    },
    ...calls.map(([name, args], index) => ({
      id: index + 2,
      method: "tools/call",
      params: { name, arguments: args },
    })),
  ];
  return requests.map((request) => JSON.stringify({ jsonrpc: "2.0", ...request }) + "\n").join("");
}

/** One reply of a server. */
export interface Reply {
  readonly id: number;
  readonly result: {
    readonly isError?: boolean;
    readonly serverInfo?: { readonly name: string };
    readonly structuredContent?: Record<string, unknown>;
  };
}

/** The replies on stdout by their id; throws where a line is no JSON. */
export function repliesOf(output: string): Map<number, Reply> {
  const lines = output.split("\n").filter((line) => line !== "");
  return new Map(lines.map((line) => {
    const reply: Reply = JSON.parse(line);
    return [reply.id, reply];
  }));
}

/** Makes a project with a `.git` in a directory that goes when the body is done. */
export async function withProject(body: (project: string, outside: string) => Promise<void>) {
  const outside = await Deno.realPath(
    await Deno.makeTempDir({ prefix: "agent-handoff-compiled-" }),
  );
  try {
    await Deno.chmod(outside, 0o755);
    const project = join(outside, "project");
    await Deno.mkdir(join(project, ".git"), { recursive: true });
    await body(project, outside);
  } finally {
    await Deno.remove(outside, { recursive: true });
  }
}
