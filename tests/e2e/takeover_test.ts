// A holder that is killed, with real server processes: who goes on when, what they are told, and what becomes of the late one.
import assert from "node:assert/strict";
import { command } from "./command.ts";
import { soundHistory } from "./ledger_check.ts";
import { type Answer, Served, Workspace } from "./served.ts";

const made = { title: "Parse dates", objective: "Read dates", target_agent: "codex" };
const commits = ["a".repeat(40), "b".repeat(40)] as const;

/** Puts the work tree on a branch at a commit. */
function stand(workspace: Workspace, commit: string): void {
  Deno.mkdirSync(`${workspace.root}/.git/refs/heads`, { recursive: true });
  Deno.writeTextFileSync(`${workspace.root}/.git/HEAD`, "ref: refs/heads/main\n");
  Deno.writeTextFileSync(`${workspace.root}/.git/refs/heads/main`, `${commit}\n`);
}

/** A server of an agent in a session of its own. */
async function serverOf(
  workspace: Workspace,
  of: { agent: string; session?: string; grace?: string },
): Promise<Served> {
  const served = new Served({
    root: workspace.root,
    client: of.agent,
    environment: {
      AGENT_HANDOFF_SESSION: of.session ?? `session of ${of.agent}`,
      ...(of.grace !== undefined && { AGENT_HANDOFF_GRACE_MINUTES: of.grace }),
    },
  });
  await served.begin();
  return served;
}

/** Codex makes a task and claims it in a server that is then killed; others may look before. */
async function killedHolder(
  workspace: Workspace,
  watchers: readonly Served[],
): Promise<{ task_id: string; lease_token: string }> {
  stand(workspace, commits[0]);
  await using holder = await serverOf(workspace, { agent: "codex", session: "killed" });
  const { task_id } = (await holder.call("create_handoff", made))!.body as { task_id: string };
  const claimed = await holder.call("claim_handoff", { task_id });
  const { lease_token } = claimed!.body as { lease_token: string };
  for (const watcher of watchers) {
    assert.equal(leaseOf(await watcher.call("list_handoffs")).state, "live");
  }
  await holder.kill();
  stand(workspace, commits[1]);
  return { task_id, lease_token };
}

function leaseOf(answer: Answer | undefined): Record<string, unknown> {
  return answer!.body.lease as Record<string, unknown>;
}

function errorOf(answer: Answer | undefined): Record<string, unknown> {
  return answer!.body.error as Record<string, unknown>;
}

Deno.test("a killed holder's lease is shown as ended, and the same agent's next session resumes at once", async () => {
  using workspace = new Workspace();
  await using next = await serverOf(workspace, { agent: "codex", session: "next" });
  const { task_id, lease_token } = await killedHolder(workspace, [next]);
  const seen = leaseOf(await next.call("show_handoff", { task_id }));
  assert.deepEqual([seen.state, seen.holder, seen.yours], ["ended", "codex", false]);
  const claimed = await next.call("claim_handoff");
  assert.equal(claimed!.code, undefined, JSON.stringify(claimed!.body));
  assert.equal(leaseOf(claimed).yours, true);
  assert.notEqual(claimed!.body.lease_token, lease_token);
  assert.match(
    String(claimed!.body.warnings),
    /took the lease over from an ended session of codex, held since 20\S+Z \(then at main a{10}, now at main b{10}\); inspect the workspace/,
  );
  await next.end();
  const history = await soundHistory(workspace.ledger, []);
  assert.deepEqual(history.map(({ kind }) => kind), ["created", "claimed", "taken_over"]);
});

Deno.test("the same agent's next session may also pass the task straight away, and takes the lease over by that", async () => {
  using workspace = new Workspace();
  await using next = await serverOf(workspace, { agent: "codex", session: "next" });
  const { task_id } = await killedHolder(workspace, [next]);
  const texts = { summary: "Half", next_action: "Go on" };
  const passed = await next.call("pass_handoff", { task_id, ...texts });
  assert.equal(passed!.code, undefined, JSON.stringify(passed!.body));
  assert.match(String(passed!.body.warnings), /took the lease over/);
  await next.end();
  const history = await soundHistory(workspace.ledger, []);
  assert.deepEqual(history.map(({ kind }) => kind), ["created", "claimed", "taken_over", "passed"]);
});

Deno.test("another agent is refused within the grace of a killed holder, and told that its session ended and from when it may claim", async () => {
  using workspace = new Workspace();
  await using other = await serverOf(workspace, { agent: "dsh" });
  const { task_id } = await killedHolder(workspace, [other]);
  const before = Date.now();
  const refused = await other.call("claim_handoff", { task_id });
  assert.equal(refused!.code, "lease_held");
  const error = errorOf(refused);
  assert.match(
    String(error.message),
    /"codex" holds it .* its session has ended; anyone may claim from 20/,
  );
  const from = Date.parse(String(error.claimable_from));
  assert.ok(
    from > before + 8 * 60_000 && from <= before + 10 * 60_000,
    String(error.claimable_from),
  );
  assert.equal(leaseOf(refused).state, "ended");
  // Ending the lease of somebody who may only be away for a moment changes nothing yet.
  await other.end();
  assert.equal((await soundHistory(workspace.ledger, [])).length, 2);
});

Deno.test("another agent takes over once the grace is past, is warned, and the late holder's text is kept as a note", async () => {
  using workspace = new Workspace();
  await using other = await serverOf(workspace, { agent: "dsh", grace: "0" });
  const { task_id, lease_token } = await killedHolder(workspace, [other]);
  const claimed = await other.call("claim_handoff", { task_id });
  assert.equal(claimed!.code, undefined, JSON.stringify(claimed!.body));
  assert.equal(leaseOf(claimed).holder, "dsh");
  const warning =
    /unfinished edits by codex, whose lease began at 20\S+Z and ended at 20\S+Z \(then at main a{10}, now at main b{10}\); inspect it/;
  assert.match(String(claimed!.body.warnings), warning);
  const shown = await other.call("show_handoff", { task_id });
  assert.match(String(shown!.body.warnings), /unfinished edits by codex/);

  await using late = await serverOf(workspace, { agent: "codex", session: "killed" });
  const pass = { task_id, summary: "My half of it", next_action: "The rest", lease_token };
  const refused = await late.call("pass_handoff", pass);
  assert.equal(refused!.code, "lease_lost");
  const error = errorOf(refused);
  assert.match(String(error.message), /"dsh" came after you; "dsh" holds it now/);
  assert.match(String(error.next), /What you sent is kept as a note on the task \(event 5\)/);
  const { history } = (await other.call("show_handoff", { task_id }))!.body as {
    history: Record<string, unknown>[];
  };
  const note = history.at(-1)!;
  assert.deepEqual([note.kind, note.agent, note.summary], ["noted", "codex", "My half of it"]);
  assert.equal(leaseOf(await other.call("renew_handoff", { task_id })).yours, true);
  await late.end();
  await other.end();
  const kinds = (await soundHistory(workspace.ledger, [])).map(({ kind }) => kind);
  assert.deepEqual(kinds, ["created", "claimed", "lease_expired", "claimed", "noted", "renewed"]);
});

Deno.test("a session that goes on in a new process is alive again and holds its lease", async () => {
  using workspace = new Workspace();
  await using other = await serverOf(workspace, { agent: "dsh", grace: "0" });
  const { task_id } = await killedHolder(workspace, [other]);
  await using again = await serverOf(workspace, { agent: "codex", session: "killed" });
  assert.equal(leaseOf(await again.call("renew_handoff", { task_id })).yours, true);
  const refused = await other.call("claim_handoff", { task_id });
  assert.equal(refused!.code, "lease_held");
  assert.equal(leaseOf(refused).state, "live");
});

Deno.test("a session died holding the claim: a person frees the task at once, and its holder is told so (C11)", async () => {
  using workspace = new Workspace();
  await using other = await serverOf(workspace, { agent: "dsh" });
  const { task_id, lease_token } = await killedHolder(workspace, [other]);
  const release = ["release", task_id, "--why", "the laptop died"];
  const unconfirmed = await command(workspace.root, release);
  assert.notEqual(unconfirmed.code, 0, "released without being asked");
  const { code, stderr } = await command(workspace.root, [...release, "--yes"]);
  assert.equal(code, 0, stderr);
  const shown = await other.call("show_handoff", { task_id });
  const { history, lease, handoffs_left } = shown!.body as {
    history: Record<string, unknown>[];
    lease: unknown;
    handoffs_left: number;
  };
  const event = history.at(-1)!;
  assert.deepEqual([event.kind, event.person, event.why], [
    "released",
    "ada",
    "the laptop died",
  ]);
  assert.deepEqual([lease, handoffs_left], [null, 4]);
  await using late = await serverOf(workspace, { agent: "codex", session: "killed" });
  const pass = { task_id, summary: "Half", next_action: "The rest", lease_token };
  const refused = await late.call("pass_handoff", pass);
  assert.equal(refused!.code, "lease_lost");
  assert.match(String(errorOf(refused).message), /ada, a person, released it/);
});

Deno.test("old files of ended sessions go with a server's first write, the lease holder's and young ones stay", async () => {
  using workspace = new Workspace();
  const sessions = `${workspace.root}/.agent-handoff/sessions`;
  const names = () => [...Deno.readDirSync(sessions)].map(({ name }) => name).sort();
  /** Runs a server of a session for one call and tells which file it left. */
  const visit = async (session: string, tool: string, args: Record<string, unknown>) => {
    const before = new Set(session === "holder" ? [] : names());
    await using served = await serverOf(workspace, { agent: "codex", session });
    const answer = await served.call(tool, args);
    assert.equal(answer!.code, undefined, JSON.stringify(answer!.body));
    if (session === "holder") await served.call("claim_handoff");
    await served.end();
    return names().find((name) => !before.has(name))!;
  };
  const holder = await visit("holder", "create_handoff", made);
  const old = await visit("old", "create_handoff", { ...made, title: "Second" });
  const young = await visit("young", "create_handoff", { ...made, title: "Third" });
  const days = Date.now() / 1000 - 2 * 86_400;
  for (const name of [holder, old]) Deno.utimeSync(`${sessions}/${name}`, days, days);
  const last = await visit("last", "create_handoff", { ...made, title: "Fourth" });
  assert.deepEqual(names(), [holder, young, last].sort());
});
