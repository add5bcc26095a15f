// The real server on a disk that is full and in a directory that it may not write. Needs util-linux and leave to mount.
import assert from "node:assert/strict";
import { soundHistory } from "../e2e/ledger_check.ts";
import { Served, Workspace } from "../e2e/served.ts";
import { boundByModes } from "../workspace/temporary.ts";
import { needProgram } from "./needs.ts";

const made = { title: "Parse dates", objective: "Make the parser read dates" };

/** Fails with what the machine said where a process may not have a file system of its own. */
async function needOwnMounts(): Promise<void> {
  const unshare = needProgram("unshare", "util-linux");
  const { success, stderr } = await new Deno.Command(unshare, {
    args: ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"],
  }).output();
  const said = new TextDecoder().decode(stderr).trim();
  if (!success) throw new Error(`Mount a tmpfs in a name space of its own: ${said}`);
}

Deno.test("serve refuses with storage_full on a full disk, reads on, and writes again once there is room", async () => {
  await needOwnMounts();
  using workspace = new Workspace();
  const { root } = workspace;
  const ready = 'mount -t tmpfs -o size=1m none "$0" && mkdir "$0/.git" && cd "$0" && exec "$@"';
  await using served = new Served({
    root,
    through: ["unshare", "-rm", "sh", "-c", ready, root],
  });
  await served.begin();
  const created = await served.call("create_handoff", made);
  const { task_id } = created!.body;
  assert.equal(created!.code, undefined);
  const inside = `/proc/${served.pid}/root${root}`;
  const filler = `${inside}/filler`;
  for (let round = 0; round < 3; round++) {
    assert.equal((await served.call("claim_handoff", { task_id }))!.code, undefined);
    assert.throws(() => Deno.writeFileSync(filler, new Uint8Array(2 ** 20)), /No space left/);
    const pass = { task_id, summary: "x".repeat(7000), next_action: "Go on" };
    // The journal may have room for a few calls more.
    let answer = await served.call("pass_handoff", pass);
    for (let more = 0; answer!.code === undefined && more < 400; more++) {
      await served.call("claim_handoff", { task_id });
      answer = await served.call("renew_handoff", { task_id });
    }
    assert.equal(answer!.code, "storage_full");
    assert.equal((await served.call("show_handoff", { task_id }))!.isError, false);
    assert.equal((await served.call("list_handoffs"))!.isError, false);
    Deno.removeSync(filler);
    await served.call("claim_handoff", { task_id });
    assert.equal((await served.call("pass_handoff", pass))!.code, undefined);
  }
  const files = [...Deno.readDirSync(`${inside}/.agent-handoff`)].filter((entry) => entry.isFile);
  Deno.mkdirSync(`${root}/.agent-handoff`);
  for (const { name } of files) {
    Deno.copyFileSync(`${inside}/.agent-handoff/${name}`, `${root}/.agent-handoff/${name}`);
  }
  const history = await soundHistory(workspace.ledger, []);
  assert.ok(history.filter((event) => event.kind === "passed").length >= 3);
  assert.equal((await served.end()).code, 0);
});

Deno.test("serve reads a ledger that it may not write, refuses to write, and writes once it may", async () => {
  needProgram("setpriv", "util-linux");
  using workspace = new Workspace();
  await using owner = new Served({ root: workspace.root });
  await owner.begin();
  const created = await owner.call("create_handoff", made);
  const { task_id } = created!.body;
  await owner.end();
  const directory = `${workspace.root}/.agent-handoff`;
  Deno.chmodSync(workspace.ledger, 0o400);
  Deno.chmodSync(directory, 0o500);
  const before = Deno.readFileSync(workspace.ledger);
  await using reader = new Served({ root: workspace.root, through: boundByModes() });
  await reader.begin();
  const shown = await reader.call("show_handoff", { task_id });
  assert.equal(shown!.code, undefined, JSON.stringify(shown!.body));
  assert.equal(shown!.body.status, "queued");
  assert.equal((await reader.call("claim_handoff", { task_id }))!.code, "storage_denied");
  assert.equal((await reader.call("create_handoff", made))!.code, "storage_denied");
  assert.deepEqual(Deno.readFileSync(workspace.ledger), before);
  Deno.chmodSync(directory, 0o700);
  Deno.chmodSync(workspace.ledger, 0o600);
  const claimed = await reader.call("claim_handoff", { task_id });
  assert.equal(claimed!.code, undefined, JSON.stringify(claimed!.body));
  assert.equal((await reader.end()).code, 0);
  const history = await soundHistory(workspace.ledger, []);
  assert.deepEqual(history.map((event) => event.kind), ["created", "claimed"]);
});
