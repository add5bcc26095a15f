// The npm packages as npm makes and installs them, without a network. Needs AGENT_HANDOFF_BIN and npm.
import assert from "node:assert/strict";
import { join } from "node:path";
import { makeNpmPackages } from "../../../.ci/release/npm_packages.ts";
import { readProject } from "../../../.ci/release/project.ts";
import { thisMachine } from "../../../.ci/release/targets.ts";
import { compiledProgram, conversation, repliesOf } from "../../e2e/compiled.ts";
import { run, withDirectory } from "./running.ts";

const { version } = await readProject();
const target = thisMachine()!;
const platformTarball = `agent-handoff-${target.platform}-${target.cpu}-${version}.tgz`;
const launcherTarball = `agent-handoff-${version}.tgz`;

/** Packs the launcher and this machine's program, and installs those tarballs in a project of its own. */
async function installed(
  directory: string,
  tarballs: readonly string[],
): Promise<{ project: string; launcher: string }> {
  assert.ok(compiledProgram, "AGENT_HANDOFF_BIN is not set");
  const packed = join(directory, "packed");
  const project = join(directory, "project");
  await Deno.mkdir(join(project, ".git"), { recursive: true });
  await makeNpmPackages({
    project: await readProject(),
    repository: "example/agent-handoff",
    programOf: () => compiledProgram!,
    into: packed,
    only: [target],
  });
  await Deno.writeTextFile(join(project, "package.json"), '{"private":true}');
  const ran = await run(
    [
      "npm",
      "install",
      "--offline",
      "--no-audit",
      "--no-fund",
      ...tarballs.map((name) => join(packed, name)),
    ],
    { cwd: project, env: { npm_config_cache: join(directory, "npm-cache") } },
  );
  assert.equal(ran.code, 0, ran.output + ran.errors);
  return { project, launcher: join(project, "node_modules", ".bin", "agent-handoff") };
}

Deno.test("npx agent-handoff runs the program from tarballs installed offline", () =>
  withDirectory(async (directory) => {
    const { project, launcher } = await installed(directory, [platformTarball, launcherTarball]);
    const told = await run(["npx", "--no-install", "agent-handoff", "--version"], { cwd: project });
    assert.equal(told.code, 0, told.errors);
    assert.match(told.output, new RegExp(`^agent-handoff ${version}$`, "m"));

    const served = await run([launcher, "serve"], {
      cwd: project,
      input: conversation(["create_handoff", { title: "T", objective: "O" }]),
    });
    assert.equal(served.code, 0, served.errors);
    const replies = repliesOf(served.output);
    assert.equal(replies.get(1)?.result.serverInfo?.name, "agent-handoff");
    assert.equal(replies.get(2)?.result.structuredContent?.status, "queued");

    const refused = await run([launcher, "show", "0000000000"], { cwd: project });
    assert.equal(refused.code, 1, refused.errors);
    const usage = await run([launcher, "no-such-command"], { cwd: project });
    assert.equal(usage.code, 2, usage.errors);

    await endsBySignal(launcher, project);
  }));

/** A client that ends the launcher must not leave the program behind. */
async function endsBySignal(launcher: string, project: string): Promise<void> {
  const child = new Deno.Command(launcher, {
    args: ["serve"],
    cwd: project,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(conversation()));
  const reader = child.stdout.getReader();
  await reader.read();
  child.kill("SIGTERM");
  // Ends only when the program, which holds the other end, is gone too.
  while (!(await reader.read()).done);
  const { code } = await child.status;
  assert.equal(code, 0);
  await writer.close().catch(() => {});
}

Deno.test("the launcher says in one line what to do when the program's package is not there", () =>
  withDirectory(async (directory) => {
    const { project, launcher } = await installed(directory, [launcherTarball]);
    const ran = await run([launcher, "--version"], { cwd: project });
    assert.equal(ran.code, 1);
    assert.match(
      ran.errors,
      /^Cannot start agent-handoff: the package @agent-handoff\/\S+ is not installed/,
    );
    assert.equal(ran.errors.trim().split("\n").length, 1);
  }));
