// What only people do: asked at a terminal, needing --yes elsewhere, and never an agent's.
import { deepEqual, equal, match } from "node:assert/strict";
import { agentMarks, namedMark } from "../../lib/cli/identity.ts";
import { colourless, Project, settled } from "../support/program.ts";

async function held(project: Project): Promise<{ id: string; token: string }> {
  const { task_id } = await project.json(["create", "A task", "--objective", "Do it"]);
  const { lease_token } = await project.json(["claim", task_id, "--agent", "codex"]);
  return { id: task_id, token: lease_token };
}

Deno.test("release needs --yes where there is no terminal, and does nothing without it", async () => {
  using project = new Project();
  const { id } = await held(project);
  const { code, stdout, stderr } = await project.run(["release", id]);
  equal(code, 1);
  equal(stdout, "");
  equal(
    settled(stderr),
    "Cannot release task TASKTASKTA: there is no terminal to confirm it at\n" +
      "Add --yes to confirm it as a person; nothing was changed\n",
  );
  equal((await project.json(["list"])).lease.task_id, id);
});

Deno.test("release frees a dead holder's task with who and why, and the holder is told (C11)", async () => {
  using project = new Project();
  const { id, token } = await held(project);
  const released = await project.json(["release", id, "--why", "It crashed", "--yes"]);
  equal(released.status, "queued");
  equal(released.handoffs_left, 4);
  match(released.warnings[0], /unfinished edits by codex/);
  const shown = await project.json(["show", id]);
  const event = shown.history.at(-1);
  deepEqual([event.kind, event.person, event.why], ["released", "ada", "It crashed"]);
  const late = await project.run(
    [
      "pass",
      id,
      "--agent",
      "codex",
      "--lease-token",
      token,
      "--summary",
      "s",
      "--next-action",
      "n",
    ],
  );
  equal(late.code, 1);
  match(late.stderr, /your lease ended at .* ada, a person, released it/);
});

Deno.test("a person's commands are refused under every agent's mark, --yes or not, and nothing is done", async () => {
  using project = new Project();
  const { id } = await held(project);
  const commands = [
    ["extend", id, "--handoffs", "2", "--yes"],
    ["release", id, "--yes"],
    ["reopen", id],
    ["cancel", id, "--reason", "r", "--yes"],
  ];
  const marks = [...agentMarks.map(({ variable }) => variable), namedMark];
  for (const [index, mark] of marks.entries()) {
    const { error } = await project.json(commands[index % 4]!, { env: { [mark]: "1" } });
    equal(error.code, "person_only");
    equal(error.mark, mark);
    equal(/agent-handoff/.test(error.next), false, "no command to copy stands in next");
  }
  equal((await project.json(["list"])).newest_event, 2);
});

Deno.test("release asks at a terminal, says what may be lost, and y goes on", async () => {
  using project = new Project();
  const { id } = await held(project);
  const { code, stdout } = await project.onTerminal(["release", id], { stdin: "y\n" });
  equal(code, 0, stdout);
  // What is typed ahead is echoed by the terminal before or after the question.
  const told = settled(colourless(stdout)).replace(/^y\n|(?<=\) )y\n/gm, "");
  equal(
    told,
    `This ends the lease of codex on task TASKTASKTA, "A task"; 1 h 30 min are left.
What codex changed and did not pass on stays in the workspace, unfinished and without a summary.
If codex still works, it is refused from now on; what it sends then is kept once, as a note.
Go on? (y/N) Released task TASKTASKTA: queued, version 3, event 3, 4 handoffs left
Warning: The workspace may hold unfinished edits by codex, whose lease began at TIME and ended at TIME (then at main); inspect it before you write
`,
  );
});

Deno.test("release at a terminal does nothing where the task changed while the person was asked", async () => {
  using project = new Project();
  const { id, token } = await held(project);
  const pass = ["pass", id, "--agent", "codex", "--lease-token", token];
  const work = async () => {
    await project.json([...pass, "--summary", "s", "--next-action", "n"]);
    await project.json(["claim", id, "--agent", "claude-code"]);
  };
  const { code, stdout } = await project.onTerminal(["release", id], {
    stdin: "y\n",
    meanwhile: { question: "Go on?", work },
  });
  equal(code, 1, stdout);
  match(stdout, /it is at version 4, not 2/);
  equal((await project.json(["list"])).lease.holder, "claude-code");
});

Deno.test("cancel at a terminal does nothing on any other answer", async () => {
  using project = new Project();
  const { id } = await held(project);
  const { code, stdout } = await project.onTerminal(
    ["cancel", id, "--reason", "r"],
    { stdin: "\n" },
  );
  equal(code, 1);
  match(stdout, /it was not confirmed/);
  equal((await project.json(["list"])).newest_event, 2);
});

Deno.test("under a mark a person types the task's id at the terminal, and --yes skips nothing", async () => {
  using project = new Project();
  const { id } = await held(project);
  const env = { CLAUDECODE: "1" };
  const args = ["cancel", id.slice(0, 6), "--reason", "r", "--yes"];
  const yes = await project.onTerminal(args, { env, stdin: "y\n" });
  equal(yes.code, 1, yes.stdout);
  match(yes.stdout, /only a person may, and the environment names an agent \(CLAUDECODE\)/);
  equal((await project.json(["list"])).newest_event, 2);
  const typed = await project.onTerminal(args, { env, stdin: `${id}\n` });
  equal(typed.code, 0, typed.stdout);
  const { history } = await project.json(["show", id]);
  deepEqual([history.at(-1).kind, history.at(-1).person], ["cancelled", "ada"]);
});

Deno.test("extend queues a task whose budget is spent, and reopen answers an agent that asked", async () => {
  using project = new Project();
  const { task_id: id } = await project.json(
    ["create", "A", "--objective", "x", "--max-handoffs", "0"],
  );
  const agent = ["--agent", "codex"];
  const pass = async (...more: string[]) => {
    const { lease_token } = await project.json(["claim", id, ...agent]);
    return await project.json([
      ...["pass", id, ...agent, "--lease-token", lease_token],
      ...["--summary", "s", "--next-action", "n", ...more],
    ]);
  };
  equal((await pass()).error.code, "budget_spent");
  const extended = await project.json(["extend", id, "--handoffs", "2", "--yes"]);
  deepEqual([extended.status, extended.handoffs_left], ["queued", 2]);
  equal((await pass("--target-agent", "person")).status, "needs_person");
  const reopened = await project.json(["reopen", id, "--answer", "Use PostgreSQL", "--yes"]);
  equal(reopened.status, "queued");
  equal((await project.json(["show", id])).next_action.text, "Use PostgreSQL");
});

Deno.test("a person's command that is refused tells the lease beside the error, as every refusal does", async () => {
  using project = new Project();
  const { id } = await held(project);
  const { task_id: other } = await project.json(["create", "Another", "--objective", "x"]);
  const refused: [code: string, args: string[]][] = [
    ["task_not_found", ["extend", "0000000000", "--handoffs", "1", "--yes"]],
    ["no_lease", ["release", other, "--yes"]],
    ["person_only", ["release", id]],
    ["not_final", ["reopen", id, "--yes"]],
  ];
  for (const [code, args] of refused) {
    const { error, lease } = await project.json(args);
    deepEqual([error.code, lease?.task_id], [code, id]);
  }
});
