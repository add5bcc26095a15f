// A ledger whose files are moved, deleted or replaced while it is open: what is refused, and what is saved.
import assert from "node:assert/strict";
import { LedgerRefusal } from "../../lib/ledger/ledger.ts";
import { databaseFacts } from "../../lib/sqlite/facts.ts";
import type { OpenLedger } from "../../lib/sqlite/sqlite_ledger.ts";
import { verifyLedger } from "../../lib/sqlite/verify.ts";
import * as give from "../support/commands.ts";
import { codex, maker } from "../support/people.ts";
import { Scratch } from "./scratch.ts";

const { second } = give;

/** A ledger with one task, open, in a directory that is seen as just changed or as long the same. */
async function opened(scratch: Scratch, of: Opening): Promise<OpenLedger> {
  const now = () => Date.now() + (of.seen === "quiet" ? 3_600_000 : 0);
  const ledger = await scratch.open({ journal: of.journal ?? "wal", now }) as OpenLedger;
  await ledger.execute(give.create(maker));
  assert.equal(ledger.standing(), "same");
  if (of.seen === "quiet") afterTick(scratch.directory);
  return ledger;
}

interface Opening {
  readonly seen: "fresh" | "quiet";
  readonly journal?: "wal" | "rollback";
}

/** Lets the file system's clock go on, in steps of some milliseconds: what comes next has a later time. */
function afterTick(directory: string): void {
  const { mtime } = Deno.statSync(directory);
  const probe = Deno.makeTempFileSync();
  do Deno.writeTextFileSync(probe, "x"); while (Deno.statSync(probe).mtime! <= mtime!);
  Deno.removeSync(probe);
}

/** Checks that work is refused as `ledger_moved` and how. */
async function refusedAs(how: string, work: Promise<unknown>): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof LedgerRefusal, String(error));
    assert.equal(error.refusal.code, "ledger_moved");
    assert.equal((error.refusal.facts as { how: string }).how, how);
    return true;
  });
}

for (const seen of ["fresh", "quiet"] as const) {
  for (const journal of ["wal", "rollback"] as const) {
    Deno.test(`a ledger moved away is refused, reads too, and the moved file is whole (${journal}, ${seen} directory)`, async () => {
      using scratch = new Scratch();
      const ledger = await opened(scratch, { seen, journal });
      const moved = `${scratch.directory}/moved.sqlite3`;
      Deno.renameSync(scratch.path, moved);
      assert.equal(ledger.standing(), "gone");
      await refusedAs("gone", ledger.execute(give.claim(codex)));
      await refusedAs("gone", ledger.list({ status: "all", session: "s", limit: 9 }));
      ledger.retire();
      assert.equal((await databaseFacts(moved)).newestEvent, 1);
      assert.deepEqual((await verifyLedger(moved)).findings, []);
    });

    Deno.test(`a ledger replaced by another is refused and the other is left alone (${journal}, ${seen} directory)`, async () => {
      using scratch = new Scratch();
      using other = new Scratch();
      (await opened(other, { seen, journal })).close();
      const digest = other.digest();
      const ledger = await opened(scratch, { seen, journal });
      await ledger.execute(give.create(maker, { newTaskId: second }));
      Deno.renameSync(other.path, scratch.path);
      assert.equal(ledger.standing(), "replaced");
      await refusedAs("replaced", ledger.execute(give.claim(codex)));
      ledger.retire();
      assert.equal(scratch.digest(), digest);
      // What was in the log of the file before went with it, so that nothing of it is merged now.
      const reopened = await scratch.open({ journal });
      const { rows } = await reopened.list({ status: "all", session: "s", limit: 9 });
      assert.equal(rows.length, 1);
      assert.deepEqual((await verifyLedger(scratch.path)).findings, []);
    });
  }

  Deno.test(`a ledger moved in the middle of a call refuses it and records nothing, ${seen} directory`, async () => {
    using scratch = new Scratch();
    (await opened(scratch, { seen })).close();
    const moved = `${scratch.directory}/moved.sqlite3`;
    // The clock is read once, after the write lock is held.
    const clock = () => (Deno.renameSync(scratch.path, moved), 1);
    const ledger = await scratch.open({ runtime: { ...scratch.runtime, clock } }) as OpenLedger;
    await refusedAs("gone", ledger.execute(give.claim(codex)));
    ledger.retire();
    assert.equal((await databaseFacts(moved)).newestEvent, 1);
  });

  Deno.test(`a ledger moved at the moment of its commit does not acknowledge the change, ${seen} directory`, async () => {
    using scratch = new Scratch();
    const ledger = await opened(scratch, { seen });
    const raw = scratch.raw();
    const events = raw.prepare("SELECT count(*) AS events FROM event");
    const statSync = Deno.statSync;
    let moves = 0;
    Deno.statSync = (path) => {
      if (moves === 0 && events.get()!.events === 2) {
        moves++;
        Deno.renameSync(scratch.path, `${scratch.directory}/moved.sqlite3`);
      }
      return statSync(path);
    };
    try {
      await assert.rejects(ledger.execute(give.claim(codex)), (error: LedgerRefusal) => {
        const { path } = scratch;
        assert.deepEqual(error.refusal.facts, { path, how: "gone", isWritten: true });
        return true;
      });
    } finally {
      Deno.statSync = statSync;
    }
    assert.equal(moves, 1);
  });

  Deno.test(`a journal beside a ledger that took this one's place is left alone, ${seen} directory`, async () => {
    using scratch = new Scratch();
    using other = new Scratch();
    (await opened(other, { seen, journal: "rollback" })).close();
    const ledger = await opened(scratch, { seen, journal: "rollback" });
    Deno.renameSync(other.path, scratch.path);
    // To SQLite it is what a writer of the new ledger left when it was killed.
    Deno.writeFileSync(`${scratch.path}-journal`, new Uint8Array(600).fill(0xd9));
    await refusedAs("replaced", ledger.list({ status: "all", session: "s", limit: 9 }));
    await refusedAs("replaced", ledger.execute(give.claim(codex)));
    await refusedAs("replaced", ledger.changeMark());
    assert.equal(Deno.statSync(`${scratch.path}-journal`).size, 600);
  });

  Deno.test(`a command without its -shm writes nothing to the log, however large it is, ${seen} directory`, async () => {
    using scratch = new Scratch();
    const ledger = await opened(scratch, { seen });
    await ledger.execute(give.claim(codex));
    Deno.removeSync(`${scratch.path}-shm`);
    const { size } = Deno.statSync(`${scratch.path}-wal`);
    // JSON makes six bytes of each character, twice: more than SQLite keeps in its cache by default.
    const changedFiles = Array.from(
      { length: 200 },
      (_, file) => `${file}/${"\u0001".repeat(1010)}`,
    );
    await refusedAs("log_gone", ledger.execute(give.pass(codex, { changedFiles })));
    assert.equal(Deno.statSync(`${scratch.path}-wal`).size, size);
  });

  for (const endings of [["-wal", "-shm"], ["-wal"], ["-shm"]]) {
    Deno.test(`a log that lost its ${endings.join(" and ")} is saved into the ledger, and the next opening goes on (${seen} directory)`, async () => {
      using scratch = new Scratch();
      const ledger = await opened(scratch, { seen });
      for (const ending of endings) Deno.removeSync(scratch.path + ending);
      assert.equal(ledger.standing(), "log_gone");
      await refusedAs("log_gone", ledger.execute(give.claim(codex)));
      ledger.retire();
      const again = await scratch.open();
      assert.equal((await again.execute(give.claim(codex))).events[0]?.event, 2);
      again.close();
      assert.deepEqual((await verifyLedger(scratch.path)).findings, []);
    });
  }
}
