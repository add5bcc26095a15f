// A client of raw JSON-RPC lines for a server in this process. Knows the protocol's framing and nothing else.
import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import type { ServeOptions } from "../../lib/mcp/server.ts";
import { serve } from "../../lib/mcp/server.ts";
import type { Workplace } from "../../lib/ledger/workplace.ts";

/** A message as it stands on the wire. */
export type Message = Record<string, unknown>;

/** The handshake of a client of the 2025 revisions, under a name. */
export function initialize(name: string, protocolVersion = "2025-11-25"): Message {
  const clientInfo = { name, version: "1" };
  const params = { protocolVersion, capabilities: {}, clientInfo };
  return { id: "hello", method: "initialize", params };
}

/** The envelope that every request of the 2026-07-28 revision carries. */
export function envelope(name: string, protocolVersion = "2026-07-28"): Message {
  return {
    "io.modelcontextprotocol/protocolVersion": protocolVersion,
    "io.modelcontextprotocol/clientInfo": { name, version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
}

/** A call of a tool. */
export function call(id: string | number, name: string, given: unknown, meta?: Message): Message {
  const params = { name, arguments: given, ...(meta && { _meta: meta }) };
  return { id, method: "tools/call", params };
}

/** One connection to a server that runs in this process. */
export class Wire {
  /** Every line that the server wrote to its output. */
  readonly lines: string[] = [];
  /** Every line of its log. */
  readonly log: string[] = [];
  /** The exit code, once the server has ended. */
  readonly ended: Promise<number>;
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  /** How often the end was told. */
  ends = 0;
  #waiting: (() => void)[] = [];
  #rest = "";

  /** Starts a server on a workplace. */
  constructor(workplace: () => Promise<Workplace>, options: Partial<ServeOptions> = {}) {
    this.output.on("data", (chunk) => this.#read(String(chunk)));
    this.ended = serve({
      version: "0.0.0",
      tools: "all",
      environment: () => undefined,
      processSession: "process",
      workplace,
      log: (line) => this.log.push(line),
      onEnd: () => void this.ends++,
      streams: { input: this.input, output: this.output },
      ...options,
    });
  }

  /** The messages so far; fails where a line is none. */
  get messages(): Message[] {
    return this.lines.map((line) => {
      const message = JSON.parse(line);
      assert.equal(message.jsonrpc, "2.0", line);
      assert.ok(line.isWellFormed());
      return message;
    });
  }

  /** Sends messages, each on its line; a text is sent as it is. */
  send(...messages: (Message | string)[]): void {
    const lines = messages.map((message) =>
      typeof message === "string" ? message : `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`
    );
    this.input.write(lines.join(""));
  }

  /** Sends one request and waits for its reply. */
  async ask(request: Message): Promise<Message> {
    this.send(request);
    return await this.reply(request.id as string | number);
  }

  /** Waits for the reply to a request. */
  async reply(id: string | number): Promise<Message> {
    while (true) {
      const found = this.messages.find((message) => message.id === id);
      if (found) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Calls a tool and gives its result. */
  async call(name: string, given: unknown, meta?: Message): Promise<Result> {
    const id = `call ${this.lines.length} ${name}`;
    const { result } = await this.ask(call(id, name, given, meta));
    return result as Result;
  }

  /** Ends the input and gives the exit code. */
  async close(): Promise<number> {
    this.input.end();
    return await this.ended;
  }

  #read(chunk: string): void {
    const lines = (this.#rest + chunk).split("\n");
    this.#rest = lines.pop()!;
    this.lines.push(...lines);
    this.#waiting.splice(0).forEach((resolve) => resolve());
  }
}

/** The result of a call of a tool. */
export interface Result {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  // deno-lint-ignore no-explicit-any -- replies are looked into freely
  readonly structuredContent: any;
  readonly isError?: boolean;
}
