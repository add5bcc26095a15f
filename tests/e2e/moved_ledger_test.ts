// A ledger that is moved, deleted, replaced or stripped of its log under a running server, and one beside which nobody may write.
import assert from "node:assert/strict";
import { boundByModes } from "../workspace/temporary.ts";
import { command } from "./command.ts";
import { soundHistory } from "./ledger_check.ts";
import { type Answer, Served, Workspace } from "./served.ts";

const made = { title: "Parse dates", objective: "Read dates" };

async function serverIn(workspace: Workspace, agent = "codex"): Promise<Served> {
  const environment = { AGENT_HANDOFF_SESSION: `session of ${agent}` };
  const served = new Served({ root: workspace.root, client: agent, environment });
  await served.begin();
  return served;
}

/** A server that has made a task, and the task's id. */
async function begun(workspace: Workspace): Promise<{ served: Served; task_id: string }> {
  const served = await serverIn(workspace);
  const { task_id } = (await served.call("create_handoff", made))!.body as { task_id: string };
  return { served, task_id };
}

function titles(answer: Answer | undefined): string[] {
  return (answer!.body.tasks as { title: string }[]).map(({ title }) => title);
}

/** Checks a refusal as `ledger_moved`, with the path and the way it was moved. */
function assertMoved(answer: Answer | undefined, of: { workspace: Workspace; how: string }): void {
  assert.equal(answer!.code, "ledger_moved", JSON.stringify(answer!.body));
  const error = answer!.body.error as Record<string, unknown>;
  assert.deepEqual([error.path, error.how], [of.workspace.ledger, of.how]);
  assert.match(String(error.message), /^Cannot go on with the ledger "/);
}

const removals: readonly [title: string, remove: (workspace: Workspace) => void][] = [
  ["its file is moved away", ({ ledger }) => Deno.renameSync(ledger, `${ledger}.moved`)],
  ["its file is deleted", ({ ledger }) => Deno.removeSync(ledger)],
  [
    "its directory is moved away",
    ({ root }) => Deno.renameSync(`${root}/.agent-handoff`, `${root}/elsewhere`),
  ],
  [
    "its directory is deleted",
    ({ root }) => Deno.removeSync(`${root}/.agent-handoff`, { recursive: true }),
  ],
];

for (const [title, remove] of removals) {
  Deno.test(`serve refuses everything with ledger_moved once ${title}, and makes no empty ledger in its place`, async () => {
    using workspace = new Workspace();
    const { served, task_id } = await begun(workspace);
    await using _ = served;
    remove(workspace);
    const calls: [string, Record<string, unknown>][] = [
      ["claim_handoff", { task_id }],
      ["create_handoff", made],
      ["list_handoffs", {}],
      ["show_handoff", { task_id }],
    ];
    for (const [tool, args] of calls) {
      assertMoved(await served.call(tool, args), { workspace, how: "gone" });
    }
    assert.throws(() => Deno.statSync(workspace.ledger), Deno.errors.NotFound);
    assert.equal((await served.end()).code, 0);
  });
}

Deno.test("serve goes on without a restart once the ledger is put back", async () => {
  using workspace = new Workspace();
  const { served, task_id } = await begun(workspace);
  await using _ = served;
  const directory = `${workspace.root}/.agent-handoff`;
  Deno.renameSync(directory, `${workspace.root}/elsewhere`);
  assertMoved(await served.call("claim_handoff", { task_id }), { workspace, how: "gone" });
  Deno.renameSync(`${workspace.root}/elsewhere`, directory);
  const claimed = await served.call("claim_handoff", { task_id });
  assert.equal(claimed!.code, undefined, JSON.stringify(claimed!.body));
  await served.end();
  assert.equal((await soundHistory(workspace.ledger, [])).length, 2);
});

Deno.test("serve goes on with the ledger that another program put in the place of its own, and says so once", async () => {
  using workspace = new Workspace();
  const { served, task_id } = await begun(workspace);
  await using _ = served;
  Deno.renameSync(`${workspace.root}/.agent-handoff`, `${workspace.root}/elsewhere`);
  const other = await command(workspace.root, ["create", "Another", "--objective", "x"]);
  assert.equal(other.code, 0, other.stderr);
  // A read does not tell the state of the old file.
  const listed = await served.call("list_handoffs");
  assert.deepEqual(titles(listed), ["Another"]);
  assert.match(String(listed!.body.warnings), /moved or replaced while it was open/);
  const again = await served.call("list_handoffs");
  assert.equal(again!.body.warnings, undefined);
  assert.equal((await served.call("claim_handoff", { task_id }))!.code, "task_not_found");
  assert.equal((await served.call("claim_handoff"))!.code, undefined);
  await served.end();
  // Whoever opens the ledger now finds what the server has acknowledged.
  assert.equal((await soundHistory(workspace.ledger, [])).at(-1)?.kind, "claimed");
  const before = `${workspace.root}/elsewhere/ledger.sqlite3`;
  assert.deepEqual((await soundHistory(before, [])).map(({ kind }) => kind), ["created"]);
});

Deno.test("serve loses nothing when the log of its ledger is deleted under it", async () => {
  for (const endings of [["-wal", "-shm"], ["-wal"], ["-shm"]]) {
    using workspace = new Workspace();
    const { served, task_id } = await begun(workspace);
    await using _ = served;
    await using other = await serverIn(workspace, "dsh");
    await other.call("list_handoffs");
    for (const ending of endings) Deno.removeSync(workspace.ledger + ending);
    const claimed = await served.call("claim_handoff", { task_id });
    assert.equal(claimed!.code, undefined, JSON.stringify(claimed!.body));
    assert.match(String(claimed!.body.warnings), /log was deleted while it was open/);
    const shown = await command(workspace.root, ["show", task_id, "--json"]);
    assert.equal(JSON.parse(shown.stdout).status, "active");
    await served.end();
    await other.end();
    assert.equal((await soundHistory(workspace.ledger, [])).length, 2);
  }
});

Deno.test("serve neither writes nor spoils a ledger whose log was deleted and made anew by another program", async () => {
  using workspace = new Workspace();
  const { served, task_id } = await begun(workspace);
  await using _ = served;
  await served.call("claim_handoff", { task_id });
  for (const ending of ["-wal", "-shm"]) Deno.removeSync(workspace.ledger + ending);
  // What was in the log alone is lost to everybody else, so this one begins with an empty ledger.
  await using other = await serverIn(workspace, "dsh");
  const theirs = await other.call("create_handoff", { ...made, title: "Theirs" });
  assert.equal(theirs!.code, undefined, JSON.stringify(theirs!.body));
  for (let round = 0; round < 2; round++) {
    const passed = await served.call("pass_handoff", { task_id, summary: "s", next_action: "n" });
    assertMoved(passed, { workspace, how: "log_replaced" });
    assertMoved(await served.call("list_handoffs"), { workspace, how: "log_replaced" });
  }
  assert.equal((await other.end()).code, 0);
  assert.equal((await served.end()).code, 0);
  const history = await soundHistory(workspace.ledger, []);
  assert.deepEqual(history.map(({ taskId }) => taskId), [theirs!.body.task_id]);
});

Deno.test("serve refuses a state directory or a ledger that became a link out of the root", async () => {
  for (const name of ["", "/ledger.sqlite3", "/ledger.sqlite3-wal"]) {
    using workspace = new Workspace();
    using outside = new Workspace();
    const directory = `${workspace.root}/.agent-handoff`;
    await (await begun(workspace)).served.end();
    Deno.renameSync(directory, `${outside.root}/state`);
    if (name === "") Deno.symlinkSync(`${outside.root}/state`, directory);
    else {
      Deno.mkdirSync(directory);
      if (name.endsWith("-wal")) {
        Deno.renameSync(`${outside.root}/state/ledger.sqlite3`, workspace.ledger);
        Deno.writeTextFileSync(`${outside.root}/state/ledger.sqlite3-wal`, "");
      }
      Deno.symlinkSync(`${outside.root}/state${name}`, directory + name);
    }
    await using served = await serverIn(workspace);
    const listed = await served.call("list_handoffs");
    assert.equal(listed!.code, "workspace_unsafe", name);
    const { message } = listed!.body.error as { message: string };
    assert.ok(message.includes(`symbolic link that leads out of the root, to "${outside.root}`));
    assert.equal((await served.call("create_handoff", made))!.code, "workspace_unsafe");
  }
});

Deno.test("a reader who may not write follows a ledger that others write", async () => {
  using workspace = new Workspace();
  const owner = await begun(workspace);
  await owner.served.end();
  Deno.chmodSync(workspace.ledger, 0o444);
  Deno.chmodSync(`${workspace.root}/.agent-handoff`, 0o555);
  const { root } = workspace;
  await using reader = new Served({ root, client: "dsh", through: boundByModes() });
  await reader.begin();
  assert.deepEqual(titles(await reader.call("list_handoffs")), ["Parse dates"]);
  const shown = await command(root, ["show", owner.task_id, "--json"], { through: boundByModes() });
  assert.equal(shown.code, 0, shown.stdout);
  const looked = await command(root, ["verify"], { through: boundByModes() });
  assert.equal(looked.code, 0, looked.stderr);
  // Root is not bound by modes, so this is somebody with more rights.
  if (Deno.uid() !== 0) Deno.chmodSync(`${root}/.agent-handoff`, 0o755);
  if (Deno.uid() !== 0) Deno.chmodSync(workspace.ledger, 0o644);
  await using writer = await serverIn(workspace);
  await writer.call("create_handoff", { ...made, title: "Second" });
  // While the writer is there, the log is there to be read; afterwards the file is one again.
  assert.deepEqual(titles(await reader.call("list_handoffs")), ["Parse dates", "Second"]);
  await writer.end();
  assert.deepEqual(titles(await reader.call("list_handoffs")), ["Parse dates", "Second"]);
  Deno.chmodSync(`${root}/.agent-handoff`, 0o755);
});
