// The real server as a process whose pipes and signals a test holds in its hands. Knows no tool and no rule.
import { plainEnvironment, programFor } from "../e2e/served.ts";
import type { Message } from "./wire.ts";

/** How a process ended. */
export interface Ended {
  readonly code: number;
  readonly signal: string | null;
  /** Seconds since the test asked for the end. */
  readonly seconds: number;
}

/** A server process; killed at the end of the test's block where it still runs. */
export class ServerProcess implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #output: ReadableStreamDefaultReader<string>;
  readonly #errors: Promise<string>;
  #rest = "";
  #asked = performance.now();
  #isOver = false;

  /** Starts a server below a root, through another command where one is given. */
  constructor(
    root: string,
    options: { environment?: Readonly<Record<string, string>>; through?: readonly string[] } = {},
  ) {
    const program = programFor({ root, isServer: true }, ["serve"]);
    const [command, ...args] = [...options.through ?? [], program.command, ...program.args];
    this.#child = new Deno.Command(command!, {
      args,
      cwd: root,
      clearEnv: true,
      env: plainEnvironment(options.environment ?? {}),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#output = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    this.#errors = new Response(this.#child.stderr).text();
    this.#child.status.then(() => this.#isOver = true);
  }

  /** Whether it has not ended yet. */
  get isRunning(): boolean {
    return !this.#isOver;
  }

  /** Writes messages; a process that is gone takes none. */
  async send(...messages: Message[]): Promise<void> {
    const lines = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    await this.#input.write(new TextEncoder().encode(lines.join(""))).catch(() => {});
  }

  /** Reads the next line of its output. */
  async line(): Promise<string> {
    while (!this.#rest.includes("\n")) {
      const { value, done } = await this.#output.read();
      if (done) throw new Error("the output ended");
      this.#rest += value;
    }
    const [line, ...rest] = this.#rest.split("\n");
    this.#rest = rest.join("\n");
    return line!;
  }

  /** Everything that it writes until its end. */
  async remains(): Promise<string> {
    let text = this.#rest;
    for (let read = await this.#output.read(); !read.done; read = await this.#output.read()) {
      text += read.value;
    }
    return text;
  }

  /** Closes its input. */
  async closeInput(): Promise<void> {
    this.#asked = performance.now();
    await this.#input.close().catch(() => {});
  }

  /** Stops reading, as a client that is gone. */
  async closeOutput(): Promise<void> {
    this.#asked = performance.now();
    await this.#output.cancel().catch(() => {});
  }

  /** Sends a signal. */
  signal(signal: Deno.Signal): void {
    this.#asked = performance.now();
    this.#child.kill(signal);
  }

  /** Waits for its end; one that never comes is made by force after ten times what is allowed. */
  async ended(): Promise<Ended> {
    const force = setTimeout(() => this.#child.kill("SIGKILL"), 20_000);
    const { code, signal } = await this.#child.status;
    clearTimeout(force);
    return { code, signal, seconds: (performance.now() - this.#asked) / 1000 };
  }

  /** What it wrote to its standard error, once it has ended. */
  errors(): Promise<string> {
    return this.#errors;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOver) this.#child.kill("SIGKILL");
    await this.#input.close().catch(() => {});
    await this.#output.cancel().catch(() => {});
    await Promise.all([this.#child.status, this.#errors]);
  }
}
