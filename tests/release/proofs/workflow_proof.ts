// Every command line of the release workflow, run in a fresh clone in the workflow's order, as far as one
// machine can: programs for other systems and the services that publish have stand-ins.
// Needs a Deno that can compile: DENORT_BIN, or a network.
import assert from "node:assert/strict";
import { join } from "node:path";
import { checkout, readProject } from "../../../.ci/release/project.ts";
import { targets, thisMachine } from "../../../.ci/release/targets.ts";
import { conversation, repliesOf } from "../../e2e/compiled.ts";
import { readWorkflow, runStep, runSteps } from "../workflow_steps.ts";
import { mcpb } from "../../../.ci/release/bundle_manifest.ts";
import { type Ran, run, withDirectory } from "./running.ts";

const steps = runSteps(await readWorkflow("release.yml"));
const { version } = await readProject();
const target = thisMachine()!;

/** What stands on PATH before the system's own: this Deno, and recorders for what leaves the machine. */
async function standIns(directory: string): Promise<string> {
  const bin = join(directory, "bin");
  await Deno.mkdir(bin);
  await Deno.symlink(Deno.execPath(), join(bin, "deno"));
  for (const program of ["codesign", "gh"]) await record(bin, program, "exit 0");
  return bin;
}

/** A program that writes its arguments down, one call a line. */
async function record(bin: string, program: string, then: string): Promise<void> {
  const path = join(bin, program);
  await Deno.writeTextFile(path, `#!/bin/sh\necho "$*" >> '${bin}/${program}.calls'\n${then}\n`);
  await Deno.chmod(path, 0o755);
}

/** A clone whose changelog has a section for the version, as the commit of a release has. */
async function releaseCommit(directory: string): Promise<string> {
  const clone = join(directory, "clone");
  const cloned = await run(["git", "clone", "--quiet", checkout, clone], { cwd: directory });
  assert.equal(cloned.code, 0, cloned.errors);
  const path = join(clone, "CHANGELOG.md");
  const text = await Deno.readTextFile(path);
  if (!text.includes(`## [${version}]`)) {
    await Deno.writeTextFile(path, text.replace("## [Unreleased]", `## [${version}] - 2000-01-01`));
  }
  const who = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
  const committed = await run([
    "git",
    ...who,
    "commit",
    "--quiet",
    "-a",
    "--allow-empty",
    "-m",
    "Release",
  ], {
    cwd: clone,
  });
  assert.equal(committed.code, 0, committed.errors);
  return clone;
}

Deno.test("every command line of release.yml works in a fresh clone", () =>
  withDirectory(async (directory) => {
    const bin = await standIns(directory);
    const clone = await releaseCommit(directory);
    const env = {
      PATH: `${bin}:${Deno.env.get("PATH")}`,
      GITHUB_REF_NAME: `v${version}`,
      GITHUB_REPOSITORY: "example/agent-handoff",
    };
    const done = new Set<string>();
    const step = async (name: string, flags = ""): Promise<Ran> => {
      const line = steps.get(name);
      assert.ok(line !== undefined, `release.yml has no step "${name}"`);
      const ran = await runStep(`${line}${flags}`, { cwd: clone, env });
      assert.equal(ran.code, 0, `${name}: ${ran.output}${ran.errors}`);
      done.add(name);
      return ran;
    };

    assert.equal((await step("Compare the tag")).output, `Tag v${version} is version ${version}\n`);
    await step("Compile for this machine", " --test-runtime");
    await step("Try the program", " --test-runtime");
    for (const other of targets.filter((each) => each !== target)) {
      const program = join(clone, "dist", "programs", other.name, other.program);
      await Deno.mkdir(join(program, ".."), { recursive: true });
      await Deno.writeTextFile(program, `stand-in for ${other.name}`);
    }
    await step("Sign for macOS");
    await step("Pack everything");
    await step("Check the sums");
    await step("Take the changelog section");
    assert.notEqual((await Deno.readTextFile(join(clone, "dist", "notes.md"))).trim(), "");
    await step("Run the installer");
    await step("Create the draft");
    await record(bin, "npm", "exit 0");
    await step("Publish the programs, then the launcher");

    await assertCalls(bin, clone);
    await assertArchives(clone, directory);
    const elsewhere = ["Run the gate", "Publish the source"];
    assert.deepEqual([...steps.keys()].filter((name) => !done.has(name)), elsewhere);
  }));

async function assertCalls(bin: string, clone: string): Promise<void> {
  const calls = async (program: string) =>
    (await Deno.readTextFile(join(bin, `${program}.calls`))).trim().split("\n");
  assert.ok((await calls("codesign"))[0]!.startsWith("--force --sign - dist/programs/"));
  const draft = (await calls("gh"))[0]!;
  assert.ok(
    draft.startsWith(`release create v${version} --repo example/agent-handoff --draft`),
    draft,
  );
  for (const { name } of Deno.readDirSync(join(clone, "dist", "release"))) {
    assert.ok(draft.includes(`dist/release/${name}`), `${name} is not in the draft`);
  }
  const published = (await calls("npm")).map((call) => call.split("/").at(-1));
  assert.equal(published.length, targets.length + 1);
  assert.equal(published.at(-1), `agent-handoff-${version}.tgz`);
}

/** What a person downloads holds what it should, and the bundle starts as a desktop client would start it. */
async function assertArchives(clone: string, directory: string): Promise<void> {
  const release = join(clone, "dist", "release");
  const names = [...Deno.readDirSync(release)].map(({ name }) => name).sort();
  assert.deepEqual(
    names,
    [
      "SHA256SUMS",
      ...targets.flatMap(({ archive, bundle }) => [archive, bundle]),
      "install.ps1",
      "install.sh",
      "server.json",
    ].sort(),
  );
  const listed = await run(["tar", "-tzf", join(release, target.archive)], { cwd: directory });
  assert.deepEqual(listed.output.trim().split("\n"), [
    "agent-handoff",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
  ]);
  const unpacked = join(directory, "bundle");
  await mcpb("unpack", join(release, target.bundle), unpacked);
  const manifest = JSON.parse(await Deno.readTextFile(join(unpacked, "manifest.json")));
  const project = join(directory, "project");
  await Deno.mkdir(project);
  const fill = (text: string) =>
    text.replace("${__dirname}", unpacked).replace("${user_config.root}", project);
  const { command, args } = manifest.server.mcp_config as { command: string; args: string[] };
  const served = await run([fill(command), ...args.map(fill)], {
    cwd: directory,
    input: conversation(["create_handoff", { title: "T", objective: "O" }]),
  });
  assert.equal(repliesOf(served.output).get(2)?.result.structuredContent?.status, "queued");
  assert.ok(Deno.statSync(join(project, ".agent-handoff", "ledger.sqlite3")).isFile);
}

Deno.test("release.yml stops before building when the tag is not the version", () =>
  withDirectory(async (directory) => {
    const bin = await standIns(directory);
    const ran = await runStep(steps.get("Compare the tag")!, {
      cwd: checkout,
      env: { PATH: `${bin}:${Deno.env.get("PATH")}`, GITHUB_REF_NAME: "v99.0.0" },
    });
    assert.equal(ran.code, 1);
    assert.match(ran.errors, /^Cannot release tag "v99\.0\.0": deno\.json has version /);
    assert.equal(ran.errors.trim().split("\n").length, 1);
  }));
