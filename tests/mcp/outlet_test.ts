// How replies reach a pipe: at once while it has room for sure, and never in another order than they were written.
import assert from "node:assert/strict";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { Outlet } from "../../lib/mcp/outlet.ts";
import { OrderlyTransport } from "../../lib/mcp/transport.ts";

/** A pipe that takes at most so many bytes at a time, and says in which way it was given each piece. */
class Pipe {
  readonly ways: string[] = [];
  text = "";

  constructor(readonly most = Infinity) {}

  writeSync(bytes: Uint8Array): number {
    return this.#take("at once", bytes);
  }

  async write(bytes: Uint8Array): Promise<number> {
    await Promise.resolve();
    return this.#take("later", bytes);
  }

  #take(way: string, bytes: Uint8Array): number {
    const taken = bytes.subarray(0, this.most);
    this.ways.push(way);
    this.text += new TextDecoder().decode(taken);
    return taken.length;
  }
}

const large = "x".repeat(9000);

Deno.test("Outlet writes at once until 8 KiB were not asked for, and at once again when the reader is heard", async () => {
  const pipe = new Pipe();
  const outlet = new Outlet(pipe);
  for (const size of [4000, 4000]) outlet.write("x".repeat(size));
  const written = new Promise((done) => outlet.write("x".repeat(4000), done));
  assert.deepEqual(pipe.ways, ["at once", "at once"]);
  await written;
  outlet.heard();
  outlet.write("y");
  assert.deepEqual(pipe.ways, ["at once", "at once", "later", "at once"]);
  assert.equal(pipe.text, `${"x".repeat(12_000)}y`);
});

Deno.test("Outlet keeps the order and loses nothing where a pipe takes pieces and the reader is heard meanwhile", async () => {
  const pipe = new Pipe(1000);
  const outlet = new Outlet(pipe);
  const parts = ["first", large, "second", large, "third"];
  for (const part of parts) {
    outlet.write(part);
    outlet.heard();
  }
  outlet.end();
  await once(outlet, "finish");
  assert.equal(pipe.text, parts.join(""));
});

Deno.test("Outlet writes nothing at once, whoever is heard, while anything waits", async () => {
  const pipe = new Pipe();
  const outlet = new Outlet(pipe);
  outlet.write(large);
  outlet.heard();
  outlet.write("small");
  outlet.end();
  await once(outlet, "finish");
  assert.deepEqual(pipe.ways, ["later", "later"]);
});

Deno.test("Outlet tries again where a pipe that was made not to wait is full, and writes each byte once", async () => {
  let tries = 0;
  const pipe = new Pipe(3000);
  const mayBeFull = <Value>(take: () => Value): Value => {
    if (tries++ % 2 === 1) throw new Deno.errors.WouldBlock("full");
    return take();
  };
  const outlet = new Outlet({
    writeSync: (bytes) => mayBeFull(() => pipe.writeSync(bytes)),
    write: (bytes) => pipe.write(bytes),
  });
  const text = "0123456789".repeat(700);
  for (const part of [text, text]) outlet.write(part);
  outlet.end();
  await once(outlet, "finish");
  assert.equal(pipe.text, text + text);
  assert.deepEqual([...new Set(pipe.ways)], ["at once"]);
});

Deno.test("OrderlyTransport takes a reader that is too far behind for gone", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new OrderlyTransport({ input, output }, { farBehind: 20_000 });
  await transport.start();
  const send = () => transport.send({ jsonrpc: "2.0", method: "m", params: { large } });
  for (let sent = 0; sent < 30; sent++) send().catch(() => {});
  assert.equal(await transport.over, "over");
  assert.ok(transport.unread > 20_000);
});

Deno.test("Outlet tells an error of the pipe, whichever way it wrote", async () => {
  for (const text of ["small", large]) {
    const broken = () => {
      throw new Deno.errors.BrokenPipe("gone");
    };
    const outlet = new Outlet({
      writeSync: broken,
      write: () => Promise.reject(new Error("gone")),
    });
    outlet.write(text);
    const [error] = await once(outlet, "error");
    assert.equal(error.message, "gone");
  }
});
