// Field reports about the ledger's file, with the real server: damage, foreign files beside it, other builds.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { command } from "./command.ts";
import { soundHistory } from "./ledger_check.ts";
import { type Answer, Served, Workspace } from "./served.ts";

const made = { title: "Parse dates", objective: "word ".repeat(1000) };

async function serverIn(workspace: Workspace): Promise<Served> {
  const served = new Served({ root: workspace.root });
  await served.begin();
  return served;
}

/** A workspace whose ledger holds one task, closed. */
async function written(): Promise<Workspace> {
  const workspace = new Workspace();
  await using served = await serverIn(workspace);
  await served.call("create_handoff", made);
  await served.end();
  return workspace;
}

function facts(answer: Answer | undefined): Record<string, unknown> {
  return answer!.body.error as Record<string, unknown>;
}

/** Every file of the state directory but session files, with its bytes. */
function files(workspace: Workspace): Record<string, string> {
  const directory = `${workspace.root}/.agent-handoff`;
  const names = [...Deno.readDirSync(directory)].filter(({ isFile }) => isFile);
  const read = (name: string) => String(Deno.readFileSync(`${directory}/${name}`));
  return Object.fromEntries(names.map(({ name }) => [name, read(name)]));
}

/** Checks that the server and doctor refuse the ledger and leave every byte as it is. */
async function refused(workspace: Workspace, code: string): Promise<Record<string, unknown>> {
  const before = files(workspace);
  await using served = await serverIn(workspace);
  const listed = await served.call("list_handoffs");
  const created = await served.call("create_handoff", made);
  assert.deepEqual([listed!.code, created!.code], [code, code], JSON.stringify(listed!.body));
  await served.end();
  const doctor = await command(workspace.root, ["doctor"]);
  assert.equal(doctor.code, 1, doctor.stdout);
  assert.deepEqual(files(workspace), before);
  const error: Record<string, unknown> = { ...facts(created), doctor: doctor.stdout };
  assert.equal(error.path, workspace.ledger);
  return error;
}

const damages: readonly [title: string, damage: (bytes: Uint8Array) => Uint8Array][] = [
  ["whose first 100 bytes are zero", (bytes) => bytes.fill(0, 0, 100)],
  ["that was halved", (bytes) => bytes.slice(0, bytes.length / 2)],
  ["that is plain text", () => new TextEncoder().encode("Dear diary\n".repeat(500))],
];

for (const [title, damage] of damages) {
  Deno.test(`on any doubt the tool deletes the ledger: serve refuses one ${title} with path and advice, and leaves it (C16)`, async () => {
    using workspace = await written();
    for (const day of [1, 2]) {
      const copy = `${workspace.root}/.agent-handoff/backups/day-${day}.sqlite3`;
      assert.equal((await command(workspace.root, ["backup", copy])).code, 0);
      Deno.utimeSync(copy, day, day);
    }
    Deno.writeFileSync(workspace.ledger, damage(Deno.readFileSync(workspace.ledger)));
    const { message, next, doctor } = await refused(workspace, "ledger_damaged");
    assert.match(String(doctor), /together with its -wal and -shm.*newest is ".*day-2\.sqlite3"/s);
    assert.match(String(message), /^Cannot read the ledger ".*ledger\.sqlite3": it is damaged, /);
    assert.match(String(next), /ask the person .* the file was left as it is/);
  });
}

Deno.test("a ledger of 0 bytes may be begun anew (C16)", async () => {
  using workspace = await written();
  Deno.writeFileSync(workspace.ledger, new Uint8Array());
  await using served = await serverIn(workspace);
  assert.deepEqual((await served.call("list_handoffs"))!.body.tasks, []);
  assert.equal((await served.call("create_handoff", made))!.code, undefined);
  await served.end();
  assert.equal((await soundHistory(workspace.ledger, [])).length, 1);
});

/** The log that a killed server leaves, with a claim in it that is not in the main file. */
async function logLeftBehind(): Promise<Uint8Array> {
  using workspace = await written();
  await using served = await serverIn(workspace);
  await served.call("claim_handoff");
  await served.kill();
  return Deno.readFileSync(`${workspace.ledger}-wal`);
}

Deno.test("a leftover -wal is replayed over a new file: not into an empty ledger, and not into a backup (C16)", async () => {
  const log = await logLeftBehind();
  assert.ok(log.length > 0);
  using empty = new Workspace();
  Deno.mkdirSync(`${empty.root}/.agent-handoff`);
  Deno.writeFileSync(empty.ledger, new Uint8Array());
  Deno.writeFileSync(`${empty.ledger}-wal`, log);
  await using served = await serverIn(empty);
  assert.deepEqual((await served.call("list_handoffs"))!.body.tasks, []);
  const created = await served.call("create_handoff", { ...made, title: "New" });
  assert.equal(created!.code, undefined, JSON.stringify(created!.body));
  await served.end();
  assert.equal((await soundHistory(empty.ledger, [])).length, 1);

  using restored = await written();
  const copy = `${restored.root}/copy.sqlite3`;
  assert.equal((await command(restored.root, ["backup", copy])).code, 0);
  Deno.renameSync(copy, restored.ledger);
  Deno.writeFileSync(`${restored.ledger}-wal`, log);
  const { message, next } = await refused(restored, "ledger_damaged");
  assert.match(String(message), /the log beside it, ".*-wal", belongs to another file/);
  assert.match(String(next), /doctor/);
  // The advice, taken: the log goes, the backup is the ledger.
  Deno.removeSync(`${restored.ledger}-wal`);
  assert.equal((await soundHistory(restored.ledger, [])).length, 1);
});

Deno.test("copying only the main file loses commits: backup and export hold what a running server wrote, and no log is left after it (C16)", async () => {
  using workspace = new Workspace();
  await using served = await serverIn(workspace);
  for (let number = 1; number <= 5; number++) {
    await served.call("create_handoff", { ...made, title: `Task ${number}` });
  }
  const copy = `${workspace.root}/copy.sqlite3`;
  const backup = await command(workspace.root, ["backup", copy]);
  assert.equal(backup.code, 0, backup.stderr);
  const exported = await command(workspace.root, ["export"]);
  const lines = exported.stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(lines.filter(({ line }) => line === "event").length, 5);
  assert.equal((await served.end()).code, 0);
  assert.equal((await soundHistory(copy, [])).length, 5);
  const names = Object.keys(files(workspace)).sort();
  assert.deepEqual(names, [".gitignore", "ledger.sqlite3"]);
});

for (const schema of ["one more", 9999] as const) {
  Deno.test(`a newer build migrates the shared ledger: schema ${schema} is refused with both versions, and stays (C17)`, async () => {
    using workspace = await written();
    const database = new DatabaseSync(workspace.ledger);
    const known = Number(database.prepare("PRAGMA user_version").get()!.user_version);
    const found = schema === "one more" ? known + 1 : schema;
    database.exec(`PRAGMA user_version = ${found}`);
    database.close();
    const error = await refused(workspace, "ledger_newer");
    assert.deepEqual([error.found, error.known], [found, known]);
    const words = `its schema is version ${found}, this program knows ${known}`;
    assert.ok(String(error.message).includes(words), String(error.message));
    assert.match(String(error.next), /upgrade agent-handoff/);
  });
}

Deno.test("a newer build migrates the shared ledger under a running server, which reads and writes no more (C17)", async () => {
  using workspace = await written();
  await using served = await serverIn(workspace);
  assert.equal((await served.call("claim_handoff"))!.code, undefined);
  const database = new DatabaseSync(workspace.ledger);
  database.exec("PRAGMA user_version = 9999");
  for (const tool of ["list_handoffs", "claim_handoff"]) {
    assert.equal((await served.call(tool))!.code, "ledger_newer");
  }
  database.exec("PRAGMA user_version = 1");
  database.close();
  assert.equal((await served.call("list_handoffs"))!.code, undefined);
});

Deno.test("a trigger that somebody put into the ledger is named by the server and by doctor, and not run", async () => {
  using workspace = await written();
  const database = new DatabaseSync(workspace.ledger);
  database.exec(
    "CREATE TRIGGER spy AFTER INSERT ON event BEGIN INSERT INTO agent (name) VALUES ('spy'); END",
  );
  await using served = await serverIn(workspace);
  const claimed = await served.call("claim_handoff");
  assert.equal(claimed!.code, "ledger_damaged");
  assert.match(String(facts(claimed).message), /Foreign trigger "spy"\), so nothing is written/);
  assert.equal((await served.call("list_handoffs"))!.code, undefined);
  const doctor = await command(workspace.root, ["doctor"]);
  assert.equal(doctor.code, 1);
  assert.match(doctor.stdout, /spy/);
  assert.equal(
    database.prepare("SELECT count(*) AS rows FROM agent WHERE name = 'spy'").get()!.rows,
    0,
  );
  database.exec("DROP TRIGGER spy");
  database.close();
  assert.equal((await served.call("claim_handoff"))!.code, undefined);
});
