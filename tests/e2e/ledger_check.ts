// Looks at a ledger after something happened to it: SQLite's own check, ours, and whether what was said is there.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import type { LedgerEvent } from "../../lib/rules/event.ts";
import { openSqliteLedger } from "../../lib/sqlite/sqlite_ledger.ts";
import { verifyLedger } from "../../lib/sqlite/verify.ts";

/** A reply that somebody received: the tool and the number of the newest event that it named. */
export interface Acknowledged {
  readonly tool: string;
  readonly taskId: string;
  readonly event: number;
}

const kinds: Readonly<Record<string, readonly string[]>> = {
  create_handoff: ["created"],
  claim_handoff: ["claimed", "taken_over"],
  renew_handoff: ["renewed"],
  pass_handoff: ["passed", "stopped"],
  complete_handoff: ["completed"],
  log_handoff: ["logged", "noted"],
};

/** Whether there is a ledger with something in it. */
export function hasLedger(path: string): boolean {
  try {
    return Deno.statSync(path).size > 0;
  } catch {
    return false;
  }
}

/**
 * Holds a ledger to its word: it is whole by SQLite's check and by ours, and each acknowledged change is an
 * event of its kind. Gives the whole history. A ledger that does not exist holds nothing.
 */
export async function soundHistory(
  path: string,
  acknowledged: readonly Acknowledged[],
  about = "",
): Promise<readonly LedgerEvent[]> {
  if (!hasLedger(path)) {
    assert.deepEqual(acknowledged, [], `${about}: acknowledged, and no ledger`);
    return [];
  }
  const database = new DatabaseSync(path, { timeout: 5000 });
  const integrity = database.prepare("PRAGMA integrity_check").all();
  database.close();
  assert.deepEqual(integrity.map((row) => ({ ...row })), [{ integrity_check: "ok" }], about);
  const { findings } = await verifyLedger(path);
  assert.deepEqual(findings, [], about);
  const history = await historyOf(path);
  for (const { tool, taskId, event } of acknowledged) {
    const found = history.find((one) => one.event === event);
    const isThere = found?.taskId === taskId && kinds[tool]!.includes(found.kind);
    assert.ok(
      isThere,
      `${about}: ${tool} was acknowledged as event ${event}, found ${found?.kind}`,
    );
  }
  return history;
}

/** Every event of a ledger. */
export async function historyOf(path: string): Promise<readonly LedgerEvent[]> {
  const runtime = { clock: Date.now, lifeOf: () => "unknown" as const, graceMinutes: 10 };
  const ledger = await openSqliteLedger({ path, journal: "wal", runtime });
  try {
    return await ledger.events({ after: 0, limit: 1_000_000 });
  } finally {
    ledger.close();
  }
}
