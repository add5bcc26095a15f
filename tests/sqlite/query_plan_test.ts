// How SQLite runs each statement of the hot paths: index ranges in order, nothing scanned, nothing sorted.
import assert from "node:assert/strict";
import { owedReviewSql } from "../../lib/sqlite/chance.ts";
import { changedSql, placeColumns, strandsOf, strandSql } from "../../lib/sqlite/list_order.ts";
import { openDependenciesSql } from "../../lib/sqlite/list_row.ts";
import { lookupSql } from "../../lib/sqlite/lookups.ts";
import { dependencyStatusSql, earlierSql, historySql } from "../../lib/sqlite/show.ts";
import { eventsSql, tasksSql } from "../../lib/sqlite/sqlite_ledger.ts";
import type { ListQuery } from "../../lib/ledger/ledger.ts";
import { taskStatuses } from "../../lib/rules/task.ts";
import { create } from "../support/commands.ts";
import { maker } from "../support/people.ts";
import { Scratch } from "./scratch.ts";

const lease = { fence: 1, taskId: "0123456789", agent: "codex", session: "s" } as const;
const held = { ...lease, minutes: 90, grantedAt: 0, expiresAt: 1, seenAt: 0, since: 0 };

/** Every strand that any list can have, as its statement. */
function strandStatements(): Record<string, string> {
  const statements: Record<string, string> = {};
  for (const status of [...taskStatuses, "open", "mine", "all"] as ListQuery["status"][]) {
    for (const agent of [undefined, "codex", "claude-code"]) {
      for (const holding of [undefined, held]) {
        const query = { status, session: "s", limit: 20, held: holding, ...(agent && { agent }) };
        for (const strand of strandsOf(query)) {
          const sql = strandSql(strand, `task_id, ${placeColumns(strand)}`);
          statements[`list ${status}: ${strand.where}`] = sql;
        }
      }
    }
  }
  return statements;
}

const statements: Readonly<Record<string, string>> = {
  ...lookupSql,
  ...strandStatements(),
  historySql,
  earlierSql,
  dependencyStatusSql,
  openDependenciesSql,
  owedReviewSql,
  eventsSql,
  tasksSql,
  newest: "SELECT event, at, hash FROM event ORDER BY event DESC LIMIT 1",
};

async function plansOf(
  texts: Readonly<Record<string, string>>,
): Promise<Record<string, string[]>> {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await ledger.execute(create(maker));
  const raw = scratch.raw();
  return Object.fromEntries(
    Object.entries(texts).map(([name, sql]) => [
      name,
      raw.prepare(`EXPLAIN QUERY PLAN ${sql.replaceAll(/:\w+/g, "?")}`).all()
        .map((row) => String(row.detail)),
    ]),
  );
}

Deno.test("every look-up, list, show and export reads index ranges in order and sorts nothing", async () => {
  const plans = await plansOf(statements);
  const slow = Object.entries(plans).filter(([name, plan]) =>
    plan.some((step) =>
      /TEMP B-TREE/.test(step) ||
      // The newest event is the end of the table's own order.
      (/^SCAN/.test(step) && name !== "newest")
    )
  );
  assert.deepEqual(slow, []);
  assert.deepEqual(plans["newest"], ["SCAN event"]);
  assert.ok(Object.keys(plans).length > 40);
});

Deno.test("claims without an id take the first entry of an index made for them", async () => {
  const { bestAddressed, bestForAnyone } = await plansOf(lookupSql);
  for (const plan of [bestAddressed, bestForAnyone]) {
    assert.deepEqual(plan, ["SEARCH task USING INDEX task_claimable (target_agent=?)"]);
  }
});

Deno.test("a list of what changed since an event reads the tasks changed since then alone", async () => {
  const query = { status: "open", session: "s", agent: "codex", limit: 20, held } as const;
  const { changed } = await plansOf({ changed: changedSql(strandsOf(query)) });
  // What it sorts are the changed tasks: the order of claims is none of their numbers.
  assert.deepEqual(changed, [
    "SEARCH task USING INDEX task_by_event (event>?)",
    "USE TEMP B-TREE FOR ORDER BY",
  ]);
});
