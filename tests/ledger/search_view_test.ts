// How a reply tells what a search found and what it left out.
import assert from "node:assert/strict";
import type { Runtime } from "../../lib/ledger/runtime.ts";
import { listView } from "../../lib/ledger/view.ts";
import { create } from "../support/commands.ts";
import { maker } from "../support/people.ts";
import { openSlowLedger, SlowStorage } from "../support/slow_ledger.ts";

Deno.test("listView() tells excerpts, and what was left out where anything was", async () => {
  const runtime: Runtime = { clock: () => 0, lifeOf: () => "unknown", graceMinutes: 10 };
  const ledger = openSlowLedger(new SlowStorage(), runtime);
  await ledger.execute(create(maker));
  const found = await ledger.list({ status: "all", session: "s", limit: 9, query: "dates" });
  const view = listView(found);
  assert.deepEqual((view.tasks as { excerpt: string }[]).map(({ excerpt }) => excerpt), [
    "Make the parser read dates",
  ]);
  assert.equal("left_out" in view, false);
  const leftOut = { older: true, prefixes: ["a*"] } as const;
  assert.deepEqual(listView({ ...found, leftOut }).left_out, leftOut);
});
