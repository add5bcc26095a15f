// Starts other processes at the same ledger and talks to them line by line. Tests nothing itself.

const program = new URL("./other_program.ts", import.meta.url).pathname;

/** A process that runs `other_program.ts`. */
export class OtherProcess implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #output: ReadableStreamDefaultReader<string>;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  #pending = "";

  /** Starts it with the arguments given. */
  constructor(...args: string[]) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--quiet", program, ...args],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    this.#output = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    this.#input = this.#child.stdin.getWriter();
  }

  /** The next line that it prints; undefined once it has ended. */
  async line(): Promise<string | undefined> {
    while (!this.#pending.includes("\n")) {
      const { value, done } = await this.#output.read();
      if (done) return undefined;
      this.#pending += value;
    }
    const end = this.#pending.indexOf("\n");
    const line = this.#pending.slice(0, end);
    this.#pending = this.#pending.slice(end + 1);
    return line;
  }

  /** Sends it a line. */
  async tell(text = ""): Promise<void> {
    await this.#input.write(new TextEncoder().encode(`${text}\n`));
  }

  /** Kills it as a crash would. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.status;
  }

  /** Ends it if it has not ended by itself. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#input.close().catch(() => {});
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended.
    }
    await this.#child.status;
    await this.#output.cancel().catch(() => {});
  }
}

/** Lets processes that wait at their barrier go at the same millisecond; returns the last line of each. */
export async function releaseTogether(processes: readonly OtherProcess[]): Promise<string[]> {
  for (const process of processes) {
    const line = await process.line();
    if (line !== "ready") throw new Error(`Wait for a process: it said "${line}"`);
  }
  const at = String(Date.now() + 100);
  await Promise.all(processes.map((process) => process.tell(at)));
  return await Promise.all(processes.map(async (process) => String(await process.line())));
}
