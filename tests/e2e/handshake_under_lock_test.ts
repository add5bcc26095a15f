// The handshake waits for no ledger: neither for one that another program has locked, nor for one with many tasks.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { openSqliteLedger } from "../../lib/sqlite/sqlite_ledger.ts";
import * as give from "../support/commands.ts";
import { taskIdOf } from "../support/ids.ts";
import { agent } from "../support/people.ts";
import { binary, Served, Workspace } from "./served.ts";

Deno.test("eight servers started together answer handshake and tools/list while another program keeps the ledger locked (C02)", async () => {
  using workspace = new Workspace();
  Deno.mkdirSync(`${workspace.root}/.agent-handoff`);
  const runtime = { clock: Date.now, lifeOf: () => "unknown" as const, graceMinutes: 10 };
  const made = await openSqliteLedger({ path: workspace.ledger, journal: "wal", runtime });
  for (let count = 0; count < 200; count++) {
    await made.execute(give.create(agent("codex"), { newTaskId: taskIdOf(count) }));
  }
  made.close();
  const locked = new DatabaseSync(workspace.ledger, { timeout: 5000 });
  // With the rollback journal an exclusive lock keeps readers out as well.
  locked.prepare("PRAGMA journal_mode = DELETE").get();
  locked.prepare("BEGIN EXCLUSIVE").run();
  const servers = Array.from({ length: 8 }, () =>
    new Served({
      root: workspace.root,
      ...(binary !== undefined && { binary }),
    }));
  await using _ends = { [Symbol.asyncDispose]: () => killAll(servers) };
  const began = performance.now();
  await Promise.all(servers.map(async (server) => {
    await server.begin();
    const listed = await server.request("tools/list", {});
    const { tools } = listed!.result as { tools: unknown[] };
    assert.ok(tools.length >= 7);
  }));
  const took = performance.now() - began;
  // A server that waited for the lock would wait about 10 seconds before it gave up.
  assert.ok(took < 9_000, `${Math.round(took)} ms`);
  locked.prepare("ROLLBACK").run();
  locked.close();
  const [first] = servers;
  assert.equal((await first!.call("list_handoffs", { limit: 1 }))!.isError, false);
});

async function killAll(servers: readonly Served[]): Promise<void> {
  await Promise.all(servers.map((server) => server.kill()));
}
