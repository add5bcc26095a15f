// Nothing but the protocol on standard output, whatever goes wrong (C03: one stray line spoils the stream).
import assert from "node:assert/strict";
import { join } from "node:path";
import { Workspace } from "../e2e/served.ts";
import { boundByModes } from "../workspace/temporary.ts";
import { ServerProcess } from "./process.ts";
import { call, initialize } from "./wire.ts";

interface Trouble {
  readonly environment?: Readonly<Record<string, string>>;
  /** Makes the trouble below a root. */
  readonly make?: (root: string) => void;
  readonly undo?: (root: string) => void;
  /** Code of the refusals; none where the calls go through. */
  readonly code?: string;
  /** The command that the server is started through. */
  readonly through?: readonly string[];
}

/** Puts a file in the ledger's place. */
function ledgerOf(content: Uint8Array | string): (root: string) => void {
  return (root) => {
    const directory = join(root, ".agent-handoff");
    Deno.mkdirSync(directory, { mode: 0o700 });
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    Deno.writeFileSync(join(directory, "ledger.sqlite3"), bytes, { mode: 0o600 });
  };
}

const troubles: Readonly<Record<string, Trouble>> = {
  "a first run": {},
  "a first run with AGENT_HANDOFF_DEBUG": { environment: { AGENT_HANDOFF_DEBUG: "1" } },
  "a root that is not expanded": {
    environment: { AGENT_HANDOFF_ROOT: "${CLAUDE_PROJECT_DIR}" },
    code: "workspace_unknown",
  },
  "an agent's name that cannot be meant": {
    environment: { AGENT_HANDOFF_AGENT: "${AGENT}" },
    code: "invalid_argument",
  },
  "no repository": {
    make: (root) => Deno.removeSync(join(root, ".git")),
    code: "workspace_unknown",
  },
  "a ledger that is plain text": { make: ledgerOf("hello\n".repeat(200)), code: "ledger_damaged" },
  "a ledger of zeroes": { make: ledgerOf(new Uint8Array(8192)), code: "ledger_damaged" },
  "a directory that may not be written": {
    make: (root) => Deno.chmodSync(root, 0o500),
    undo: (root) => Deno.chmodSync(root, 0o700),
    code: "storage_denied",
    through: boundByModes(),
  },
};

for (const [title, trouble] of Object.entries(troubles)) {
  Deno.test(`serve writes nothing but the protocol to standard output with ${title}`, async () => {
    using workspace = new Workspace();
    trouble.make?.(workspace.root);
    try {
      await using server = new ServerProcess(workspace.root, trouble);
      await server.send(
        initialize("codex-mcp-client"),
        { method: "notifications/initialized" },
        call(1, "create_handoff", { title: "x", objective: "y" }),
        call(2, "list_handoffs", {}),
        call(3, "claim_handoff", { lease_minute: 5 }),
      );
      await server.closeInput();
      const lines = (await server.remains()).split("\n");
      assert.equal(lines.pop(), "", "the last line is whole");
      const messages = lines.map((line) => JSON.parse(line));
      assert.equal(messages[0].id, "hello", "the handshake is answered first");
      assert.deepEqual(messages.map(({ id }) => id).slice(1).sort(), [1, 2, 3]);
      for (const { jsonrpc, id, result } of messages) {
        assert.equal(jsonrpc, "2.0");
        if (id !== 1) continue;
        assert.equal(result.structuredContent.error?.code, trouble.code);
        if (trouble.code) assert.ok(result.structuredContent.error.next);
      }
      assert.equal((await server.ended()).code, 0);
    } finally {
      trouble.undo?.(workspace.root);
    }
  });
}

Deno.test("serve says on standard error, in words, that it dropped what is no message", async () => {
  using workspace = new Workspace();
  await using server = new ServerProcess(workspace.root);
  await server.send(initialize("codex-mcp-client"), { id: 1, method: "tools/call", params: null });
  await server.closeInput();
  assert.equal(JSON.parse(await server.line()).id, "hello");
  assert.equal(await server.remains(), "");
  assert.equal(
    await server.errors(),
    "agent-handoff: A line was dropped: it is no message of the protocol\n",
  );
});
