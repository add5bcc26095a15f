// Runs the official inspector against the real server: schemas, one call of each tool, a load of calls.
import { join } from "node:path";
import { serverPermissions } from "../lib/cli/permissions.ts";

const repository = join(import.meta.dirname!, "..");
const inspector = Deno.args[0];
if (!inspector) {
  console.error("Cannot run the inspector: its program's path is the first argument");
  Deno.exit(2);
}

const decoder = new TextDecoder();
const project = await Deno.realPath(await Deno.makeTempDir({ prefix: "agent-handoff-inspector-" }));
await Deno.mkdir(join(project, ".git"));
const server = [
  Deno.execPath(),
  "run",
  "--no-prompt",
  ...serverPermissions(project),
  join(repository, "main.ts"),
  "serve",
];
let passed = 0;
let failed = 0;

interface Ran {
  readonly code: number;
  readonly text: string;
  readonly errors: string;
}

let session = "inspector";

/** Runs the inspector once; the server keeps one session, as one client's would. */
async function inspect(...args: string[]): Promise<Ran> {
  const output = await new Deno.Command(inspector!, {
    args: [
      "--cli",
      "-q",
      "--format",
      "json",
      "-e",
      `AGENT_HANDOFF_ROOT=${project}`,
      "-e",
      `AGENT_HANDOFF_SESSION=${session}`,
      "-e",
      `DENO_DIR=${Deno.env.get("DENO_DIR") ?? join(Deno.env.get("HOME") ?? "", ".cache", "deno")}`,
      "--connect-timeout",
      "60000",
      ...server,
      ...args,
    ],
    cwd: project,
    stdin: "null",
  }).output();
  return {
    code: output.code,
    text: decoder.decode(output.stdout),
    errors: decoder.decode(output.stderr),
  };
}

function report(title: string, isRight: boolean, detail: string): void {
  if (isRight) passed++;
  else failed++;
  console.log(`${isRight ? "ok" : "FAILED"} ${title}${isRight ? "" : `\n${detail}`}`);
}

async function call(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const ran = await inspect(
    "--method",
    "tools/call",
    "--tool-name",
    tool,
    "--tool-args-json",
    JSON.stringify(args),
  );
  report(`${tool} answers`, ran.code === 0, ran.text + ran.errors);
  try {
    return JSON.parse(ran.text).result.structuredContent;
  } catch {
    return {};
  }
}

try {
  for (const era of ["legacy", "modern", "auto"]) {
    const ran = await inspect("--method", "tools/list", "--strict", "--protocol-era", era);
    report(`tools/list is clean under --strict, era ${era}`, ran.code === 0, ran.text + ran.errors);
  }
  const created = await call("create_handoff", { title: "T", objective: "O" });
  const task_id = created.task_id;
  await call("claim_handoff", { task_id });
  await call("renew_handoff", { task_id });
  await call("pass_handoff", { task_id, summary: "S", next_action: "N" });
  await call("claim_handoff", { task_id });
  await call("complete_handoff", { task_id, summary: "S" });
  await call("show_handoff", { task_id });
  await call("list_handoffs", { status: "all" });
  const second = await call("create_handoff", { title: "U", objective: "O", plan: "One\nTwo" });
  await call("update_handoff", {
    task_id: second.task_id,
    expected_version: second.version,
    priority: "high",
  });
  await call("wait_handoff", { timeout_seconds: 1 });
  await call("claim_handoff", { task_id: second.task_id });
  await call("log_handoff", { task_id: second.task_id, kind: "test", text: "T", steps_done: "1" });
  await call("submit_handoff", { task_id: second.task_id, summary: "S" });
  session = "reviewer";
  await call("review_handoff", {
    task_id: second.task_id,
    verdict: "approve",
    comments: "C",
    agent: "reviewer",
  });
  const load = await inspect(
    "--method",
    "tools/call",
    "--tool-name",
    "list_handoffs",
    "--tool-args-json",
    "{}",
    "--load",
    "--load-requests",
    "500",
    "--load-concurrency",
    "10",
  );
  const failures = /"(?:failed|failures|errors)"\s*:\s*(\d+)/.exec(load.text)?.[1] ?? "none told";
  report(
    "500 calls under load, none failed",
    load.code === 0 && failures === "0",
    load.text + load.errors,
  );
} finally {
  await Deno.remove(project, { recursive: true });
}
console.log(`${passed} passed, ${failed} failed`);
Deno.exit(failed === 0 ? 0 : 1);
