// Runs the suite of the port on every ledger there is: the slow one in memory and the SQLite file.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteLedger } from "../../lib/sqlite/sqlite_ledger.ts";
import { openSlowLedger, SlowStorage } from "../support/slow_ledger.ts";
import { exercise } from "./exercise.ts";

exercise("slow ledger", (runtime) => {
  const storage = new SlowStorage();
  return Promise.resolve({
    open: () => Promise.resolve(openSlowLedger(storage, runtime)),
    dispose: () => Promise.resolve(),
  });
});

for (const journal of ["wal", "rollback"] as const) {
  exercise(`SQLite with ${journal} journal`, async (runtime) => {
    const folder = await mkdtemp(join(tmpdir(), "agent-handoff-"));
    const path = join(folder, "ledger.sqlite3");
    return {
      open: () => openSqliteLedger({ path, runtime, journal }),
      dispose: () => rm(folder, { recursive: true }),
    };
  });
}
