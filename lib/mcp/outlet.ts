// Standard output for replies: written at once while the pipe takes them for sure, else in a way that never keeps the
// process from ending. Knows bytes, not messages.
import type { Buffer } from "node:buffer";
import { Writable } from "node:stream";

/**
 * Bytes that are written at once before the reader has shown itself again; the pipes of all systems hold more. A write
 * that finds its pipe full waits for the reader, and with it a process that was told to end.
 */
const atOnce = 8 * 1024;

/** What takes the bytes; `Deno.stdout` for one. */
export interface Sink {
  write(bytes: Uint8Array): Promise<number>;
  writeSync(bytes: Uint8Array): number;
}

/** A stream into a pipe whose reader may stop reading and stay. */
export class Outlet extends Writable {
  readonly #sink: Sink;
  #unseen = 0;

  /** Writes to standard output, or to another sink. */
  constructor(sink: Sink = Deno.stdout) {
    super();
    // Each reply that waits listens for the end of its wait.
    this.setMaxListeners(0);
    this.#sink = sink;
  }

  /** To be told when the reader sends something: whoever asks reads the answers. */
  heard(): void {
    this.#unseen = 0;
  }

  /** Writes one chunk; those that come meanwhile wait for their turn. */
  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.#unseen += chunk.length;
    if (this.#unseen > atOnce) {
      this.#writeLater(chunk).then(() => done(), done);
      return;
    }
    try {
      for (let rest: Uint8Array = chunk; rest.length > 0;) {
        rest = rest.subarray(this.#sink.writeSync(rest));
      }
    } catch (error) {
      return done(error as Error);
    }
    done();
  }

  /** Another thread does the waiting. */
  async #writeLater(chunk: Uint8Array): Promise<void> {
    for (let rest = chunk; rest.length > 0;) rest = rest.subarray(await this.#sink.write(rest));
  }
}
