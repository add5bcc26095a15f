// The least client of a stdio server: one line out, one line back. It checks nothing, so it costs nothing.

/** A server that was started and has said hello. */
export class LineClient {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<string>;
  #id = 0;
  #rest = "";

  private constructor(command: readonly string[], cwd: string) {
    const [program, ...args] = command;
    const streams = { stdin: "piped", stdout: "piped", stderr: "inherit" } as const;
    this.#child = new Deno.Command(program!, { args, cwd, ...streams }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#reader = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Starts a server and shakes hands. */
  static async start(command: readonly string[], cwd: string): Promise<LineClient> {
    const client = new LineClient(command, cwd);
    await client.#ask("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "bench", version: "0" },
    });
    await client.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return client;
  }

  /** The process, for a look at its memory. */
  get pid(): number {
    return this.#child.pid;
  }

  /** Calls a tool and gives its structured reply; throws where it is a refusal. */
  async call(name: string, given: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const result = await this.result("tools/call", { name, arguments: given });
    if (result.isError) throw new Error(`${name}: ${JSON.stringify(result)}`);
    return (result.structuredContent ?? {}) as Record<string, unknown>;
  }

  /** Asks anything and gives the whole result; throws where there is none. */
  async result(method: string, params: unknown = {}): Promise<Record<string, unknown>> {
    const answer = await this.#ask(method, params);
    if (!answer.result) throw new Error(`${method}: ${JSON.stringify(answer)}`);
    return answer.result as Record<string, unknown>;
  }

  /** Ends the server by ending its input. */
  async close(): Promise<void> {
    await this.#writer.close();
    await this.#reader.cancel();
    await this.#child.status;
  }

  async #ask(method: string, params: unknown): Promise<Record<string, unknown>> {
    const id = ++this.#id;
    await this.#send({ jsonrpc: "2.0", id, method, params });
    for (;;) {
      const answer = JSON.parse(await this.#line()) as Record<string, unknown>;
      if (answer.id === id) return answer;
    }
  }

  #send(message: unknown): Promise<void> {
    return this.#writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf("\n");
      if (end >= 0) {
        const line = this.#rest.slice(0, end);
        this.#rest = this.#rest.slice(end + 1);
        return line;
      }
      const { value, done } = await this.#reader.read();
      if (done) throw new Error("The server ended before it answered");
      this.#rest += value;
    }
  }
}
