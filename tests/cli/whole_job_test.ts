// An agent without MCP does the whole job from a shell; people and sessions are who they are said to be.
import { deepEqual, equal, match, notEqual } from "node:assert/strict";
import { type Json, Project, settled } from "../support/program.ts";

/** Makes a task and gives its id. */
async function made(project: Project, ...more: string[]): Promise<string> {
  const { task_id } = await project.json(["create", "A task", "--objective", "Do it", ...more]);
  return task_id;
}

Deno.test("create, claim, log, renew, pass and complete work from a shell with the token alone", async () => {
  using project = new Project();
  const id = await made(project, "--plan", "one", "--plan", "two, with a comma");
  const agent = ["--agent", "codex"];
  const claimed = await project.json(["claim", id.slice(0, 4), ...agent]);
  match(claimed.lease_token, /^1-[a-z2-7]{20}$/);
  deepEqual(claimed.plan.left.map(({ text }: Json) => text), ["one", "two, with a comma"]);
  const token = ["--lease-token", claimed.lease_token];
  const other = await project.json(["pass", id, ...agent, "--summary", "s", "--next-action", "n"]);
  equal(other.error.code, "lease_elsewhere");
  const logged = await project.json([
    ...["log", id, ...agent, ...token, "--kind", "decision", "--text", "Use it"],
    ...["--steps-done", "1"],
  ]);
  equal(logged.status, "active");
  equal((await project.json(["renew", id, ...agent, ...token])).lease.minutes_left, 90);
  const passed = await project.json([
    ...["pass", id, ...agent, ...token, "--summary", "s", "--next-action", "n"],
    ...["--changed-files", "a.ts,b.ts", "--changed-files", "c.ts"],
  ]);
  equal(passed.handoffs_left, 3);
  const again = await project.json(["claim", "--agent", "claude-code"]);
  deepEqual(again.changed_files, ["a.ts", "b.ts", "c.ts"]);
  const done = await project.json(["complete", id, "--agent", "claude-code", "--summary", "done"], {
    env: { AGENT_HANDOFF_LEASE: again.lease_token },
  });
  equal(done.status, "completed");
  equal(done.lease, null);
});

Deno.test("claim tells people the brief and, last, the token", async () => {
  using project = new Project();
  await made(project);
  const { stdout, code } = await project.run(["claim", "--agent", "codex"]);
  equal(code, 0);
  equal(
    settled(stdout),
    `codex (you) holds the writer lease for task TASKTASKTA: 1 h 30 min left, until TIME

TASKTASKTA  A task
active · priority normal · for anyone · version 2 · 4 handoffs left

Objective, by ada at TIME, AGO
  Do it

Lease token  TOKEN
`,
  );
});

Deno.test("a text is read from a file and from standard input, without its last newline", async () => {
  using project = new Project();
  project.file("brief.md", "Line one\nLine two\n");
  const { task_id } = await project.json(
    ["create", "A task", "--objective", "@brief.md", "--constraints", "-"],
    { stdin: "From a pipe\n\n" },
  );
  const shown = await project.json(["show", task_id]);
  equal(shown.objective.text, "Line one\nLine two");
  equal(shown.constraints.text, "From a pipe\n");
  const at = await project.json(["create", "@title", "--objective", "@@not a file"]);
  const other = await project.json(["show", at.task_id]);
  equal(other.title, "@title");
  equal(other.objective.text, "@not a file");
});

Deno.test("a text file that is missing, too long or not UTF-8 is a usage error and nothing is done", async () => {
  using project = new Project();
  project.file("bytes", new Uint8Array([0xff, 0xfe, 0xfd]));
  project.file("long", "x".repeat(1024 * 1024 + 1));
  project.file("over", "x".repeat(8001));
  const reasons: Record<string, RegExp> = {
    "@nowhere": /no such file/,
    "@bytes": /not UTF-8/,
    "@long": /longer than 1 MiB/,
    "@over": /1 to 8,000 characters/,
    "@/etc/hostname": /not given the right to read it|no such file/,
  };
  for (const [value, reason] of Object.entries(reasons)) {
    if (value.startsWith("@/etc") && Deno.env.get("AGENT_HANDOFF_BIN")) continue;
    const { code, stderr } = await project.run(["create", "A", "--objective", value]);
    equal(code, 2, value);
    match(stderr, reason);
  }
  deepEqual((await project.json(["list"])).tasks, []);
});

Deno.test("an ambiguous prefix is refused with the candidates", async () => {
  using project = new Project();
  let ids: string[] = [];
  // The ids are chance, so tasks are made until two begin alike; an export with chosen ids is quicker.
  await made(project);
  const { stdout } = await project.run(["export"]);
  const lines = stdout.trim().split("\n").map((line) => JSON.parse(line));
  const { eventRow, firstHash, hashOf } = await import("../../lib/sqlite/event_rows.ts");
  let previous = firstHash;
  ids = ["abcd000001", "abcd000002"];
  const events = ids.map((taskId, index) => {
    const { kind, at, actor_kind, actor, session } = lines[1];
    const data = { ...lines[1].data };
    const row = {
      event: index + 1,
      task_id: taskId,
      ...{ kind, at, actor_kind, actor, session },
      data: JSON.stringify(data),
    };
    const hash = hashOf(row, previous);
    previous = hash;
    return JSON.stringify({ line: "event", ...row, data, hash });
  });
  void eventRow;
  using other = new Project();
  const imported = await other.run(["import", "-"], {
    stdin: [
      JSON.stringify(lines[0]),
      ...events,
      ...ids.map((id) => JSON.stringify({ line: "task", task_id: id })),
    ].join("\n"),
  });
  equal(imported.code, 0, imported.stderr);
  const { error } = await other.json(["show", "abcd"]);
  equal(error.code, "task_not_found");
  deepEqual(error.near, ids);
  const { code, stderr } = await other.run(["show", "abcd"]);
  equal(code, 1);
  equal(stderr.trimEnd().split("\n").length, 2);
  match(stderr, /abcd000001, abcd000002/);
});

Deno.test("a command in an agent's shell is one holder with its server: the session names it", async () => {
  using project = new Project();
  const id = await made(project);
  const shell = { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "conversation-1" };
  const claimed = await project.json(["claim", id], { env: shell });
  equal(claimed.lease.holder, "claude-code");
  const renewed = await project.json(["renew", id], { env: shell });
  equal(renewed.lease.yours, true);
  const elsewhere = await project.json(["renew", id], {
    env: { ...shell, CLAUDE_CODE_SESSION_ID: "conversation-2" },
  });
  equal(elsewhere.error.code, "lease_elsewhere");
  const overridden = await project.json(["renew", id, "--agent", "claude-code"], {
    env: { AGENT_HANDOFF_SESSION: "conversation-1" },
  });
  equal(overridden.lease.yours, true);
});

Deno.test("a command leaves no session file, so that its session counts as alive", async () => {
  using project = new Project();
  await made(project);
  await project.run(["claim", "--agent", "codex"]);
  deepEqual([...Deno.readDirSync(`${project.root}/.agent-handoff/sessions`)], []);
  equal((await project.json(["list"])).lease.state, "live");
});

Deno.test("create and update without a mark or a name are a person's, and --by names them", async () => {
  using project = new Project();
  const id = await made(project);
  const by = await made(project, "--by", "Grace H.");
  const created = async (task: string) => (await project.json(["show", task])).history[0];
  equal((await created(id)).person, "ada");
  equal((await created(by)).person, "Grace H.");
  const agents = await made(project, "--agent", "codex");
  equal((await created(agents)).agent, "codex");
  await project.run(["update", id, "--expected-version", "1", "--priority", "high"]);
  const shown = await project.json(["show", id]);
  equal(shown.priority, "high");
  equal(shown.history.at(-1).person, "ada");
});

Deno.test("an agent's mark names the agent, and --by is not taken under it", async () => {
  using project = new Project();
  const env = { GEMINI_CLI: "1" };
  const { task_id } = await project.json(["create", "A", "--objective", "x"], { env });
  equal((await project.json(["show", task_id])).history[0].agent, "gemini-cli");
  const posing = await project.run(["create", "B", "--objective", "x", "--by", "ada"], { env });
  equal(posing.code, 1);
  match(posing.stderr, /Cannot create as a person: the environment names an agent \(GEMINI_CLI\)/);
});

Deno.test("wait tells at once of a task that can be claimed, and else that the time is over", async () => {
  using project = new Project();
  const wait = ["wait", "--agent", "codex", "--timeout-seconds", "0"];
  equal((await project.run(wait)).stdout, "Nothing yet: the time is over\n");
  const id = await made(project);
  equal((await project.json(wait)).task_id, id);
});

Deno.test("submit asks for a verdict, and an agent or a person gives it", async () => {
  using project = new Project();
  const id = await made(project);
  const { lease_token } = await project.json(["claim", id, "--agent", "codex"]);
  const submit = ["submit", id, "--agent", "codex", "--lease-token", lease_token, "--summary", "s"];
  equal((await project.json(submit)).status, "in_review");
  const own = await project.json(
    ["review", id, "--agent", "codex", "--verdict", "approve", "--comments", "c"],
  );
  equal(own.error.code, "self_review");
  const done = await project.json(["review", id, "--verdict", "approve", "--comments", "c"]);
  equal(done.status, "completed");
});

Deno.test("a refused command ends with 1 and two lines on stderr, or one document (C27)", async () => {
  using project = new Project();
  await made(project);
  for (
    const args of [
      ["show", "0123456789"],
      ["claim", "0123456789", "--agent", "codex"],
      ["renew", "0123456789", "--agent", "codex"],
      ["pass", "0123456789", "--agent", "codex", "--summary", "s", "--next-action", "n"],
      ["complete", "0123456789", "--agent", "codex", "--summary", "s"],
      ["submit", "0123456789", "--agent", "codex", "--summary", "s"],
      ["log", "0123456789", "--kind", "progress", "--text", "t"],
      ["review", "0123456789", "--verdict", "approve", "--comments", "c"],
      ["update", "0123456789", "--expected-version", "1", "--title", "t"],
      ["extend", "0123456789", "--handoffs", "1", "--yes"],
      ["release", "0123456789", "--yes"],
      ["reopen", "0123456789", "--yes"],
      ["cancel", "0123456789", "--reason", "r", "--yes"],
    ]
  ) {
    const json = await project.run([...args, "--json"]);
    equal(json.code, 1, args[0]);
    equal(json.stderr, "", args[0]);
    equal(JSON.parse(json.stdout).error.code, "task_not_found");
    notEqual(JSON.parse(json.stdout).error.message, "");
  }
  const plain = await project.run(["show", "0123456789"]);
  equal(plain.code, 1);
  equal(plain.stdout, "");
  equal(plain.stderr.trimEnd().split("\n").length, 2, plain.stderr);
});
