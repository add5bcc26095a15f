// What the program is made of comes from npm or from Deno itself, so that one registry is enough.
import assert from "node:assert/strict";
import { join } from "node:path";

const repository = join(import.meta.dirname!, "..", "..");

/** Every TypeScript file below a folder. */
function sources(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory) return sources(path);
    return entry.name.endsWith(".ts") ? [path] : [];
  });
}

Deno.test("deno.json imports exact versions from npm and nothing else", () => {
  const { imports } = JSON.parse(Deno.readTextFileSync(join(repository, "deno.json")));
  for (const [name, specifier] of Object.entries<string>(imports)) {
    assert.match(specifier, /^npm:(@[\w-]+\/)?[\w-]+@\d+\.\d+\.\d+(\/[\w/.-]+)?$/, name);
  }
});

Deno.test("no source file imports from JSR or from a URL", () => {
  const files = ["lib", "bench", "docs", "lint", ".ci"].flatMap((name) =>
    sources(join(repository, name))
  );
  assert.ok(files.length > 100);
  for (const path of [...files, join(repository, "main.ts")]) {
    const text = Deno.readTextFileSync(path);
    assert.doesNotMatch(text, /(?:from|import)\s*\(?\s*"(?:jsr:|https?:)/, path);
  }
});

Deno.test("no package.json stands in the repository", () => {
  assert.throws(() => Deno.statSync(join(repository, "package.json")), Deno.errors.NotFound);
});
