// docs/reliability.md held to the tree: every case has a row, and every test that a row names is there.
import assert from "node:assert/strict";
import { join } from "node:path";
import { mutations } from "../model/mutations.ts";

const repository = join(import.meta.dirname!, "..", "..");
const read = (path: string) => Deno.readTextFileSync(join(repository, path));
const page = read("docs/reliability.md");

/** Rows of the table of cases, as cells. */
function rows(): string[][] {
  const table = page.split("<!-- cases -->\n")[1]!.split("\n\n")[0]!;
  return table.split("\n").slice(2).map((row) => row.split("|").slice(1, -1).map((c) => c.trim()));
}

Deno.test("docs/reliability.md has one row for each of the 27 cases", () => {
  const names = Array.from({ length: 27 }, (_, place) => `C${String(place + 1).padStart(2, "0")}`);
  assert.deepEqual(rows().map(([name]) => name), names);
});

Deno.test("docs/reliability.md names tests that are there, by words of their titles", () => {
  for (const [name, , , tests = ""] of rows()) {
    const named = [...tests.matchAll(/`([^`]+)`([^`]*)/g)];
    assert.ok(named.length > 0, `${name} names no test`);
    for (const [, path = "", titles = ""] of named) {
      const text = read(path);
      const words = [...titles.matchAll(/"([^"]+)"/g)].map(([, title]) => title!);
      assert.ok(words.length > 0, `${name} names no title in ${path}`);
      for (const title of words) {
        assert.ok(text.includes(title), `${name}: no "${title}" in ${path}`);
      }
    }
  }
});

Deno.test("docs/reliability.md names files and folders that are there, and the number of mutations", () => {
  for (const [, path = ""] of page.matchAll(/`((?:tests|bench)\/[^`]*)`/g)) {
    Deno.statSync(join(repository, path));
  }
  const words = ["fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"];
  const told = words.findIndex((word) => new RegExp(`${word} mutated copies`, "i").test(page));
  assert.equal(told + 15, mutations.length);
});
