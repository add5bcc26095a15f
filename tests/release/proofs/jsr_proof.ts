// The one-liner from JSR: what `deno publish` uploads is served in JSR's layout, and answers a client.
import assert from "node:assert/strict";
import { join } from "node:path";
import { checkout, readProject } from "../../../.ci/release/project.ts";
import { serverPermissions } from "../../../lib/cli/permissions.ts";
import { conversation, repliesOf } from "../../e2e/compiled.ts";
import { openRegistry, type Registry } from "./jsr_registry.ts";
import { type Ran, run, withDirectory } from "./running.ts";

const deno = Deno.execPath();

Deno.test("deno publish finds nothing to complain about and takes only what a user needs", async () => {
  const ran = await run([deno, "publish", "--dry-run", "--allow-dirty"], { cwd: checkout });
  const said = ran.output + ran.errors;
  assert.equal(ran.code, 0, said);
  assert.doesNotMatch(said, /warning|slow-type\[/i);
  const files = [...said.matchAll(/file:\/\/\S+/g)].map(([url]) => url.split(`${checkout}/`)[1]!);
  const top = new Set(files.map((path) => path.split("/")[0]));
  assert.deepEqual([...top].sort(), [
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "deno.json",
    "lib",
    "main.ts",
  ]);
});

async function publish(registry: Registry): Promise<void> {
  const ran = await run([deno, "publish", "--token", "none", "--allow-dirty"], {
    cwd: checkout,
    env: { JSR_URL: registry.url },
  });
  assert.equal(ran.code, 0, ran.errors);
}

/** Runs the one-liner in a fresh cache, in a project of its own. */
async function oneLiner(registry: Registry, directory: string): Promise<Ran> {
  const project = join(directory, "project");
  await Deno.mkdir(join(project, ".git"), { recursive: true });
  const { name } = await readProject();
  return await run(
    [deno, "run", "--no-prompt", ...serverPermissions(project), `jsr:${name}`, "serve"],
    {
      cwd: project,
      env: { JSR_URL: registry.url, DENO_DIR: join(directory, "cache") },
      input: conversation(
        ["create_handoff", { title: "T", objective: "O" }],
        ["list_handoffs", {}],
      ),
    },
  );
}

Deno.test("the one-liner from JSR answers a handshake and keeps a ledger, in a fresh cache", () =>
  withDirectory(async (directory) => {
    await using registry = openRegistry();
    await publish(registry);
    const ran = await oneLiner(registry, directory);
    assert.equal(ran.code, 0, ran.errors);
    const replies = repliesOf(ran.output);
    assert.equal(replies.get(1)?.result.serverInfo?.name, "agent-handoff");
    assert.equal(replies.get(2)?.result.isError, undefined, ran.output);
    assert.ok(replies.get(3)?.result.structuredContent, ran.output);
  }));

Deno.test("the one-liner from JSR does not run a file that is not the published one", () =>
  withDirectory(async (directory) => {
    await using registry = openRegistry();
    await publish(registry);
    registry.spoil("lib/cli/version.ts", 'export const version = "6.6.6";\n');
    const ran = await oneLiner(registry, directory);
    assert.notEqual(ran.code, 0);
    assert.match(ran.errors, /integrity|checksum/i);
    assert.equal(ran.output, "");
  }));
