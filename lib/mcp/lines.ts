// Cuts a byte stream into whole lines, so that a long message is joined once and not at every chunk.
// Knows nothing of what the lines say.
import { Buffer } from "node:buffer";
import { Transform, type TransformCallback } from "node:stream";
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
 * A stream that hands on whole lines alone; a last line without an end gets one. A line over the limit
 * destroys it with `LineTooLong`, and nothing of that line comes out. Before it ends it waits for
 * `beforeEnd`, so that what reads it can finish.
 */
export function wholeLines(options: { limit: number; beforeEnd: () => Promise<void> }): Transform {
  let waiting: Buffer[] = [];
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
      const first = chunk.indexOf(newline);
      const longest = size + (first === -1 ? chunk.length : first);
      if (longest > options.limit) return done(new LineTooLong(options.limit));
      if (first === -1) {
        waiting.push(chunk);
        size += chunk.length;
        return done();
      }
      const end = chunk.lastIndexOf(newline) + 1;
      const rest = chunk.subarray(end);
      const lines = Buffer.concat([...waiting, chunk.subarray(0, end)]);
      waiting = rest.length > 0 ? [rest] : [];
      size = rest.length;
      done(null, lines);
    },
    flush(done: TransformCallback): void {
      // A cut message is no JSON and falls away; a whole one is answered like any other.
      if (size > 0) this.push(Buffer.concat([...waiting, Buffer.from("\n")]));
      // One turn later the reader has seen what was pushed.
      setImmediate(() => options.beforeEnd().then(() => done(), done));
    },
  });
}
