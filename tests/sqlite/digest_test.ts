// The two ways in which the store makes a hash give the same, whatever the text.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import process from "node:process";
import * as fc from "fast-check";
import { hasten, sha256 } from "../../lib/sqlite/digest.ts";

function givesWhatTheRuntimeGives(): void {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "binary", minLength: 60 }),
  );
  fc.assert(
    fc.property(text, (text) => {
      const expected = createHash("sha256").update(text.toWellFormed());
      assert.equal(sha256(text, "base64url"), expected.copy().digest("base64url"));
      assert.equal(sha256(text), expected.digest("hex"));
    }),
    { seed: 14, numRuns: 500 },
  );
}

/** The modules that are asked of the runtime from now on. */
function modulesAskedFor(): string[] {
  const asked: string[] = [];
  const { getBuiltinModule } = process;
  process.getBuiltinModule = ((name: string) => {
    asked.push(name);
    return getBuiltinModule.call(process, name);
  }) as typeof getBuiltinModule;
  return asked;
}

Deno.test("sha256() gives what the runtime's own gives, before hasten() and after", () => {
  const lone = "a\ud800b";
  const before = sha256(lone);
  const asked = modulesAskedFor();
  givesWhatTheRuntimeGives();
  assert.deepEqual(asked, []);
  hasten(1000);
  assert.deepEqual(asked, ["node:crypto"]);
  givesWhatTheRuntimeGives();
  assert.equal(sha256(lone), before);
});
