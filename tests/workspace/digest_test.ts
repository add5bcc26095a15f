// Hashes of texts and of bytes that come in parts are what the runtime's own library makes of them.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import process from "node:process";
import * as fc from "fast-check";
import { beginDigest, hasten, sha256 } from "../../lib/workspace/digest.ts";

function giveWhatTheRuntimeGives(): void {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 })), fc.string(), (parts, text) => {
      const [ours, theirs] = [beginDigest(), createHash("sha256")];
      for (const part of parts) {
        ours.update(part);
        theirs.update(part);
      }
      assert.equal(ours.hex(), theirs.digest("hex"));
      assert.equal(sha256(text), createHash("sha256").update(text).digest("hex"));
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

Deno.test("sha256() and beginDigest() give what the runtime's own library gives, before hasten() and after", () => {
  const asked = modulesAskedFor();
  giveWhatTheRuntimeGives();
  assert.deepEqual(asked, []);
  hasten();
  assert.deepEqual(asked, ["node:crypto"]);
  giveWhatTheRuntimeGives();
});
