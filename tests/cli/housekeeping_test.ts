// where, verify, backup, export, import, changelog: the ledger as files and text.
import { deepEqual, equal, match, notEqual } from "node:assert/strict";
import { changelog } from "../../lib/cli/changelog.ts";
import { exportFormat, readLines } from "../../lib/cli/export_lines.ts";
import { changelogModule } from "../support/write_changelog.ts";
import { type Json, Project } from "../support/program.ts";

/** A ledger with a task passed, one claimed and one cancelled. */
async function lived(): Promise<Project> {
  const project = new Project();
  const first = await project.json(["create", "One", "--objective", "x", "--max-handoffs", "1"]);
  const agent = ["--agent", "codex"];
  const { lease_token } = await project.json(["claim", ...agent]);
  await project.run([
    ...["pass", first.task_id, ...agent, "--lease-token", lease_token],
    ...["--summary", "s", "--next-action", "n", "--changed-files", "a.ts"],
  ]);
  const second = await project.json(
    ["create", "Two", "--objective", "x\u2028 \u{1f469}", "--depends-on", first.task_id],
  );
  await project.run(["cancel", second.task_id, "--reason", "r", "--yes"]);
  const again = await project.json(["claim", ...agent]);
  await project.run(["release", first.task_id, "--yes"]);
  // A holder that comes back late leaves a note, which an import has to follow as well.
  await project.run([
    ...[
      "complete",
      first.task_id,
      ...agent,
      "--lease-token",
      again.lease_token,
      "--summary",
      "late",
    ],
  ]);
  await project.run(["claim", ...agent]);
  return project;
}

Deno.test("where tells every path without creating any, and how the root was found", async () => {
  using project = new Project();
  const where = await project.json(["where"], { cwd: ".git" });
  equal(where.root, project.root);
  equal(where.ledger, `${project.root}/.agent-handoff/ledger.sqlite3`);
  equal(where.ledger_exists, false);
  match(where.root_from, /repository/);
  const named = await project.json(["where", "--root", project.home]);
  deepEqual([named.root, named.root_from], [project.home, "--root"]);
  match(named.warnings[0], /root is .*home/);
  const { stdout } = await project.run(["where"]);
  match(stdout, /^ledger {9}\/.*ledger\.sqlite3$/m);
});

Deno.test("export and import give the same history: equal hashes, equal tasks, all verified", async () => {
  using project = await lived();
  using other = new Project();
  const { stdout: exported } = await project.run(["export"]);
  const lines = exported.trim().split("\n").map((line) => JSON.parse(line));
  deepEqual([lines[0].line, lines[0].format], ["head", exportFormat]);
  project.file("export.jsonl", exported);
  const imported = await other.json(["import", `${other.root}/in.jsonl`], {});
  equal(imported.error.code, "invalid_argument", "a missing file is a usage error");
  other.file("in.jsonl", exported);
  const done = await other.json(["import", "in.jsonl"]);
  equal(done.events, lines.filter(({ line }: Json) => line === "event").length);
  const [before, after] = [await project.json(["verify"]), await other.json(["verify"])];
  deepEqual(after, before);
  equal(after.newest_hash, done.newest_hash);
  equal((await other.run(["export"])).stdout, exported);
});

Deno.test("import refuses a ledger that holds events, and changes nothing", async () => {
  using project = await lived();
  const { stdout } = await project.run(["export"]);
  const before = await project.json(["verify"]);
  const { code, stderr } = await project.run(["import", "-"], { stdin: stdout });
  equal(code, 1);
  match(stderr, /the ledger holds \d+ events already/);
  deepEqual(await project.json(["verify"]), before);
});

Deno.test("import refuses a history that was changed, shortened in the middle or reordered, wholly", async () => {
  using project = await lived();
  const { stdout } = await project.run(["export"]);
  const lines = stdout.trim().split("\n");
  const changed = lines.map((line, index) => index === 2 ? line.replace("codex", "other") : line);
  const cases: Record<string, [string[], RegExp]> = {
    changed: [changed, /event 2: it is not the event that its hash was made of/],
    missing: [lines.filter((_, index) => index !== 2), /event 2: its number is 3/],
    "no head": [lines.slice(1), /line 1: it does not name the format/],
    "no JSON": [[lines[0]!, "x"], /line 2: it is no JSON object/],
    "no event": [[lines[0]!, '{"line":"event"}'], /line 2: it is no event/],
    empty: [[], /line 1: it is empty/],
    "cut off behind an event": [
      lines.filter((line) => !line.startsWith('{"line":"task"')),
      /the export ends here, before the line of task [0-9a-f]{10}/,
    ],
  };
  for (const [title, [given, message]] of Object.entries(cases)) {
    using other = new Project();
    const { code, stderr } = await other.run(["import", "-"], { stdin: given.join("\n") });
    equal(code, 1, title);
    match(stderr, message);
    deepEqual((await other.json(["list", "--status", "all"])).tasks, [], title);
  }
});

Deno.test("readLines() passes over lines of kinds that it does not know", () => {
  const read = readLines(`{"format":"${exportFormat}"}\n{"line":"later"}\n\n`);
  deepEqual(read, { records: [] });
});

Deno.test("export --format markdown is a page whose headings stored text cannot make", async () => {
  using project = new Project();
  await project.run(["create", "# A *title*", "--objective", "# Fake\n```\n## Fake\n````\nx"]);
  const { stdout } = await project.run(["export", "--format", "markdown"]);
  const headings = stdout.split("\n").filter((line) => /^#+ /.test(line));
  const outside = stdout.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, "");
  deepEqual(
    outside.split("\n").filter((line) => /^#+ /.test(line)).map((line) => line.slice(0, 6)),
    ["# Agen", "## Tas", outside.match(/^### .{2}/m)![0].slice(0, 6), "## His"],
  );
  notEqual(headings.length, 4, "the fence holds the fake ones");
  match(stdout, /### [0-9a-f]{10} \\# A \\\*title\\\*/);
});

Deno.test("backup holds every committed event, never writes over a file, and opens as a ledger (C16)", async () => {
  using project = await lived();
  const watching = project.start(["watch", "--lines", "--since", "0"]);
  await watching.stdout.getReader().read();
  const done = await project.json(["backup", "copy.sqlite3"]);
  const whole = await project.json(["verify"]);
  deepEqual([done.newest_event, done.newest_hash], [whole.events, whole.newest_hash]);
  const twice = await project.run(["backup", "copy.sqlite3"]);
  equal(twice.code, 1);
  match(twice.stderr, /is there already\nName a file that is not there yet/);
  const nowhere = await project.run(["backup", "nowhere/copy.sqlite3"]);
  equal(nowhere.code, 1);
  match(nowhere.stderr, /the directory ".*nowhere" does not exist\nName a file/);
  const usual = await project.json(["backup"]);
  match(usual.path, /\.agent-handoff\/backups\/ledger-\d{8}T\d{6}Z\.sqlite3$/);
  watching.kill("SIGINT");
  await watching.stdin.close();
  await watching.stderr.cancel();
  await watching.status;
  using other = new Project();
  other.file(".agent-handoff/ledger.sqlite3", Deno.readFileSync(done.path));
  deepEqual(await other.json(["verify"]), whole);
});

const damages: readonly [title: string, damage: (bytes: Uint8Array) => Uint8Array][] = [
  ["its first bytes zeroed", (bytes) => bytes.fill(0, 0, 100)],
  ["cut in half", (bytes) => bytes.slice(0, bytes.length / 2)],
  ["plain text", () => new TextEncoder().encode("This is no database, only text.\n".repeat(300))],
];

for (const [title, damage] of damages) {
  Deno.test(`a ledger ${title} is refused by every command and left as it is (C16)`, async () => {
    using project = await lived();
    const path = `${project.root}/.agent-handoff/ledger.sqlite3`;
    const bytes = damage(Deno.readFileSync(path));
    Deno.writeFileSync(path, bytes);
    for (const args of [["list"], ["create", "A", "--objective", "x"], ["doctor"], ["verify"]]) {
      const { code, stdout } = await project.run([...args, "--json"]);
      equal(code, 1, `${args[0]}: ${stdout}`);
      const { error } = JSON.parse(stdout);
      equal(error.code, "ledger_damaged", args[0]);
      match(JSON.stringify(JSON.parse(stdout)), /ledger\.sqlite3|findings/);
    }
    deepEqual(Deno.readFileSync(path), bytes, "the file is as it was");
  });
}

Deno.test("an empty file counts as a ledger that holds nothing yet (C16)", async () => {
  using project = new Project();
  project.file(".agent-handoff/ledger.sqlite3", "");
  deepEqual((await project.json(["list"])).tasks, []);
  equal((await project.run(["create", "A", "--objective", "x"])).code, 0);
  equal((await project.json(["verify"])).events, 1);
});

Deno.test("verify names what was changed behind the program's back, and ends with 1", async () => {
  using project = await lived();
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(`${project.root}/.agent-handoff/ledger.sqlite3`);
  database.exec("UPDATE task SET title = 'Forged' WHERE title = 'One'");
  database.close();
  const { code, stdout, stderr } = await project.run(["verify"]);
  equal(code, 1);
  match(stdout, /rows: .*task [0-9a-f]{10}: The task's row differs from the history/);
  equal(stderr.trimEnd().split("\n").length, 2);
  const { error, findings } = await project.json(["verify"]);
  equal(error.code, "ledger_damaged");
  equal(findings[0].kind, "rows");
});

Deno.test("verify, backup and export say so where there is no ledger yet", async () => {
  using project = new Project();
  for (const name of ["verify", "backup", "export"]) {
    const { code, stderr } = await project.run([name]);
    equal(code, 1, name);
    match(stderr, /there is none yet/);
  }
  deepEqual([...Deno.readDirSync(project.root)].map(({ name }) => name), [".git"]);
});

Deno.test("changelog prints CHANGELOG.md, and one version of it", async () => {
  const root = new URL("../../", import.meta.url);
  const markdown = Deno.readTextFileSync(new URL("CHANGELOG.md", root));
  const run =
    "run: deno run --allow-read=. --allow-write=lib/cli/changelog.ts tests/support/write_changelog.ts";
  equal(
    Deno.readTextFileSync(new URL("lib/cli/changelog.ts", root)),
    changelogModule(markdown),
    run,
  );
  equal(changelog, markdown.trimEnd());
  using project = new Project();
  equal((await project.run(["changelog"])).stdout, markdown);
  const { stdout } = await project.run(["changelog", "unreleased"]);
  match(stdout, /^## \[Unreleased\]/);
  equal((await project.run(["changelog", "99.0.0"])).code, 2);
});
