// Rows that no command could have written: each column that is not of its kind makes the ledger a damaged one.
import assert from "node:assert/strict";
import { LedgerRefusal } from "../../lib/ledger/ledger.ts";
import * as give from "../support/commands.ts";
import { agent } from "../support/people.ts";
import { Scratch } from "./scratch.ts";

const who = agent("codex");

const damages: readonly [string, string][] = [
  ["a JSON text that was cut", `UPDATE task SET objective = substr(objective, 1, 5)`],
  ["a bare value in place of a JSON text", `UPDATE task SET plan = '7'`],
  ["an event of no known kind", `UPDATE event SET kind = 'made up' WHERE event = 1`],
];

for (const [title, sql] of damages) {
  Deno.test(`show() refuses ${title} as ledger_damaged`, async () => {
    using scratch = new Scratch();
    const made = await scratch.open();
    await made.execute(give.create(who));
    made.close();
    const raw = scratch.raw();
    // Only for the test: the file's own walls would not let such a row in.
    for (
      const { name } of raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all()
    ) {
      raw.exec(`DROP TRIGGER "${name}"`);
    }
    const whole = await scratch.open();
    assert.ok(await whole.show({ taskId: give.first, history: 10 }), "rows alone are judged here");
    whole.close();
    raw.exec("PRAGMA ignore_check_constraints = ON");
    raw.exec(sql);
    raw.close();
    const ledger = await scratch.open();
    await assert.rejects(ledger.show({ taskId: give.first, history: 10 }), (error) => {
      assert.ok(error instanceof LedgerRefusal, String(error));
      assert.equal(error.refusal.code, "ledger_damaged");
      return true;
    });
  });
}
