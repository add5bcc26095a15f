// Paths that are put together without node:path come out as node:path makes them.
import assert from "node:assert/strict";
import * as library from "node:path";
import * as fc from "fast-check";
import { directoryOf } from "../../lib/sqlite/directory.ts";
import {
  dirname,
  isAbsolute,
  isInside,
  join,
  plainlyBelow,
  resolve,
} from "../../lib/workspace/paths.ts";

const name = fc.oneof(
  fc.constantFrom(
    "",
    ".",
    "..",
    "...",
    ".git",
    ".agent-handoff",
    "a",
    "a b",
    "ä\n",
    "C:",
    "\\",
    "~",
  ),
  fc.string({ maxLength: 3 }),
);

const path = fc.tuple(fc.constantFrom("", "/", "//"), fc.array(name, { maxLength: 5 }))
  .map(([top, names]) => top + names.join("/"));

const runs = { seed: 4, numRuns: 5000 };

Deno.test("join(), resolve(), dirname() and isAbsolute() give what node:path gives, for any text", () => {
  fc.assert(
    fc.property(path, path, (one, other) => {
      assert.equal(join(one, other), library.join(one, other));
      assert.equal(resolve(one), library.resolve(one));
      assert.equal(resolve(one, other), library.resolve(one, other));
      assert.equal(dirname(one), library.dirname(one));
      assert.equal(directoryOf(one), library.dirname(one));
      assert.equal(isAbsolute(one), library.isAbsolute(one));
    }),
    runs,
  );
});

Deno.test("isInside() says of two absolute paths what node:path says of the way between them", () => {
  fc.assert(
    fc.property(path, path, (one, other) => {
      const [root, place] = [library.resolve("/", one), library.resolve("/", one, other)];
      for (const inside of [place, library.resolve("/", other), `${root}x`]) {
        const steps = library.relative(root, inside);
        const isBelow = steps !== "" && steps !== ".." && !/^\.\.[\\/]/.test(steps) &&
          !library.isAbsolute(steps);
        assert.equal(isInside(root, inside), isBelow, `${root} ${inside}`);
      }
    }),
    runs,
  );
});

Deno.test("plainlyBelow() gives a path below the directory or nothing, whatever the name", () => {
  let given = 0;
  fc.assert(
    fc.property(path, path, (one, other) => {
      const root = library.resolve("/", one);
      const below = plainlyBelow(root, other);
      if (below === undefined) return;
      given++;
      assert.equal(below, library.resolve(root, other));
      assert.ok(isInside(root, below), `${root} ${other}`);
    }),
    runs,
  );
  assert.ok(Deno.build.os === "windows" || given > 100, `${given} of ${runs.numRuns} were plain`);
});
