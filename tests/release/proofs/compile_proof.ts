// `deno task compile` where it cannot go on, and the control for the planted code cache.
// Needs a Deno that can compile: DENORT_BIN, or a network.
import assert from "node:assert/strict";
import { join } from "node:path";
import { bundle } from "../../../.ci/release/bundle.ts";
import { compile, permissionFlags } from "../../../.ci/release/compile.ts";
import { checkout } from "../../../.ci/release/project.ts";
import { run, withDirectory } from "./running.ts";

function compileTask(args: readonly string[], env: Readonly<Record<string, string>>) {
  return run([Deno.execPath(), "task", "--quiet", "compile", ...args], { cwd: checkout, env });
}

Deno.test("deno task compile says in one line what to set when the runtime is not there", async () => {
  const ran = await compileTask(["--test-runtime"], { DENORT_BIN: "/nowhere/denort" });
  assert.equal(ran.code, 1);
  assert.match(
    ran.errors,
    /^Cannot compile: DENORT_BIN "\/nowhere\/denort" is not a runtime of Deno /,
  );
  assert.equal(ran.errors.trim().split("\n").length, 1, ran.errors);
});

Deno.test("deno task compile --all refuses one runtime for five systems", async () => {
  const ran = await compileTask(["--all", "--test-runtime"], { DENORT_BIN: Deno.execPath() });
  assert.equal(ran.code, 1);
  assert.match(ran.errors, /DENORT_BIN ".+" is a runtime of this machine; unset it/);
  assert.equal(ran.errors.trim().split("\n").length, 1, ran.errors);
});

Deno.test("deno task compile names the targets it knows when it is given another", async () => {
  const ran = await compileTask(["--target", "beos"], {});
  assert.equal(ran.code, 1);
  assert.match(ran.errors, /^Cannot compile for "beos": known are linux-x64, /);
});

Deno.test("a program compiled with the code cache does write to the temporary directory", () =>
  withDirectory(async (directory) => {
    // Without this the tests of the released program could pass for want of anything to find.
    const entry = await bundle({ into: join(directory, "bundle") });
    const program = join(directory, "agent-handoff");
    await compile({ entry, output: program, flags: permissionFlags });
    const temporary = join(directory, "temporary");
    await Deno.mkdir(temporary);
    const ran = await run([program, "--version"], { cwd: directory, env: { TMPDIR: temporary } });
    assert.equal(ran.code, 0, ran.errors);
    const left = [...Deno.readDirSync(temporary)].map(({ name }) => name);
    assert.deepEqual(left, ["deno-compile-agent-handoff.cache"]);
  }));

Deno.test("the baked permissions refuse network, programs, native code and variables that are not named", () =>
  withDirectory(async (directory) => {
    const entry = await bundle({
      into: join(directory, "bundle"),
      entry: "tests/release/proofs/probe_program.ts",
    });
    const program = join(directory, "probe");
    await compile({ entry, output: program });
    const ran = await run([program], {
      cwd: directory,
      env: { SECRET_TOKEN: "secret", AGENT_HANDOFF_AGENT: "codex" },
    });
    assert.equal(ran.code, 0, ran.errors);
    assert.deepEqual(JSON.parse(ran.output), {
      listen: "NotCapable",
      connect: "NotCapable",
      fetch: "NotCapable",
      run: "NotCapable",
      node: "Error",
      load: "NotCapable",
      user: "NotCapable",
      "net state": "denied",
      "run state": "denied",
      "ffi state": "denied",
      variable: "undefined",
      named: "codex",
    });
  }));
