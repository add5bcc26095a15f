// Bytes in, whole lines out: joined once, never over the limit, and the end waits for whoever reads.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { PassThrough } from "node:stream";
import { LineTooLong, WholeLines } from "../../lib/mcp/lines.ts";

/** What comes out of chunks that go in: the chunks, and the error where there was one. */
async function passed(chunks: readonly Uint8Array[], limit: number) {
  const input = new PassThrough();
  const stream = new WholeLines(input, { limit, beforeEnd: () => Promise.resolve() });
  const out: Buffer[] = [];
  const { promise, resolve } = Promise.withResolvers<Error | undefined>();
  stream.on("data", (chunk) => out.push(chunk));
  stream.on("error", resolve);
  stream.on("end", () => resolve(undefined));
  stream.begin();
  for (const chunk of chunks) input.write(Buffer.from(chunk));
  input.end();
  const error = await promise;
  return { out, error };
}

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("WholeLines gives back every byte, cut at line ends alone, and ends the last line", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: fc.constantFrom("a", "é", "\n", "\r"), maxLength: 6 })),
      async (texts) => {
        const { out, error } = await passed(texts.map(bytes), 1000);
        assert.equal(error, undefined);
        const whole = texts.join("");
        const expected = whole === "" || whole.endsWith("\n") ? whole : `${whole}\n`;
        assert.equal(Buffer.concat(out).toString(), expected);
        for (const chunk of out) assert.equal(chunk.at(-1), 10);
      },
    ),
    { numRuns: 300, seed: 20261129 },
  );
});

const limits: readonly [chunks: string[], isTaken: boolean][] = [
  [["12345\n"], true],
  [["123456\n"], false],
  [["123", "45", "\n"], true],
  [["123", "456"], false],
  [["12345"], true],
  [["1\n2345", "6\n12345\n"], true],
  [["1\n2345", "67\n"], false],
];

for (const [chunks, isTaken] of limits) {
  Deno.test(`WholeLines ${isTaken ? "takes" : "refuses"} ${JSON.stringify(chunks)} at a limit of 5 bytes`, async () => {
    const { out, error } = await passed(chunks.map(bytes), 5);
    assert.equal(error instanceof LineTooLong, !isTaken);
    const whole = Buffer.concat(out).toString();
    assert.ok(chunks.join("").startsWith(whole.slice(0, -1)));
    if (isTaken) assert.equal(whole.trimEnd(), chunks.join("").trimEnd());
  });
}

Deno.test("WholeLines ends only after its reader is done", async () => {
  const done = Promise.withResolvers<void>();
  const input = new PassThrough();
  const stream = new WholeLines(input, { limit: 5, beforeEnd: () => done.promise });
  const order: string[] = [];
  const ended = new Promise<void>((resolve) =>
    stream.on("end", () => {
      order.push("end");
      resolve();
    })
  );
  stream.on("data", (chunk) => {
    order.push(String(chunk));
    setTimeout(() => {
      order.push("done");
      done.resolve();
    }, 0);
  });
  stream.begin();
  input.end(Buffer.from("last"));
  await ended;
  assert.deepEqual(order, ["last\n", "done", "end"]);
});
