// Ids and secrets have their form, and none comes twice.
import assert from "node:assert/strict";
import { randomIds } from "../../lib/cli/random_ids.ts";

for (
  const [name, form, digits] of [
    ["taskId", /^[0-9a-f]{10}$/, 16],
    ["secret", /^[a-z2-7]{20}$/, 32],
  ] as const
) {
  Deno.test(`${name}() gives texts of its form, each another, with every digit at every place`, () => {
    const given = Array.from({ length: 2000 }, () => randomIds[name]());
    assert.equal(new Set(given).size, given.length);
    for (const text of given) assert.match(text, form);
    for (let place = 0; place < given[0]!.length; place++) {
      assert.equal(new Set(given.map((text) => text[place])).size, digits, `place ${place}`);
    }
  });
}
