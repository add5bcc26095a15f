// What a command does not need it does not load: each runs although the packages it must not load are gone.
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const repository = join(import.meta.dirname!, "..", "..");
const { imports } = JSON.parse(Deno.readTextFileSync(join(repository, "deno.json")));
const packages = Object.keys(imports);
const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "codex", version: "1" },
  },
}) + "\n";

/** Runs the program with all packages gone but the ones named. */
async function runWith(
  kept: readonly string[],
  args: readonly string[],
  input = "",
): Promise<{ code: number; stdout: string; stderr: string }> {
  const folder = await Deno.makeTempDir({ prefix: "agent-handoff-lazy-" });
  try {
    await Deno.mkdir(join(folder, ".git"));
    const gone = pathToFileURL(join(folder, "gone.ts")).href;
    const mapped = packages.map((name) => [name, kept.includes(name) ? imports[name] : gone]);
    const config = join(folder, "deno.json");
    await Deno.writeTextFile(config, JSON.stringify({ imports: Object.fromEntries(mapped) }));
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-prompt",
        "--no-lock",
        "--no-check",
        "--config",
        config,
        "-A",
        join(repository, "main.ts"),
        ...args,
      ],
      cwd: folder,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
    const { code, stdout, stderr } = await child.output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, stdout: text(stdout), stderr: text(stderr) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("--version loads no package at all, list and where none but the one that makes hashes", async () => {
  const hashes = packages.filter((name) => name.startsWith("@noble/hashes/"));
  for (const [kept, args] of [[[], ["--version"]], [hashes, ["list"]], [hashes, ["where"]]]) {
    const { code, stderr } = await runWith(kept!, args!);
    assert.equal(code, 0, `${args}: ${stderr}`);
  }
});

Deno.test("serve answers the handshake with the MCP SDK alone", async () => {
  const sdk = packages.filter((name) => name.startsWith("@modelcontextprotocol/server"));
  const { code, stdout, stderr } = await runWith(sdk, ["serve"], initialize);
  assert.equal(code, 0, stderr);
  assert.equal(JSON.parse(stdout).result.serverInfo.name, "agent-handoff");
});

Deno.test("a package that is gone is missed where it is needed", async () => {
  const { code } = await runWith([], ["serve"], initialize);
  assert.notEqual(code, 0);
});
