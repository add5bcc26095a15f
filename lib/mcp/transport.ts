// The SDK's transport over standard input and output, which finishes what it began before it ends.
// Knows messages by their ids alone, not by what they ask.
import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { lineLimit, LineTooLong, WholeLines } from "./lines.ts";
import { revisionError } from "./revision.ts";

/** How a connection came to its end. */
export type End = "over" | "line_too_long";

/** How long running calls may take to end after the input did, in milliseconds (contract, Protocol: 2 s in all). */
const patience = 1200;

/** How long the last replies may take to be taken by the reader, in milliseconds. */
const lastWords = 300;

/** A reader that is so many bytes behind reads no more. */
const usualFarBehind = 64 * 1024 * 1024;

/** Where messages come from and go to. */
export interface Streams {
  readonly input: Readable;
  /** `heard` is called when something came from who reads it. */
  readonly output: Writable & { heard?(): void };
}

/** A stdio transport that ends in order: running calls are answered, or given up when they take too long. */
export class OrderlyTransport extends StdioServerTransport {
  /** Settled when the connection is over and what was written is out. */
  readonly over: Promise<End>;
  /** Aborted as soon as no further message will come. */
  readonly ending: AbortSignal;
  readonly #streams: Streams;
  readonly #farBehind: number;
  readonly #lines: WholeLines;
  readonly #running = new Set<string | number>();
  readonly #finish: (end: End) => void;
  #allAnswered: (() => void) | undefined;
  #end: End = "over";
  #failure: Error | undefined;

  /** Takes the streams over; nothing is read before `start`. A reader `farBehind` bytes behind is taken for gone. */
  constructor(streams: Streams, { farBehind = usualFarBehind }: { farBehind?: number } = {}) {
    const ending = new AbortController();
    const lines = new WholeLines(streams.input, {
      limit: lineLimit,
      beforeEnd: async () => {
        ending.abort();
        await this.#whenAnswered();
      },
    });
    // Lines come whole, so that the SDK's buffer never holds more than one chunk beyond a line.
    super(lines, streams.output, { maxBufferSize: 2 * lineLimit });
    const { promise, resolve } = Promise.withResolvers<End>();
    this.over = promise;
    this.#finish = resolve;
    this.ending = ending.signal;
    this.#streams = streams;
    this.#farBehind = farBehind;
    this.#lines = lines;
  }

  /** Why a reply could not be written; a reader that is gone is none. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Bytes of replies that the reader has not taken. */
  get unread(): number {
    return this.#streams.output.writableLength;
  }

  /** Begins to read. Requests are noted before the SDK sees them. */
  override async start(): Promise<void> {
    const deliver = this.onmessage;
    this.onmessage = (message) => {
      // Who asks although answers are due may not read them.
      if (this.#running.size === 0) this.#streams.output.heard?.();
      const error = revisionError(message);
      if (error) return void this.send(error).catch(() => {});
      this.#note(message);
      deliver?.(message);
    };
    this.#lines.on("error", (error) => {
      if (error instanceof LineTooLong) this.#end = "line_too_long";
    });
    // Listened to for good, because a write may fail after the SDK has let go of the stream; and ended here,
    // because a reader that is gone must end the process however the SDK takes the failure.
    const readerIsGone = () => void this.close().catch(() => {});
    this.#streams.output.on("error", (error) => {
      if (!isGone(error)) this.#failure ??= error;
      readerIsGone();
    });
    this.#streams.output.on("close", readerIsGone);
    await super.start();
    const { input } = this.#streams;
    input.on("error", () => this.stop());
    input.on("close", () => this.stop());
    this.#lines.begin();
  }

  /** Takes no further message; ends once running calls are answered. */
  stop(): void {
    this.#lines.finish();
  }

  /** Writes one message; a reply settles its request when it is handed to the system. */
  override async send(message: JSONRPCMessage): Promise<void> {
    if (this.unread > this.#farBehind) return await this.close();
    try {
      await super.send(message);
    } finally {
      const isReply = !("method" in message);
      if (isReply && message.id !== undefined) this.#settle(message.id);
    }
  }

  /** Ends the connection; called by the SDK at the end of the input and when the reader is gone. */
  override async close(): Promise<void> {
    await super.close();
    this.#lines.leave();
    this.#running.clear();
    await atMost(lastWords, this.#written());
    this.#finish(this.#end);
  }

  /** Tells kinds apart by their keys: the SDK has checked the rest, and checking again costs as much. */
  #note(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    if ("id" in message) this.#running.add(message.id);
    else if (message.method === "notifications/cancelled") {
      // A cancelled request is never answered.
      const id = message.params?.requestId;
      if (typeof id === "string" || typeof id === "number") this.#settle(id);
    }
  }

  #settle(id: string | number): void {
    this.#running.delete(id);
    if (this.#running.size === 0) this.#allAnswered?.();
  }

  async #whenAnswered(): Promise<void> {
    if (this.#running.size === 0) return;
    await atMost(patience, new Promise<void>((resolve) => this.#allAnswered = resolve));
  }

  #written(): Promise<void> {
    const { output } = this.#streams;
    if (output.destroyed || output.writableEnded) return Promise.resolve();
    return new Promise((resolve) => output.write("", () => resolve()));
  }
}

/** Whether a write failed because nobody reads any more. */
function isGone(error: Error): boolean {
  return error instanceof Deno.errors.BrokenPipe || error instanceof Deno.errors.ConnectionReset;
}

/** Waits for something, but not longer than a number of milliseconds. */
async function atMost(milliseconds: number, what: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([what, promise]);
  clearTimeout(timer);
}
