// Real servers whose clocks were shifted by libfaketime: leases that ran out, clocks set back, and time zones.
import assert from "node:assert/strict";
import { soundHistory } from "../e2e/ledger_check.ts";
import { type Answer, Served, Workspace } from "../e2e/served.ts";
import { shiftedClock } from "./needs.ts";

/** A workspace in which one agent made a task and claimed it for 90 minutes, a moment ago by the true clock. */
async function claimed(): Promise<{ workspace: Workspace; task_id: unknown; token: unknown }> {
  const workspace = new Workspace();
  await using served = await serverOf(workspace, { agent: "codex" });
  const made = { title: "Parse dates", objective: "Read dates", target_agent: "codex" };
  const { task_id } = (await served.call("create_handoff", made))!.body;
  const answer = await served.call("claim_handoff", { task_id });
  await served.end();
  return { workspace, task_id, token: answer!.body.lease_token };
}

/** A server of an agent in its own session, by a clock that may be shifted. */
async function serverOf(
  workspace: Workspace,
  of: { agent: string; clock?: string; zone?: string },
): Promise<Served> {
  const served = new Served({
    root: workspace.root,
    client: of.agent,
    environment: {
      AGENT_HANDOFF_SESSION: `session of ${of.agent}`,
      ...(of.clock !== undefined && shiftedClock(of.clock)),
      ...(of.zone !== undefined && { TZ: of.zone }),
    },
  });
  await served.begin();
  return served;
}

function lease(answer: Answer | undefined): Record<string, unknown> {
  return answer!.body.lease as Record<string, unknown>;
}

Deno.test("an expired lease is shown as expired and changes nothing until somebody claims (C10)", async () => {
  const { workspace, task_id } = await claimed();
  using _ = workspace;
  await using served = await serverOf(workspace, { agent: "dsh", clock: "+2h" });
  for (const tool of ["list_handoffs", "show_handoff"]) {
    const answer = await served.call(tool, tool === "show_handoff" ? { task_id } : {});
    assert.equal(lease(answer).state, "expired");
    assert.equal(lease(answer).holder, "codex");
    assert.equal(lease(answer).minutes_left, 0);
  }
  // How the process ends is not looked at here: libfaketime takes its own memory away while threads of the
  // runtime may still ask it for the time, and once in some dozens of runs that kills a process that is ending.
  await served.end();
  assert.equal((await soundHistory(workspace.ledger, [])).length, 2);
});

const ways: readonly [title: string, tool: string, kind: string][] = [
  ["renews it", "renew_handoff", "renewed"],
  ["claims it again", "claim_handoff", "renewed"],
  ["passes the task", "pass_handoff", "passed"],
  ["completes the task", "complete_handoff", "completed"],
];

for (const [title, tool, kind] of ways) {
  Deno.test(`the holder of an expired lease ${title}, and is told that the time was over (C10)`, async () => {
    const { workspace, task_id } = await claimed();
    using _ = workspace;
    await using served = await serverOf(workspace, { agent: "codex", clock: "+2h" });
    const texts = tool === "pass_handoff"
      ? { summary: "Half", next_action: "Go on" }
      : tool === "complete_handoff"
      ? { summary: "Done" }
      : {};
    const answer = await served.call(tool, { task_id, ...texts });
    assert.equal(answer!.code, undefined, JSON.stringify(answer!.body));
    if (kind === "renewed") {
      assert.equal(lease(answer).state, "live");
      assert.equal(lease(answer).minutes_left, 90);
    } else assert.equal(lease(answer), null);
    await served.end();
    const history = await soundHistory(workspace.ledger, []);
    assert.deepEqual(history.map((event) => event.kind), ["created", "claimed", kind]);
  });
}

Deno.test("another agent claims a task whose lease ran out, with the event and the warning to inspect the workspace (C10)", async () => {
  const { workspace, task_id, token } = await claimed();
  using _ = workspace;
  await using served = await serverOf(workspace, { agent: "dsh", clock: "+2h" });
  const answer = await served.call("claim_handoff", { task_id });
  assert.equal(answer!.code, undefined, JSON.stringify(answer!.body));
  assert.match(
    JSON.stringify(answer!.body.warnings),
    /unfinished edits by .*codex|codex.*unfinished/i,
  );
  await using late = await serverOf(workspace, { agent: "codex", clock: "+2h" });
  const pass = { task_id, lease_token: token, summary: "My half", next_action: "Go on" };
  const refused = await late.call("pass_handoff", pass);
  assert.equal(refused!.code, "lease_lost");
  await Promise.all([served.end(), late.end()]);
  const history = await soundHistory(workspace.ledger, []);
  const kinds = history.map((event) => event.kind);
  assert.deepEqual(kinds, ["created", "claimed", "lease_expired", "claimed", "noted"]);
});

Deno.test("a clock set back by two hours takes no lease early and lets none hold for longer than its length", async () => {
  const { workspace, task_id } = await claimed();
  using _ = workspace;
  await using back = await serverOf(workspace, { agent: "dsh", clock: "-2h" });
  const refused = await back.call("claim_handoff", { task_id });
  assert.equal(refused!.code, "lease_held");
  assert.match(JSON.stringify(refused!.body.warnings), /clock/i);
  assert.equal(lease(refused).minutes_left, 90);
  await back.end();
  await using later = await serverOf(workspace, { agent: "dsh", clock: "-29m" });
  const taken = await later.call("claim_handoff", { task_id });
  assert.equal(taken!.code, undefined, JSON.stringify(taken!.body));
  await later.end();
  const history = await soundHistory(workspace.ledger, []);
  const kinds = history.map((event) => event.kind);
  assert.deepEqual(kinds, ["created", "claimed", "redated", "lease_expired", "claimed"]);
  const times = history.map((event) => event.at);
  assert.deepEqual(
    times,
    [...times].sort((one, other) => one - other),
    "times never run backwards",
  );
});

Deno.test("a lease ends at the same moment in every time zone", async () => {
  const { workspace } = await claimed();
  using _ = workspace;
  const ends = new Set<unknown>();
  for (const zone of ["UTC", "Asia/Tokyo", "America/St_Johns"]) {
    await using served = await serverOf(workspace, { agent: "dsh", zone });
    const seen = lease(await served.call("list_handoffs"));
    ends.add(seen.expires_at);
    assert.ok(Number(seen.minutes_left) > 80);
    await served.end();
  }
  assert.equal(ends.size, 1);
});
