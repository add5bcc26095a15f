// The serving process can reach no network, start no program and load no library, whatever it was started with.
import assert from "node:assert/strict";
import { join } from "node:path";
import { serverPermissions } from "../../lib/cli/permissions.ts";

const repository = join(import.meta.dirname!, "..", "..");
const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "codex-mcp-client", version: "1" },
  },
}) + "\n";

interface Served {
  readonly outcomes: Record<string, string>;
  readonly stdout: string[];
  readonly stderr: string;
  readonly code: number;
}

/** Serves with some flags until the attempts are told, then closes the input. */
async function served(flags: readonly string[]): Promise<Served> {
  const project = await Deno.makeTempDir({ prefix: "agent-handoff-sandbox-" });
  try {
    await Deno.mkdir(join(project, ".git"));
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-prompt", ...flags, join(repository, "tests/e2e/sandbox_program.ts")],
      cwd: project,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const input = child.stdin.getWriter();
    await input.write(new TextEncoder().encode(initialize));
    const stdout = new Response(child.stdout).text();
    let stderr = "";
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
      stderr += chunk;
      if (/^outcomes .*\n/m.test(stderr)) await input.close().catch(() => {});
    }
    const told = /^outcomes (.*)$/m.exec(stderr);
    assert.ok(told, `no outcomes in: ${stderr}`);
    const { code } = await child.status;
    const lines = (await stdout).split("\n").filter((line) => line !== "");
    return { outcomes: JSON.parse(told[1]!), stdout: lines, stderr, code };
  } finally {
    await Deno.remove(project, { recursive: true });
  }
}

const grants: Record<string, string[]> = {
  "with the permissions that the configurations name": serverPermissions(repository),
  "although it was granted everything": [
    "--allow-read",
    "--allow-write",
    "--allow-env",
    "--allow-sys",
    "--allow-net",
    "--allow-run",
    "--allow-ffi",
    "--allow-import",
  ],
};

for (const [title, flags] of Object.entries(grants)) {
  Deno.test(`serve refuses listen, connect, fetch, subprocess and dlopen ${title}`, async () => {
    const { outcomes, stdout, stderr, code } = await served(flags);
    assert.deepEqual(Object.keys(outcomes).sort(), [
      "connect",
      "dlopen",
      "fetch",
      "listen",
      "node_net",
      "node_subprocess",
      "subprocess",
      "websocket",
    ]);
    for (const [attempt, outcome] of Object.entries(outcomes)) {
      assert.match(outcome, /^(NotCapable|PermissionDenied)$/, attempt);
    }
    assert.equal(stdout.length, 1, "the handshake is answered, and nothing else is printed");
    assert.equal(JSON.parse(stdout[0]!).result.serverInfo.name, "agent-handoff");
    assert.doesNotMatch(stderr, /requests .* access|Allow\?/);
    assert.equal(code, 0);
  });
}
