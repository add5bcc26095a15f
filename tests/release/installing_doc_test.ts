// docs/installing.md and docs/releasing.md name what is there: permissions, files, variables, programs.
import assert from "node:assert/strict";
import { join } from "node:path";
import { checkout, readProject } from "../../.ci/release/project.ts";
import { targets } from "../../.ci/release/targets.ts";
import { serverPermissions } from "../../lib/cli/permissions.ts";

const read = (...path: string[]) => Deno.readTextFile(join(checkout, ...path));
const [installing, releasing, project] = await Promise.all([
  read("docs", "installing.md"),
  read("docs", "releasing.md"),
  readProject(),
]);

Deno.test("docs/installing.md gives the JSR line with the exact permissions of the server", () => {
  const permissions = serverPermissions("/path/to/project").join(" ");
  const line = `deno run --no-prompt ${permissions} jsr:${project.name} serve`;
  assert.ok(installing.split("\n").includes(line), line);
});

Deno.test("docs/installing.md names every variable that the install scripts read, and no other", async () => {
  const named = (text: string) =>
    [
      ...new Set(text.match(/\bAGENT_HANDOFF_(INSTALL_DIR|DOWNLOAD)\b/g)),
    ].sort();
  for (const script of ["install.sh", "install.ps1"]) {
    assert.deepEqual(named(await read(".ci", "release", script)), named(installing));
  }
});

Deno.test("docs/installing.md names files of a release as they are called", () => {
  const names = new Set(targets.flatMap(({ archive, bundle }) => [archive, bundle]));
  const told = installing.match(/\bagent-handoff-[\w-]+\.(tar\.gz|zip|mcpb)\b/g) ?? [];
  assert.ok(told.length > 0);
  for (const name of told) assert.ok(names.has(name), name);
});

Deno.test("docs/releasing.md names programs that are there", async () => {
  const told = releasing.match(/\.ci\/[\w./-]+\.(ts|lock|sh)\b/g) ?? [];
  assert.ok(told.length > 0);
  for (const path of told) assert.ok((await Deno.stat(join(checkout, path))).isFile, path);
});
