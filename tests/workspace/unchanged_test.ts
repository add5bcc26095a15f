// When a file counts as the one that was read before, and when it is read again.
import assert from "node:assert/strict";
import { Unchanged } from "../../lib/workspace/unchanged.ts";
import { temporaryDirectory } from "./temporary.ts";

const hourLater = () => Date.now() + 3_600_000;

/** Reads a file through what is kept, and counts how often it is really read. */
function reader(path: string, now?: () => number) {
  const kept = new Unchanged<string>({ ...now && { now } });
  const count = { reads: 0 };
  const read = () =>
    kept.of(path, Deno.statSync(path), () => {
      count.reads++;
      return Deno.readTextFileSync(path);
    });
  return { read, count };
}

Deno.test("of() makes a value once for a file that was not written since", () => {
  using place = temporaryDirectory();
  const { read, count } = reader(place.file("HEAD", "ref: refs/heads/main\n"), hourLater);
  assert.equal(read(), read());
  assert.equal(count.reads, 1);
});

Deno.test("of() makes a value anew for a file that was written, or replaced by one of its size and time", () => {
  using place = temporaryDirectory();
  const path = place.file("HEAD", "one");
  const { read, count } = reader(path, hourLater);
  assert.equal(read(), "one");
  Deno.writeTextFileSync(path, "longer");
  assert.equal(read(), "longer");
  const { mtime } = Deno.statSync(path);
  const other = place.file("HEAD.lock", "sooner");
  Deno.utimeSync(other, mtime!, mtime!);
  Deno.renameSync(other, path);
  assert.equal(read(), "sooner");
  assert.equal(count.reads, 3);
});

Deno.test("of() believes no file that was written a moment ago: it may be written again and look the same", () => {
  using place = temporaryDirectory();
  const { read, count } = reader(place.file("HEAD", "one"));
  assert.equal(read(), read());
  assert.equal(count.reads, 2);
});
