// Standard output for replies: written at once while the pipe takes them for sure, else in a way that never keeps the
// process from ending. Knows bytes, not messages.
import type { Buffer } from "node:buffer";
import { Writable } from "node:stream";

/**
 * Bytes that are written at once before the reader has shown itself again; the pipes of all systems hold more. A write
 * that finds its pipe full waits for the reader, and with it a process that was told to end.
 */
const atOnce = 8 * 1024;

/** How long to leave a full pipe alone that was made not to wait, in milliseconds. */
const pause = 10;

/** What takes the bytes; `Deno.stdout` for one. */
export interface Sink {
  write(bytes: Uint8Array): Promise<number>;
  writeSync(bytes: Uint8Array): number;
}

/** A stream into a pipe whose reader may stop reading and stay. */
export class Outlet extends Writable {
  readonly #sink: Sink;
  #unseen = 0;
  /** Whether the pipe was made not to wait, so that writing at once never keeps the process. */
  #neverWaits = false;

  /** Writes to standard output, or to another sink. */
  constructor(sink: Sink = Deno.stdout) {
    super();
    // Each reply that waits listens for the end of its wait.
    this.setMaxListeners(0);
    this.#sink = sink;
  }

  /** To be told when the reader sends something: whoever asks reads the answers, as a rule. */
  heard(): void {
    if (this.writableLength === 0) this.#unseen = 0;
  }

  /** Writes one chunk; those that come meanwhile wait for their turn. */
  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.#unseen += chunk.length;
    if (this.#unseen > atOnce && !this.#neverWaits) {
      this.#writeLater(chunk).then(() => done(), done);
    } else this.#writeNow(chunk, done);
  }

  /** A pipe that was made not to wait says that it is full; then it is tried again, a little later. */
  #writeNow(chunk: Uint8Array, done: (error?: Error) => void): void {
    let rest = chunk;
    try {
      while (rest.length > 0) rest = rest.subarray(this.#sink.writeSync(rest));
    } catch (error) {
      if (!(error instanceof Deno.errors.WouldBlock)) return done(error as Error);
      this.#neverWaits = true;
      setTimeout(() => this.#writeNow(rest, done), pause);
      return;
    }
    done();
  }

  /**
   * Another thread does the waiting. A pipe that does not wait fails here, for nobody can tell how much of the piece it
   * took before.
   */
  async #writeLater(chunk: Uint8Array): Promise<void> {
    for (let rest = chunk; rest.length > 0;) rest = rest.subarray(await this.#sink.write(rest));
  }
}
