// How replies reach a pipe: at once while it has room for sure, and never in another order than they were written.
import assert from "node:assert/strict";
import { once } from "node:events";
import { Outlet } from "../../lib/mcp/outlet.ts";

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
