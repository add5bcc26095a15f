// Which error of the storage is which refusal, on errors that SQLite and Deno really give.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { DatabaseSync } from "node:sqlite";
import type { LedgerRefusal } from "../../lib/ledger/ledger.ts";
import { Connection } from "../../lib/sqlite/connection.ts";
import type { Statements } from "../../lib/sqlite/statements.ts";
import { isLocked, refusalFor } from "../../lib/sqlite/storage_errors.ts";
import { patiently } from "../../lib/sqlite/patience.ts";
import * as give from "../support/commands.ts";
import { maker } from "../support/people.ts";
import { Scratch } from "./scratch.ts";

function caught(work: () => unknown): Error & { errcode?: number } {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error("Catch an error: there was none");
}

function codeFor(error: unknown): string | undefined {
  return refusalFor(error, "/some/ledger.sqlite3")?.refusal.code;
}

Deno.test("isLocked() knows a lock by its number and, where there is none, by its message", async () => {
  using scratch = new Scratch();
  await (await scratch.open()).execute(give.create(maker));
  const holder = scratch.raw();
  holder.prepare("BEGIN IMMEDIATE").run();
  const other = new DatabaseSync(scratch.path, { timeout: 0 });
  const numbered = caught(() => other.prepare("BEGIN IMMEDIATE").run());
  const unnumbered = caught(() => other.exec("BEGIN IMMEDIATE"));
  other.close();
  assert.equal(numbered.errcode, 5);
  assert.equal(unnumbered.errcode, undefined);
  for (const error of [numbered, unnumbered]) {
    assert.ok(isLocked(error), error.message);
    assert.equal(codeFor(error), undefined);
  }
});

Deno.test("isLocked() knows every kind of lock, and nothing else", () => {
  const withNumber = (errcode: number) => Object.assign(new Error("x"), { errcode });
  for (const errcode of [5, 6, 15, 261, 262, 517, 773]) assert.ok(isLocked(withNumber(errcode)));
  for (const errcode of [1, 8, 10, 11, 13, 14, 19, 26, 1032]) {
    assert.ok(!isLocked(withNumber(errcode)));
  }
  for (const message of ["database is locked", "database table is locked: event"]) {
    assert.ok(isLocked(new Error(message)));
  }
  for (const error of [new Error("the task is locked"), "database is locked", undefined, null]) {
    assert.ok(!isLocked(error));
  }
});

Deno.test("refusalFor() names the refusal of each storage error and none for a fault", () => {
  const codes: readonly [number, string | undefined][] = [
    [8, "storage_denied"],
    [10, "storage_denied"],
    [778, "storage_denied"],
    [11, "ledger_damaged"],
    [267, "ledger_damaged"],
    [26, "ledger_damaged"],
    [18, "ledger_damaged"],
    [13, "storage_full"],
    [4874, "storage_full"],
    [14, "storage_denied"],
    [3, "storage_denied"],
    [1032, "ledger_moved"],
    [1, undefined],
    [19, undefined],
    [1811, undefined],
  ];
  for (const [errcode, code] of codes) {
    assert.equal(codeFor(Object.assign(new Error("x"), { errcode })), code, String(errcode));
  }
  assert.equal(codeFor(new Error("database or disk is full")), "storage_full");
  assert.equal(codeFor(new Error("unable to open database file: /x")), "storage_denied");
  assert.equal(codeFor(new TypeError("not a function")), undefined);
});

Deno.test("refusalFor() keeps the path and what the storage said", () => {
  const error = caught(() => new DatabaseSync("/no/such/directory/ledger.sqlite3"));
  const refusal = refusalFor(error, "/no/such/directory/ledger.sqlite3");
  assert.equal(refusal?.refusal.code, "storage_denied");
  assert.match((refusal?.refusal.facts as { detail: string }).detail, /unable to open/);
  assert.equal(refusal?.cause, error);
});

Deno.test("open() under narrow permissions works on the ledger's directory and refuses another", () => {
  using scratch = new Scratch();
  const program = `
    import { openSqliteLedger } from ${
    JSON.stringify(import.meta.resolve("../../lib/sqlite/sqlite_ledger.ts"))
  };
    import { backupLedger } from ${
    JSON.stringify(import.meta.resolve("../../lib/sqlite/backup.ts"))
  };
    import { create } from ${JSON.stringify(import.meta.resolve("../support/commands.ts"))};
    const runtime = { clock: () => 1, lifeOf: () => "unknown", graceMinutes: 10 };
    const who = { kind: "agent", name: "codex", session: "s" };
    const [path] = Deno.args;
    const ledger = await openSqliteLedger({ path, runtime, journal: "wal" });
    await ledger.list({ status: "open", session: "s", limit: 1 });
    console.log((await ledger.execute(create(who))).events.length);
    console.log((await backupLedger(path, path + ".copy")).newestEvent);
    ledger.close();
    for (const readOnly of [false, true]) {
      await openSqliteLedger({ path: "/etc/ledger.sqlite3", runtime, journal: "wal", readOnly })
        .catch((error) => console.log(error.refusal?.code));
    }`;
  const file = `${scratch.directory}/program.ts`;
  Deno.writeTextFileSync(file, program);
  const { directory } = scratch;
  const permissions = [`--allow-read=${directory}`, `--allow-write=${directory}`];
  const said = runProgram(file, scratch.path, permissions);
  assert.equal(said, "1\n1\nstorage_denied\nstorage_denied\n");
});

/** What a program says that may do no more than it is told. */
function runProgram(...[file, path, permissions]: [string, string, string[]]): string {
  const config = fileURLToPath(import.meta.resolve("../../deno.json"));
  const args = [
    ...["run", "--no-prompt", "--no-check", "--quiet", "--config", config],
    ...[...permissions, file, path],
  ];
  const { stdout, stderr } = new Deno.Command(Deno.execPath(), { args }).outputSync();
  const errors = new TextDecoder().decode(stderr);
  if (errors) throw new Error(errors);
  return new TextDecoder().decode(stdout);
}

Deno.test("a reader reads a ledger that it has no right to write", async () => {
  using scratch = new Scratch();
  const { directory } = scratch;
  const program = `
    import { openSqliteLedger } from ${
    JSON.stringify(import.meta.resolve("../../lib/sqlite/sqlite_ledger.ts"))
  };
    const runtime = { clock: () => 1, lifeOf: () => "unknown", graceMinutes: 10 };
    const [path] = Deno.args;
    const ledger = await openSqliteLedger({ path, runtime, journal: "wal", readOnly: true });
    console.log((await ledger.list({ status: "open", session: "s", limit: 9 })).rows.length);
    ledger.close();`;
  const file = `${directory}/program.ts`;
  Deno.writeTextFileSync(file, program);
  const ledger = await scratch.open();
  await ledger.execute(give.create(maker));
  ledger.close();
  const permissions = [`--allow-read=${directory}`];
  assert.equal(runProgram(file, scratch.path, permissions), "1\n");
});

Deno.test("patiently() tries again until its work is done, and at once where nothing is locked", async () => {
  const locked = Object.assign(new Error("database is locked"), { errcode: 5 });
  const pauses: number[] = [];
  let tries = 0;
  const done = await patiently(() => {
    if (++tries < 6) throw locked;
    return "done";
  }, { path: "/x", wait: (milliseconds) => (pauses.push(milliseconds), Promise.resolve()) });
  assert.deepEqual([done, tries, pauses.length], ["done", 6, 5]);
  assert.ok(pauses.every((pause) => pause >= 5 && pause <= 80), String(pauses));
  const fault = new TypeError("a fault");
  await assert.rejects(
    patiently(() => {
      tries++;
      throw fault;
    }, { path: "/x" }),
    fault,
  );
  assert.equal(tries, 7);
});

Deno.test("write() refuses with storage_full, takes everything back, and goes on once there is room", async () => {
  using scratch = new Scratch();
  await (await scratch.open()).execute(give.create(maker));
  const { path } = scratch;
  const connection = await Connection.open({ path, journal: "wal" });
  const name = (statements: Statements) => {
    for (let count = 0; count < 50; count++) {
      statements.run("INSERT INTO agent (name) VALUES (:name)", { name: `${count}`.repeat(2000) });
    }
    return { value: "named", isChanged: true };
  };
  const agents = (statements: Statements) => statements.all("SELECT name FROM agent").length;
  // SQLite refuses to pass its own bound on pages exactly as it refuses a full disk.
  await connection.look((statements) => statements.first("PRAGMA max_page_count = 1"));
  await assert.rejects(connection.write(name), (error: LedgerRefusal) => {
    assert.deepEqual(error.refusal, { code: "storage_full", facts: { path } });
    return true;
  });
  assert.equal(await connection.read(agents), 1);
  await connection.look((statements) => statements.first("PRAGMA max_page_count = 100000"));
  assert.equal(await connection.write(name), "named");
  assert.equal(await connection.read(agents), 51);
  connection.close();
});
