// The lint plugin against planted faults and clean code: one line of source per wall it holds.
import assert from "node:assert/strict";
import house from "../../lint/house.ts";

const ROOT = import.meta.dirname!.replace(/tests[\\/]lint$/, "");

/** The diagnostics for `source` as if it stood at `path` in the repository, as `rule: message`. */
function faults(path: string, source: string): string[] {
  return Deno.lint.runPlugin(house, ROOT + path, source)
    .map(({ id, message }) => `${id.replace("house/", "")}: ${message}`);
}

/** The diagnostics of one rule alone. */
function faultsOf(rule: string, path: string, source: string): string[] {
  return faults(path, source).filter((fault) => fault.startsWith(`${rule}: `));
}

const ALLOWED: [from: string, to: string][] = [
  ["ledger", "rules"],
  ["sqlite", "ledger"],
  ["sqlite", "rules"],
  ["workspace", "rules"],
  ["mcp", "ledger"],
  ["mcp", "rules"],
  ...["rules", "ledger", "sqlite", "workspace", "mcp", "clients"].map(
    (to): [string, string] => ["cli", to],
  ),
];
const FOLDERS = ["rules", "ledger", "sqlite", "workspace", "mcp", "clients", "cli"];

Deno.test("import-direction allows exactly the arrows of the architecture", () => {
  for (const from of FOLDERS) {
    for (const to of FOLDERS.filter((folder) => folder !== from)) {
      const isAllowed = ALLOWED.some(([a, b]) => a === from && b === to);
      const found = faultsOf("import-direction", `lib/${from}/a.ts`, `import "../${to}/b.ts";`);
      const expected = [`import-direction: lib/${from} may not import lib/${to}`];
      assert.deepEqual(found, isAllowed ? [] : expected, `${from} → ${to}`);
    }
  }
});

Deno.test("import-direction sees every form of import, types and deep folders included", () => {
  for (
    const form of [
      'import "../../sqlite/open.ts";',
      'import { a } from "../../sqlite/open.ts";',
      'import type { A } from "../../sqlite/open.ts";',
      'export * from "../../sqlite/open.ts";',
      'export { a } from "../../sqlite/open.ts";',
      'const a = await import("../../sqlite/open.ts");',
      'type A = import("../../sqlite/open.ts").A;',
      'import "./../tools/../../sqlite/open.ts";',
    ]
  ) {
    assert.deepEqual(faults("lib/mcp/tools/claim.ts", form), [
      "import-direction: lib/mcp may not import lib/sqlite",
    ], form);
  }
});

Deno.test("import-direction refuses tests, the entry file and unknown folders as sources of lib", () => {
  assert.deepEqual(faults("lib/mcp/a.ts", 'import "../../tests/support/clock.ts";'), [
    'import-direction: lib/mcp may not import "tests/support/clock.ts"',
  ]);
  assert.deepEqual(faults("lib/cli/a.ts", 'import "../../main.ts";'), [
    "import-direction: lib/cli may not import main.ts",
  ]);
  assert.deepEqual(faults("lib/board/a.ts", 'import "../rules/task.ts";'), [
    "import-direction: lib/board has no place in the import direction of lint/house.ts",
  ]);
  assert.deepEqual(faults("lib/cli/a.ts", "const a = await import(name);"), [
    "import-direction: an import in lib must name its module by a literal",
  ]);
});

Deno.test("import-direction lets main.ts import lib/cli and nothing else of ours", () => {
  assert.deepEqual(faults("main.ts", 'import { run } from "./lib/cli/run.ts";'), []);
  assert.deepEqual(faults("main.ts", 'import { serve } from "./lib/mcp/server.ts";'), [
    "import-direction: main.ts may import lib/cli only",
  ]);
});

Deno.test("packages-at-home keeps node:sqlite in lib/sqlite and the SDK in lib/mcp", () => {
  const sqlite = 'import { DatabaseSync } from "node:sqlite";';
  const sdk = 'import { serveStdio } from "@modelcontextprotocol/server/stdio";';
  assert.deepEqual(faults("lib/sqlite/open.ts", sqlite), []);
  assert.deepEqual(faults("lib/mcp/server.ts", sdk), []);
  assert.deepEqual(faults("lib/cli/run.ts", sqlite), [
    'packages-at-home: "node:sqlite" is the SQL engine: only lib/sqlite may import it',
  ]);
  assert.deepEqual(faults("lib/ledger/ledger.ts", sdk), [
    'packages-at-home: "@modelcontextprotocol/server/stdio" is the protocol\'s SDK: ' +
    "only lib/mcp may import it",
  ]);
  assert.equal(faults("main.ts", sqlite).length, 1);
  assert.deepEqual(faults("tests/sqlite/open_test.ts", sqlite + sdk), []);
});

Deno.test("pure-rules finds each way out of a pure function in lib/rules", () => {
  const planted: [source: string, what: string][] = [
    ["export const a = Date.now();", "Date"],
    ["export const a = new Date(0);", "Date"],
    ["export const a = Math.random();", "Math.random"],
    ['export const a = Math["random"]();', "Math.random"],
    ["const { random } = Math;", "Math.random"],
    ["Deno.exit();", "Deno"],
    ["crypto.randomUUID();", "crypto"],
    ["performance.now();", "performance"],
    ["fetch(address);", "fetch"],
    ["setTimeout(later, 1);", "setTimeout"],
    ["process.exit();", "process"],
    ["export const a = { process };", "process"],
    ["console.log(1);", "console"],
    ["globalThis.anything;", "globalThis"],
    ["export const a = import.meta.url;", "import.meta"],
    ["async function a() {}", "async function"],
    ["const a = async () => 1;", "async function"],
    ["class A { async a() {} }", "async function"],
    ["const a = await b;", "await"],
    ["for await (const a of b) c(a);", "await"],
    ["function a() { throw b; }", "throw, return a refusal"],
    ['import "node:path";', "package, built-in module or computed import"],
    ['import { z } from "zod/v4";', "package, built-in module or computed import"],
  ];
  for (const [source, what] of planted) {
    assert.deepEqual(
      faultsOf("pure-rules", "lib/rules/a.ts", source),
      [`pure-rules: lib/rules is pure: no ${what}`],
      source,
    );
  }
});

Deno.test("pure-rules leaves labels, types, other Math and other folders alone", () => {
  const clean = `
    import { evolve } from "./evolve.ts";
    export type Stamp = Date;
    export interface Event { process: string; fetch(): void; crypto?: number }
    export const limits = { console: 1, performance: Math.max(1, 2) };
    export function look(event: Event): string { return event.process + evolve.name; }
    for (const a of [1]) look({ process: "a", fetch: () => {} });
  `;
  assert.deepEqual(faults("lib/rules/a.ts", clean), []);
  const impure = "export async function a() { await Date.now(); throw Math.random(); }";
  assert.deepEqual(faults("lib/cli/a.ts", impure), []);
});

Deno.test("no-vague-folder refuses folders named for nothing, and no file or outer folder", () => {
  for (const name of ["utils", "common", "helpers", "types", "services"]) {
    assert.deepEqual(faults(`tests/${name}/a.ts`, ""), [
      `no-vague-folder: folder "${name}" says nothing about what is inside: name it for its idea`,
    ]);
    assert.equal(faultsOf("no-vague-folder", `lib/mcp/${name}/deep/a.ts`, "").length, 1);
    assert.deepEqual(faults(`lib/mcp/${name}.ts`, ""), []);
  }
  assert.deepEqual(Deno.lint.runPlugin(house, "/elsewhere/utils/a.ts", "throw 1;"), []);
});
