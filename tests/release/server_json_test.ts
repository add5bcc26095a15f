// The registry entry: what is written, and what the registry's schema would not take.
import assert from "node:assert/strict";
import { join } from "node:path";
import { checkServerEntry, makeServerEntry } from "../../.ci/release/server_json.ts";
import { targets } from "../../.ci/release/targets.ts";

const project = { name: "@agent-handoff/ledger", version: "1.2.3", license: "MIT" };
const repository = "example/agent-handoff";

async function withBundles<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const directory = await Deno.makeTempDir();
  try {
    for (const { bundle } of targets) await Deno.writeTextFile(join(directory, bundle), bundle);
    return await use(directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

Deno.test("makeServerEntry() lists every bundle with its address and sum", () =>
  withBundles(async (directory) => {
    const entry = await makeServerEntry(directory, { project, repository });
    assert.equal(entry.name, "io.github.example/agent-handoff");
    assert.deepEqual(
      entry.packages.map(({ identifier }) => identifier),
      targets.map(({ name }) =>
        "https://github.com/example/agent-handoff/releases/download/v1.2.3/" +
        `agent-handoff-mcp-${name}.mcpb`
      ),
    );
    assert.equal(new Set(entry.packages.map(({ fileSha256 }) => fileSha256)).size, targets.length);
  }));

/** Ways an entry may break the registry's schema. */
const broken: Readonly<Record<string, (entry: Record<string, unknown>) => void>> = {
  "a name without a slash": (entry) => entry.name = "agent-handoff",
  "a description of 101 characters": (entry) => entry.description = "x".repeat(101),
  "an empty title": (entry) => entry.title = "",
  "the version latest": (entry) => entry.version = "latest",
  "a version range": (entry) => entry.version = "^1.2.3",
  "no bundle": (entry) => entry.packages = [],
  "an unknown field": (entry) => entry.licence = "MIT",
  "another schema": (entry) => entry.$schema = "https://example.org/schema.json",
};

for (const [what, spoil] of Object.entries(broken)) {
  Deno.test(`checkServerEntry() refuses ${what}`, () =>
    withBundles(async (directory) => {
      const entry = { ...await makeServerEntry(directory, { project, repository }) };
      spoil(entry as Record<string, unknown>);
      assert.throws(() => checkServerEntry(entry));
    }));
}

for (
  const [what, spoil] of Object.entries({
    "a bundle without a sum": { fileSha256: undefined },
    "a sum in capitals": { fileSha256: "A".repeat(64) },
    "a bundle outside a release": { identifier: "https://example.org/agent-handoff-mcp.mcpb" },
    "another transport": { transport: { type: "sse" } },
  })
) {
  Deno.test(`checkServerEntry() refuses ${what}`, () =>
    withBundles(async (directory) => {
      const entry = await makeServerEntry(directory, { project, repository });
      const [first, ...rest] = entry.packages;
      assert.throws(() =>
        checkServerEntry({ ...entry, packages: [{ ...first, ...spoil }, ...rest] })
      );
    }));
}
