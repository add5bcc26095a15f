// The two ways in which a hash is made give the same, whatever the text or the bytes.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import process from "node:process";
import * as fc from "fast-check";

type Digests = typeof import("../../lib/system/digest.ts");

/** The module as a process finds it that has made no hash yet. */
async function fresh(name: string): Promise<Digests> {
  return await import(`../../lib/system/digest.ts?${name}`);
}

function giveWhatTheRuntimeGives({ sha256, beginDigest }: Digests): void {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "binary", minLength: 60 }),
  );
  fc.assert(
    fc.property(text, fc.array(fc.uint8Array({ maxLength: 200 })), (text, parts) => {
      const expected = createHash("sha256").update(text.toWellFormed());
      assert.equal(sha256(text, "base64url"), expected.copy().digest("base64url"));
      assert.equal(sha256(text), expected.digest("hex"));
      const [ours, theirs] = [beginDigest(), createHash("sha256")];
      for (const part of parts) {
        ours.update(part);
        theirs.update(part);
      }
      assert.equal(ours.hex(), theirs.digest("hex"));
    }),
    { seed: 14, numRuns: 500 },
  );
}

/** The modules that are asked of the runtime from now on, until the block ends. */
function modulesAskedFor(): Disposable & { readonly names: string[] } {
  const names: string[] = [];
  const { getBuiltinModule } = process;
  process.getBuiltinModule = ((name: string) => {
    names.push(name);
    return getBuiltinModule.call(process, name);
  }) as typeof getBuiltinModule;
  return { names, [Symbol.dispose]: () => process.getBuiltinModule = getBuiltinModule };
}

Deno.test("sha256() and beginDigest() give what the runtime's own library gives, before hasten() and after", async () => {
  const digests = await fresh("many_made");
  const lone = "a\ud800b";
  const before = digests.sha256(lone);
  using asked = modulesAskedFor();
  digests.hasten();
  giveWhatTheRuntimeGives(digests);
  assert.deepEqual(asked.names, []);
  digests.hasten();
  assert.deepEqual(asked.names, ["node:crypto"]);
  giveWhatTheRuntimeGives(digests);
  assert.equal(digests.sha256(lone), before);
});

Deno.test("hasten() loads the runtime's own for who has made few hashes and is about to make many", async () => {
  const digests = await fresh("many_to_come");
  using asked = modulesAskedFor();
  digests.hasten(1);
  assert.deepEqual(asked.names, []);
  digests.hasten(1000);
  assert.deepEqual(asked.names, ["node:crypto"]);
  giveWhatTheRuntimeGives(digests);
});
