// Another process at the same ledger. Its first argument says what it does; it obeys lines on its stdin.
import { DatabaseSync } from "node:sqlite";
import type { Outcome } from "../../lib/ledger/ledger.ts";
import { openSqliteLedger } from "../../lib/sqlite/sqlite_ledger.ts";
import { verifyLedger } from "../../lib/sqlite/verify.ts";
import * as give from "../support/commands.ts";
import { agent } from "../support/people.ts";
import { nextSchema } from "./next_schema.ts";

const [mode, path = "", name = "", rounds = "1", journal = "wal"] = Deno.args;
const lines = Deno.stdin.readable.pipeThrough(new TextDecoderStream()).getReader();

function say(text: string): void {
  console.log(text);
}

/** Starts at the same millisecond as the other processes that were told the same. */
async function barrier(): Promise<void> {
  say("ready");
  const { value } = await lines.read();
  const at = Number(value);
  while (Date.now() < at);
}

/** Takes the write lock by hand, and gives it back when told to. */
async function hold(): Promise<void> {
  const database = new DatabaseSync(path, { timeout: 5000 });
  database.prepare("BEGIN IMMEDIATE").run();
  say("held");
  await lines.read();
  database.prepare("ROLLBACK").run();
  database.close();
  say("released");
}

/** Takes the write lock again and again, with short gaps, until told to stop. */
async function hog(): Promise<void> {
  const database = new DatabaseSync(path, { timeout: 5000 });
  let isTold = false;
  const told = lines.read().then(() => isTold = true);
  const pause = (milliseconds: number) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds));
  say("held");
  while (!isTold) {
    database.prepare("BEGIN IMMEDIATE").run();
    await Promise.race([told, pause(400)]);
    database.prepare("ROLLBACK").run();
    await pause(80);
  }
  database.close();
  say("released");
}

/** Does half of a migration by hand and waits to be killed. */
async function half(): Promise<void> {
  const database = new DatabaseSync(path, { timeout: 5000 });
  database.prepare("PRAGMA cache_spill = 1").run();
  database.prepare("PRAGMA cache_size = 5").run();
  database.prepare("BEGIN IMMEDIATE").run();
  database.prepare("CREATE TABLE half (text TEXT) STRICT").run();
  const insert = database.prepare("INSERT INTO half VALUES (hex(randomblob(2000)))");
  for (let count = 0; count < 200; count++) insert.run();
  database.prepare("PRAGMA user_version = 2").run();
  say("half");
  await lines.read();
}

/** Opens the ledger and works: one task of its own, then rounds of claim, renew and pass. */
async function work(): Promise<void> {
  await barrier();
  const who = agent(name);
  const counts: Record<string, number> = {};
  const runtime = { clock: Date.now, lifeOf: () => "unknown" as const, graceMinutes: 10 };
  const migrations = mode === "upgrade" ? nextSchema : undefined;
  const ledger = await openSqliteLedger({
    path,
    runtime,
    journal: journal as "wal" | "rollback",
    migrations,
  });
  const note = (what: string, { refusal }: Outcome) => {
    const key = refusal?.code ?? what;
    counts[key] = (counts[key] ?? 0) + 1;
    return refusal === undefined;
  };
  const newTaskId = name.padStart(10, "0");
  note("created", await ledger.execute(give.create(who, { newTaskId, title: name })));
  for (let round = 0; round < Number(rounds); round++) {
    const claimed = await ledger.execute(give.claim(who));
    if (!note("claimed", claimed)) continue;
    const { taskId } = claimed.sight!.task;
    note("renewed", await ledger.execute(give.renew(who, { taskId })));
    note("passed", await ledger.execute(give.pass(who, { taskId })));
  }
  ledger.close();
  say(JSON.stringify(counts));
}

/** Checks the ledger. */
async function verify(): Promise<void> {
  const { found, events } = await verifyLedger(path);
  say(JSON.stringify({ findings: found, events }));
}

await { hold, hog, half, work, upgrade: work, verify }[mode!]!();
Deno.exit(0);
