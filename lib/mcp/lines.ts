// Cuts a byte stream into whole lines, so that a long message is joined once and not at every chunk.
// Knows nothing of what the lines say.
import { Buffer } from "node:buffer";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers";

/** Longest line that is taken: 10 MiB (contract, Protocol faults). */
export const lineLimit = 10 * 1024 * 1024;

/** Told where a line passes the limit. */
export class LineTooLong extends Error {
  /** Names the limit, in bytes. */
  constructor(limit: number) {
    super(`A line is longer than ${limit} bytes`);
    this.name = "LineTooLong";
  }
}

const newline = 10;

/**
 * A stream of the whole lines of another one; a last line without an end gets one. A line over the limit
 * destroys it with `LineTooLong`, and nothing of that line comes out. Before it ends it waits for
 * `beforeEnd`, so that what reads it can finish.
 */
export class WholeLines extends Readable {
  readonly #input: Readable;
  readonly #limit: number;
  readonly #beforeEnd: () => Promise<void>;
  /** The beginning of a line whose end has not come yet, and its length. */
  #waiting: Buffer[] = [];
  #size = 0;
  #state: "new" | "reading" | "over" = "new";

  /** The limit is in bytes, without the line's end. Nothing is read before `begin`. */
  constructor(input: Readable, options: { limit: number; beforeEnd: () => Promise<void> }) {
    super();
    this.#input = input;
    this.#limit = options.limit;
    this.#beforeEnd = options.beforeEnd;
  }

  /** Begins to read; after the end, and the second time, it does nothing. */
  begin(): void {
    if (this.#state !== "new") return;
    this.#state = "reading";
    this.#input.on("data", this.#take);
    this.#input.on("end", this.#finished);
    if (this.#input.readableEnded) this.finish();
  }

  /** Reads no further; what came so far is handed on, and then the stream ends. Safe to call twice. */
  finish(): void {
    if (this.#state === "over") return;
    this.leave();
    // A cut message is no JSON and falls away; a whole one is answered like any other.
    if (this.#size > 0) this.push(Buffer.concat([...this.#waiting, Buffer.from("\n")]));
    const fail = (error: Error) => void this.destroy(error);
    // One turn later the reader has seen what was pushed.
    setImmediate(() => this.#beforeEnd().then(() => this.push(null), fail));
  }

  /** Lets go of the other stream at once, without an end. */
  leave(): void {
    this.#state = "over";
    this.#input.off("data", this.#take);
    this.#input.off("end", this.#finished);
    this.#input.pause();
  }

  /** The reader has room again. */
  override _read(): void {
    if (this.#state === "reading") this.#input.resume();
  }

  readonly #finished = (): void => this.finish();

  readonly #take = (chunk: Buffer): void => {
    const first = chunk.indexOf(newline);
    const longest = this.#size + (first === -1 ? chunk.length : first);
    if (longest > this.#limit) {
      this.leave();
      this.destroy(new LineTooLong(this.#limit));
      return;
    }
    if (first === -1) {
      this.#waiting.push(chunk);
      this.#size += chunk.length;
      return;
    }
    const end = chunk.lastIndexOf(newline) + 1;
    const [lines, rest] = [chunk.subarray(0, end), chunk.subarray(end)];
    const whole = this.#size === 0 ? lines : Buffer.concat([...this.#waiting, lines]);
    this.#waiting = rest.length > 0 ? [rest] : [];
    this.#size = rest.length;
    if (!this.push(whole)) this.#input.pause();
  };
}
