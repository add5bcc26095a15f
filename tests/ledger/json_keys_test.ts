// How keys change between code and JSON, at every depth, whatever the keys and values.
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  camelKeys,
  camelName,
  snakeJson,
  snakeKeys,
  snakeName,
} from "../../lib/ledger/json_keys.ts";

Deno.test("snakeName() and camelName() turn one form into the other and back", () => {
  assert.equal(snakeName("changedFiles"), "changed_files");
  assert.equal(camelName("changed_files"), "changedFiles");
  for (const name of ["taskId", "at", "newTokenHash"]) {
    assert.equal(camelName(snakeName(name)), name);
  }
});

Deno.test("snakeKeys() renames at every depth, leaves values alone and absent ones out", () => {
  const value = { firstAt: 1, more: [{ changedFiles: ["aB"] }], gone: undefined, none: null };
  const renamed = { first_at: 1, more: [{ changed_files: ["aB"] }], none: null };
  assert.deepEqual(snakeKeys(value), renamed);
  assert.deepEqual(camelKeys(renamed), {
    firstAt: 1,
    more: [{ changedFiles: ["aB"] }],
    none: null,
  });
});

Deno.test("snakeKeys() and camelKeys() take any key for a key, and none for a prototype", () => {
  const read = camelKeys(JSON.parse('{"__proto__": {"task_id": 1}, "a_b": 2}')) as object;
  assert.equal(Object.getPrototypeOf(read), Object.prototype);
  const back = snakeKeys(read) as object;
  assert.deepEqual(Object.keys(back), ["__proto__", "a_b"]);
  assert.equal(Object.getPrototypeOf(back), Object.prototype);
});

Deno.test("snakeJson() is the JSON of snakeKeys()", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.equal(snakeJson(value), JSON.stringify(snakeKeys(value)));
    }),
    { numRuns: 500, seed: 20261129 },
  );
  const value = { aB: [undefined, { cD: undefined }], eF: undefined };
  assert.equal(snakeJson(value), JSON.stringify(snakeKeys(value)));
});
