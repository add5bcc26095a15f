// How list, show and watch look: on a terminal of 80 columns, in a pipe, and without colours.
import { deepEqual, equal, match } from "node:assert/strict";
import { cut, tableLines } from "../../lib/cli/columns.ts";
import { duration, fromNow, minutesText } from "../../lib/cli/when.ts";
import { Project, settled } from "../support/program.ts";

async function filled(): Promise<Project> {
  const project = new Project();
  await project.run(["create", "Fix the login page", "--objective", "x", "--priority", "urgent"]);
  const { task_id } = await project.json([
    ...[
      "create",
      "日本語の題名は幅が二倍なので表の端で正しく切れなければならない",
      "--objective",
      "x",
    ],
    ...["--target-agent", "codex", "--priority", "low"],
  ]);
  await project.run(["claim", task_id, "--agent", "codex"]);
  return project;
}

Deno.test("list in a pipe is plain lines: who holds the lease, then a task a line with tabs", async () => {
  using project = await filled();
  const { stdout } = await project.run(["list"]);
  equal(
    settled(stdout),
    "codex holds the writer lease for task TASKTASKTA: 1 h 30 min left, until TIME\n" +
      "TASKTASKTA\tactive\tlow\tcodex\t4\tAGO\t日本語の題名は幅が二倍なので表の端で正しく切れなければならない\n" +
      "TASKTASKTA\tqueued\turgent\tanyone\t4\tAGO\tFix the login page\n",
  );
});

Deno.test("list on a terminal is a table that fits it, wide characters counted as two columns", async () => {
  using project = await filled();
  const { stdout } = await project.onTerminal(["list"], { env: { NO_COLOR: "1" } });
  const told = settled(stdout).replace(/AGO {2,}/g, "AGO  ").replace(/CHANGED {2,}/, "CHANGED  ");
  equal(
    told,
    `codex holds the writer lease for task TASKTASKTA: 1 h 30 min left, until TIME
TASK        STATUS  PRIORITY  FOR     LEFT  CHANGED  TITLE
TASKTASKTA  active  low       codex   4     AGO  日本語の題名は幅が二倍なの…
TASKTASKTA  queued  urgent    anyone  4     AGO  Fix the login page
`,
  );
});

Deno.test("list colours states on a terminal, and not with NO_COLOR or in a pipe", async () => {
  using project = await filled();
  const seen = await project.onTerminal(["list"]);
  equal(seen.stdout.includes("\x1b[32mactive\x1b[39m"), true, seen.stdout);
  equal(seen.stdout.includes("\x1b[36mqueued\x1b[39m"), true, seen.stdout);
  const plain = await project.onTerminal(["list"], { env: { NO_COLOR: "1" } });
  equal(plain.stdout.includes("\x1b"), false);
  equal((await project.run(["list"])).stdout.includes("\x1b"), false);
});

Deno.test("list of a place without a ledger is empty and creates nothing", async () => {
  using project = new Project();
  equal((await project.run(["list"])).stdout, "Nobody holds the writer lease\n");
  deepEqual([...Deno.readDirSync(project.root)].map(({ name }) => name), [".git"]);
});

Deno.test("list tells a page's cursor on a terminal, and the next page follows it", async () => {
  using project = await filled();
  const { tasks, cursor } = await project.json(["list", "--limit", "1"]);
  equal(tasks.length, 1);
  const next = await project.json(["list", "--limit", "1", "--cursor", cursor]);
  equal(next.tasks[0].title, "Fix the login page");
  const seen = await project.onTerminal(["list", "--limit", "1"], { env: { NO_COLOR: "1" } });
  match(seen.stdout, /More: --cursor \S+/);
});

Deno.test("show is a page: the lease, the head, the brief, and the history as a timeline", async () => {
  using project = new Project();
  const { task_id: id } = await project.json(
    ["create", "A task", "--objective", "Do it\nwell", "--plan", "one\ntwo"],
  );
  const claimed = await project.json(["claim", id, "--agent", "codex"]);
  const agent = ["--agent", "codex", "--lease-token", claimed.lease_token];
  await project.run(["log", id, ...agent, "--kind", "decision", "--text", "Keep the endpoint"]);
  await project.run([
    ...["pass", id, ...agent, "--summary", "Half done", "--next-action", "Write the test"],
    ...["--changed-files", "src/a.ts"],
  ]);
  const { stdout } = await project.run(["show", id, "--history", "3"]);
  equal(
    settled(stdout),
    `Nobody holds the writer lease

TASKTASKTA  A task
queued · priority normal · for anyone · version 3 · 3 handoffs left
created by ada at TIME, AGO; changed AGO

Objective, by ada at TIME, AGO
  Do it
  well

Summary so far, by codex at TIME, AGO
  Half done

Next action, by codex at TIME, AGO
  Write the test

Decisions
  #3 by codex at TIME, AGO: Keep the endpoint

Plan, 0 of 2 steps done
  1. one
  2. two

Changed files
  src/a.ts

History
  1 earlier events: --before 2
  #2  TIME (AGO)  codex  claimed  lease_minutes 90  expires_at TIME  git main
  #3  TIME (AGO)  codex  logged  entry decision  text "Keep the endpoint"  lease_minutes 90  expires_at TIME
  #4  TIME (AGO)  codex  passed  summary "Half done"  changed_files ["src/a.ts"]  next_action "Write the test"  git main
`,
  );
});

Deno.test("watch tells an event of another process and ends at once on an interrupt", async () => {
  using project = new Project();
  const child = project.start(["watch", "--since", "0", "--lines"]);
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { task_id } = await project.json(["create", "A", "--objective", "x"]);
  const first = JSON.parse((await reader.read()).value!);
  deepEqual([first.kind, first.task_id, first.person], ["created", task_id, "ada"]);
  await project.run(["claim", "--agent", "codex"]);
  equal(JSON.parse((await reader.read()).value!).kind, "claimed");
  child.kill("SIGINT");
  await reader.cancel();
  await child.stdin.close();
  await child.stderr.cancel();
  equal((await child.status).code, 0);
});

Deno.test("watch --json is one document with the first events that come", async () => {
  using project = new Project();
  await project.run(["create", "A", "--objective", "x"]);
  const watched = await project.json(["watch", "--since", "0"]);
  deepEqual(watched.events.map(({ kind }: { kind: string }) => kind), ["created"]);
  equal(watched.newest_event, 1);
});

Deno.test("cut() cuts between whole characters and counts wide ones twice", () => {
  equal(cut("日本語", 6), "日本語");
  equal(cut("日本語", 5), "日本…");
  equal(cut("日本語", 4), "日…");
  equal(cut("👩‍👩‍👧👍🏽x", 4), "👩‍👩‍👧…");
  equal(cut("abc", 0), "");
});

Deno.test("tableLines() keeps every row within the columns", () => {
  const rows = [["id", "short"], ["日本", "a title that goes on and on and on and on"]];
  const lines = tableLines(rows.map((row) => row.map((text) => ({ text }))), 30);
  deepEqual(lines, ["id    short", "日本  a title that goes on an…"]);
});

Deno.test("tableLines() leaves spare columns out, one by one, where a terminal is narrow", () => {
  const cells = ["0123456789", "queued", "urgent", "a title that goes on and on"];
  const rows = [cells.map((text) => ({ text }))];
  const lines = (columns: number) => tableLines(rows, columns, { spare: [2, 1] });
  deepEqual(lines(48), ["0123456789  queued  urgent  a title that goes o…"]);
  deepEqual(lines(47), ["0123456789  queued  a title that goes on and on"]);
  deepEqual(lines(40), ["0123456789  queued  a title that goes o…"]);
  deepEqual(lines(39), ["0123456789  a title that goes on and on"]);
  deepEqual(lines(20), ["0123456789  a title…"]);
});

Deno.test("fromNow(), duration() and minutesText() tell times as people do", () => {
  equal(fromNow(1_000, 1_500), "now");
  equal(fromNow(0, 59_000), "59 s ago");
  equal(fromNow(0, 3 * 60_000), "3 min ago");
  equal(fromNow(2 * 60 * 60_000, 0), "in 2 h");
  equal(duration(49 * 60 * 60_000), "2 d");
  deepEqual([0, 59, 60, 90].map(minutesText), ["0 min", "59 min", "1 h", "1 h 30 min"]);
});
