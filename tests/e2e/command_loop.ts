// An agent without MCP: a process that gives command lines, spoken to as a server is. It knows no rule.
import { type Answer, plainEnvironment } from "./served.ts";

const program = new URL("./command_loop_program.ts", import.meta.url).pathname;

/** Who gives the commands, and where. */
export interface LoopOptions {
  readonly root: string;
  readonly agent: string;
  readonly session: string;
}

/** A process that runs commands; ended at the end of the test's block. */
export class CommandLoop implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #output: ReadableStreamDefaultReader<string>;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #errors: Promise<string>;
  #pending = "";

  /** Starts it. */
  constructor(readonly options: LoopOptions) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-prompt", "--no-check", "-A", program],
      cwd: options.root,
      clearEnv: true,
      env: plainEnvironment({ AGENT_HANDOFF_SESSION: options.session }),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#output = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    this.#input = this.#child.stdin.getWriter();
    this.#errors = new Response(this.#child.stderr).text().catch((error) => String(error));
  }

  /** Waits until it has loaded everything. */
  async begin(): Promise<void> {
    await this.#answer();
  }

  /** Runs a tool's command, at an epoch millisecond where one is given, in another root where one is given. */
  async call(
    tool: string,
    args: Readonly<Record<string, unknown>> = {},
    options: { at?: number; root?: string } = {},
  ): Promise<Answer | undefined> {
    const { root, agent } = this.options;
    const flags = ["--agent", agent, "--json", "--root", options.root ?? root];
    await this.#tell({ at: options.at ?? 0, args: [...commandOf(tool, args), ...flags] });
    const answer = await this.#answer();
    if (answer === undefined) return undefined;
    const body = JSON.parse(answer.text) as Record<string, unknown>;
    const error = body.error as { code?: string } | undefined;
    return { isError: answer.code !== "0", body, ...(error?.code && { code: error.code }) };
  }

  /** Runs a command line as it is; throws where it does not end with 0. */
  async run(args: readonly string[]): Promise<void> {
    await this.#tell({ at: 0, args: [...args, "--root", this.options.root] });
    const answer = await this.#answer();
    if (answer?.code !== "0") {
      throw new Error(`Run ${args.join(" ")}: it ended with ${answer?.code}`);
    }
  }

  /** Closes its input and waits for its end. */
  async end(): Promise<{ code: number; stderr: string }> {
    await this.#input.close().catch(() => {});
    const { code } = await this.#child.status;
    await this.#output.cancel().catch(() => {});
    return { code, stderr: await this.#errors };
  }

  /** Kills it as a crash would. */
  async kill(): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended.
    }
    await this.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  async #tell(told: { at: number; args: readonly string[] }): Promise<void> {
    await this.#input.write(new TextEncoder().encode(`${JSON.stringify(told)}\n`));
  }

  /** Everything up to the line that tells the exit code. */
  async #answer(): Promise<{ text: string; code: string } | undefined> {
    const mark = /^END (\S+)\n/m;
    for (let found = mark.exec(this.#pending);; found = mark.exec(this.#pending)) {
      if (found) {
        const text = this.#pending.slice(0, found.index);
        this.#pending = this.#pending.slice(found.index + found[0].length);
        return { text, code: found[1]! };
      }
      const { value, done } = await this.#output.read();
      if (done) return undefined;
      this.#pending += value;
    }
  }
}

/** A tool call as a command line: `claim_handoff {task_id}` is `claim TASK`. */
function commandOf(tool: string, args: Readonly<Record<string, unknown>>): string[] {
  const { task_id, title, ...rest } = args;
  const first = [task_id, title].filter((value) => value !== undefined).map(String);
  const flags = Object.entries(rest).flatMap(([name, value]) => [
    `--${name.replaceAll("_", "-")}`,
    String(value),
  ]);
  return [tool.replace("_handoff", ""), ...first, ...flags];
}
