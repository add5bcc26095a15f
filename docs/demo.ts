// Plays the main job with two real servers and the real MCP client, prints it, and fails on any deviation.
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { join } from "node:path";
import { serverPermissions } from "../lib/cli/permissions.ts";

/** One call and what must come back: `ok`, or the code of a refusal. */
interface Scene {
  readonly who: "codex" | "claude-code";
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly expect: string;
}

type Body = Record<string, unknown>;

const repository = import.meta.dirname!.replace(/[\\/]docs$/, "");

/** Makes a project with an empty git repository by its files, so that the demo needs no git program. */
async function makeProject(): Promise<string> {
  const project = await Deno.realPath(await Deno.makeTempDir({ prefix: "agent-handoff-demo-" }));
  await Deno.mkdir(join(project, ".git", "objects"), { recursive: true });
  await Deno.mkdir(join(project, ".git", "refs", "heads"), { recursive: true });
  await Deno.writeTextFile(join(project, ".git", "HEAD"), "ref: refs/heads/main\n");
  for (const path of ["src/parser.ts", "tests/parser_test.ts"]) {
    await Deno.mkdir(join(project, path, ".."), { recursive: true });
    await Deno.writeTextFile(join(project, path), "// The work itself\n");
  }
  return project;
}

/** Starts a server in the project, as a client does, and shakes hands under a client's name. */
async function connect(name: string, project: string): Promise<Client> {
  const client = new Client({ name, version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({
      command: Deno.execPath(),
      args: [
        "run",
        "--no-prompt",
        ...serverPermissions(project),
        join(repository, "main.ts"),
        "serve",
      ],
      cwd: project,
      stderr: "inherit",
    }),
  );
  return client;
}

/** The story: `taskId` is known after the first scene. */
function story(taskId: string): Scene[] {
  return [
    { who: "codex", tool: "claim_handoff", args: { task_id: taskId }, expect: "ok" },
    { who: "claude-code", tool: "claim_handoff", args: {}, expect: "lease_held" },
    {
      who: "codex",
      tool: "renew_handoff",
      args: { task_id: taskId, lease_minutes: 120 },
      expect: "ok",
    },
    {
      who: "codex",
      tool: "pass_handoff",
      args: {
        task_id: taskId,
        summary: "The parser reads quoted fields; 14 of 15 tests pass",
        next_action: "Make the escaped quote test pass, then complete",
        target_agent: "claude-code",
        changed_files: "src/parser.ts\ntests/parser_test.ts",
      },
      expect: "ok",
    },
    {
      who: "codex",
      tool: "claim_handoff",
      args: { task_id: taskId },
      expect: "not_addressed_to_you",
    },
    { who: "claude-code", tool: "claim_handoff", args: {}, expect: "ok" },
    {
      who: "claude-code",
      tool: "complete_handoff",
      args: { task_id: taskId, summary: "Escaped quotes work; all 15 tests pass" },
      expect: "ok",
    },
    { who: "codex", tool: "show_handoff", args: { task_id: taskId, history: 3 }, expect: "ok" },
  ];
}

/** The second act: a task with a plan and a reviewer. */
function review(taskId: string): Scene[] {
  return [
    { who: "codex", tool: "claim_handoff", args: { task_id: taskId }, expect: "ok" },
    {
      who: "codex",
      tool: "log_handoff",
      args: {
        task_id: taskId,
        kind: "decision",
        text: "Stream the file; do not load it",
        steps_done: "1",
      },
      expect: "ok",
    },
    {
      who: "codex",
      tool: "complete_handoff",
      args: { task_id: taskId, summary: "Files of any size are read" },
      expect: "review_required",
    },
    {
      who: "codex",
      tool: "submit_handoff",
      args: { task_id: taskId, summary: "Files of any size are read" },
      expect: "ok",
    },
    {
      who: "codex",
      tool: "review_handoff",
      args: { task_id: taskId, verdict: "approve", comments: "Looks good" },
      expect: "self_review",
    },
    {
      who: "claude-code",
      tool: "review_handoff",
      args: { task_id: taskId, verdict: "approve", comments: "Read it, ran it" },
      expect: "ok",
    },
    { who: "codex", tool: "list_handoffs", args: { status: "all", query: "stream" }, expect: "ok" },
  ];
}

/** Makes one call, prints call and reply, and throws where the reply is not the expected one. */
async function play(client: Client, scene: Scene): Promise<Body> {
  console.log(`\n${scene.who} → ${scene.tool} ${JSON.stringify(scene.args)}`);
  const result = await client.callTool({ name: scene.tool, arguments: scene.args });
  const [content] = result.content as { type: string; text: string }[];
  const body = JSON.parse(content!.text) as Body;
  console.log(content!.text.replaceAll(/^/gm, "  "));
  const code = (body.error as { code?: string } | undefined)?.code ?? "ok";
  if (code !== scene.expect) {
    throw new Error(`${scene.tool} answered ${code}, the story expects ${scene.expect}`);
  }
  return body;
}

/** Checks the end of the story: completed, nobody holds the lease, one handoff used, the brief is whole. */
function check(shown: Body): void {
  const summary = (shown.summary as { text?: string } | undefined)?.text;
  const isRight = shown.status === "completed" && shown.lease === null &&
    shown.handoffs_left === 3 && summary === "Escaped quotes work; all 15 tests pass" &&
    (shown.changed_files as string[]).length === 2;
  if (!isRight) throw new Error(`The story ended otherwise: ${JSON.stringify(shown)}`);
}

const project = await makeProject();
const clients: Client[] = [];
try {
  console.log(`A project with a git repository: ${project}`);
  const codex = await connect("codex-mcp-client", project);
  clients.push(codex);
  const claude = await connect("claude-code", project);
  clients.push(claude);
  const created = await play(codex, {
    who: "codex",
    tool: "create_handoff",
    args: { title: "Parse quoted fields", objective: "The CSV parser reads quoted fields" },
    expect: "ok",
  });
  let last: Body = created;
  for (const scene of story(String(created.task_id))) {
    last = await play(scene.who === "codex" ? codex : claude, scene);
  }
  check(last);
  const second = await play(codex, {
    who: "codex",
    tool: "create_handoff",
    args: {
      title: "Read large files",
      objective: "Files of any size are read",
      plan: "Choose a way\nWrite it",
      reviewer: "claude-code",
    },
    expect: "ok",
  });
  for (const scene of review(String(second.task_id))) {
    last = await play(scene.who === "codex" ? codex : claude, scene);
  }
  const [found] = last.tasks as Body[];
  if (found?.status !== "completed") throw new Error("The review did not complete the task");
  console.log("\nThe story went as told: one writer at a time, nothing lost.");
} catch (error) {
  console.error(`\nThe demo failed: ${error instanceof Error ? error.message : error}`);
  Deno.exitCode = 1;
} finally {
  for (const client of clients) await client.close();
  await Deno.remove(project, { recursive: true });
}
