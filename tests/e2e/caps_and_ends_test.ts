// Caps on handoffs and the end of a task, through the real server: with restarts, a person's release and late calls.
import assert from "node:assert/strict";
import { CommandLoop } from "./command_loop.ts";
import { historyOf, soundHistory } from "./ledger_check.ts";
import { type Answer, binary, Served, Workspace } from "./served.ts";

async function serverOf(workspace: Workspace, agent: string): Promise<Served> {
  const served = new Served({
    root: workspace.root,
    client: agent,
    environment: { AGENT_HANDOFF_SESSION: `session of ${agent}` },
    ...(binary !== undefined && { binary }),
  });
  await served.begin();
  return served;
}

async function done(answer: Promise<Answer | undefined>): Promise<Answer["body"]> {
  const { code, body } = (await answer)!;
  assert.equal(code, undefined, JSON.stringify(body));
  return body;
}

const made = { title: "Parse dates", objective: "Make the parser read dates" };
const handover = { summary: "Half", next_action: "Go on" };

for (const cap of [0, 1, 4, 16]) {
  Deno.test(`a task with a cap of ${cap} is passed exactly ${cap} times, restarts and a release in between, and then asks a person (C13)`, async () => {
    using workspace = new Workspace();
    let served = await serverOf(workspace, "codex");
    await using person = new CommandLoop({ root: workspace.root, agent: "", session: "shell" });
    await person.begin();
    const { task_id } = await done(served.call("create_handoff", { ...made, max_handoffs: cap }));
    for (let used = 0; used < cap; used++) {
      await done(served.call("claim_handoff", { task_id }));
      if (used % 2 === 0) {
        await person.run(["release", String(task_id), "--yes", "--why", "It hangs", "--by", "ann"]);
        await done(served.call("claim_handoff", { task_id }));
      }
      const { handoffs_left } = await done(served.call("pass_handoff", { task_id, ...handover }));
      assert.equal(handoffs_left, cap - used - 1);
      if (used % 6 === 0) {
        await served.end();
        served = await serverOf(workspace, "codex");
      }
    }
    await using _server = served;
    await done(served.call("claim_handoff", { task_id }));
    const stop = { task_id, ...handover, summary: "What I found" };
    const stopped = (await served.call("pass_handoff", stop))!;
    assert.equal(stopped.code, "budget_spent");
    assert.equal((stopped.body.error as { saved?: boolean }).saved, true);
    const shown = await done(served.call("show_handoff", { task_id }));
    assert.equal(shown.status, "needs_person");
    assert.equal((shown.summary as { text: string }).text, "What I found");
    assert.equal(shown.lease, null);
    await served.end();
    const kinds = (await soundHistory(workspace.ledger, [])).map((event) => event.kind);
    assert.equal(kinds.filter((kind) => kind === "passed").length, cap);
    assert.equal(kinds.filter((kind) => kind === "released").length, Math.ceil(cap / 2));
  });
}

Deno.test("a task with a cap of 0 can be completed (C13)", async () => {
  using workspace = new Workspace();
  await using served = await serverOf(workspace, "codex");
  const { task_id } = await done(served.call("create_handoff", { ...made, max_handoffs: 0 }));
  await done(served.call("claim_handoff", { task_id }));
  const { status } = await done(served.call("complete_handoff", { task_id, summary: "Done" }));
  assert.equal(status, "completed");
});

Deno.test("a completed task refuses every late call of its holder and of others, and its history stays as it is (C12)", async () => {
  using workspace = new Workspace();
  await using holder = await serverOf(workspace, "codex");
  await using other = await serverOf(workspace, "dsh");
  const { task_id } = await done(holder.call("create_handoff", made));
  const { lease_token } = await done(holder.call("claim_handoff", { task_id }));
  await done(holder.call("complete_handoff", { task_id, summary: "Done" }));
  const before = await historyOf(workspace.ledger);
  const id = String(task_id);
  for (const served of [holder, other]) {
    for (const spelt of [id, id.toUpperCase(), ` ${id} `, id.slice(0, 6)]) {
      for (const token of [{}, { lease_token }]) {
        const calls: [string, Record<string, unknown>][] = [
          ["claim_handoff", { task_id: spelt }],
          ["renew_handoff", { task_id: spelt, ...token }],
          ["pass_handoff", { task_id: spelt, ...handover, ...token }],
          ["complete_handoff", { task_id: spelt, summary: "Done again", ...token }],
        ];
        for (const [tool, args] of calls) {
          const answer = (await served.call(tool, args))!;
          assert.equal(answer.code, "task_final", `${tool} ${JSON.stringify(args)}`);
        }
      }
    }
  }
  assert.equal(
    (await other.call("claim_handoff", { task_id: "0123456789" }))!.code,
    "task_not_found",
  );
  assert.deepEqual(await historyOf(workspace.ledger), before);
});
