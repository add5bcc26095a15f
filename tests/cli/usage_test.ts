// What is typed wrongly: exit code 2, the nearest name, nothing done.
import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { commands } from "../../lib/cli/table.ts";
import { nearestName, UsageError } from "../../lib/cli/usage.ts";
import { readValues } from "../../lib/cli/values.ts";
import { explain } from "../../lib/ledger/explain.ts";
import { Project } from "../support/program.ts";

const wrong: readonly [title: string, args: string[], message: RegExp, next: RegExp][] = [
  ["an unknown command", ["lst"], /"lst": there is no such command/, /agent-handoff list/],
  ["an unknown option", ["list", "--staus", "all"], /--staus/, /--status/],
  ["an unknown short option", ["create", "-fix"], /-f/, /Put -- before/],
  ["a missing argument", ["show"], /TASK is missing/, /agent-handoff show 3f9a/],
  ["a missing option", ["create", "A title"], /--objective is missing/, /agent-handoff create/],
  ["a missing value", ["list", "--status"], /--status without a value/, /--status WORD/],
  [
    "an option in place of a value",
    ["pass", "3f9a", "--summary", "--agent"],
    /--summary/,
    /--summary=--agent/,
  ],
  ["a value for a switch", ["list", "--json=1"], /--json/, /alone/],
  ["an option twice", ["list", "--limit", "1", "--limit", "2"], /--limit twice/, /once/],
  ["an argument too many", ["show", "3f9a", "b1c2"], /"b1c2"/, /--help/],
  [
    "a word that is none of the choices",
    ["list", "--status", "done"],
    /--status "done": expected one of open/,
    /--status/,
  ],
  [
    "a number out of range",
    ["list", "--limit", "101"],
    /--limit "101": expected a whole number from 1 to 100/,
    /--limit/,
  ],
  ["a name that nobody can have", ["list", "--agent", "person"], /--agent "person"/, /--agent/],
  ["a blank title", ["create", "  ", "--objective", "x"], /TITLE: expected text/, /TITLE/],
  ["a holder's command without a name", ["claim"], /without an agent's name/, /--agent NAME/],
  ["a shell that is none", ["completions", "bsh"], /"bsh"/, /completions bash/],
  ["an unknown client", ["init", "--client", "codx"], /"codx"/, /codex/],
  [
    "an option before the command",
    ["--limit", "3", "list"],
    /--limit before a command/,
    /COMMAND first/,
  ],
];

for (const [title, args, message, next] of wrong) {
  Deno.test(`run() ends with 2 and says what to type for ${title}`, async () => {
    using project = new Project();
    const { code, stdout, stderr } = await project.run(args);
    equal(code, 2, stderr);
    equal(stdout, "");
    const [first, second, ...rest] = stderr.trimEnd().split("\n");
    match(first!, message);
    match(second!, next);
    deepEqual(rest, []);
    deepEqual([...Deno.readDirSync(project.root)].map(({ name }) => name), [".git"]);
  });
}

Deno.test("run() with --json puts a usage error into one document on stdout and nothing on stderr", async () => {
  using project = new Project();
  for (const args of [["lst", "--json"], ["list", "--staus=all", "--json"], ["--json", "show"]]) {
    const { code, stdout, stderr } = await project.run(args);
    equal(code, 2);
    equal(stderr, "");
    const { error } = JSON.parse(stdout);
    equal(error.code, "invalid_argument");
    match(error.message, /^Cannot /);
    match(error.next, /agent-handoff|--status/);
  }
});

Deno.test("every command refuses an unknown option before it does anything (C27)", async () => {
  for (const entry of commands) {
    const command = await entry.load();
    await rejects(
      () => readValues(command, ["--no-such-option"]),
      (error: Error) => error instanceof UsageError && error.message.includes(entry.name),
      entry.name,
    );
  }
});

Deno.test("create takes a title that begins with - behind =, as a value, and after --", async () => {
  using project = new Project();
  await project.run(["create", "--title=-one", "--objective", "x"]);
  await project.run(["create", "--title", "-two", "--objective", "-x"]);
  await project.run(["create", "--objective", "x", "--", "--three"]);
  const { tasks } = await project.json(["list"]);
  deepEqual(tasks.map(({ title }: { title: string }) => title), ["-one", "-two", "--three"]);
});

Deno.test("a fault is one line, exit code 70, and a stack only where it is asked for", async () => {
  using project = new Project();
  await project.run(["create", "A", "--objective", "x"]);
  project.file(".agent-handoff/ledger.sqlite3-journal/x", "");
  const outcome = await project.run(["list"]);
  equal(outcome.stdout, "");
  equal(outcome.stderr.includes("    at "), false);
  match(outcome.stderr, /^Cannot /);
});

Deno.test("a reader that goes away ends a command quietly (list | head -1)", async () => {
  using project = new Project();
  for (let number = 0; number < 3; number++) {
    await project.run(["create", `Task ${number}`, "--objective", "x".repeat(7000)]);
  }
  const child = project.start(["export"]);
  await child.stdout.cancel();
  const stderr = await new Response(child.stderr).text();
  await child.stdin.close();
  equal(stderr, "");
  equal((await child.status).code, 0);
});

Deno.test("a value that only the ledger can judge is a usage error too, in the option's spelling (C27)", async () => {
  using project = new Project();
  const { task_id: id } = await project.json(["create", "A task", "--objective", "x"]);
  const cases: [args: string[], message: RegExp][] = [
    [["list", "--cursor", "bogus"], /^Cannot take --cursor "bogus": expected the cursor/],
    [
      ["create", "B", "--objective", "x", "--target-agent", "codex", "--reviewer", "codex"],
      /^Cannot take --target-agent "codex": expected another agent/,
    ],
    [["update", id, "--expected-version", "1"], /^Cannot run update: expected at least one field/],
  ];
  const marked = { env: { CLAUDECODE: "1", CODEX_SESSION_ID: "x" } };
  const named = await project.run(["create", "B", "--objective", "x"], marked);
  equal(named.code, 2, "two agents' marks need --agent");
  match(named.stderr, /^Cannot take --agent: expected your own name/);
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await project.run(args);
    deepEqual([code, stdout], [2, ""], stderr);
    match(stderr, message);
    const told = await project.run([...args, "--json"]);
    equal(told.code, 2);
    const { error, lease } = JSON.parse(told.stdout);
    deepEqual([error.code, lease], ["invalid_argument", null]);
    match(error.message, message);
  }
});

Deno.test("an ambiguous id is told from an unknown one, with the tasks that it may mean", () => {
  const near = ["3f9a012345", "3f9a567890"];
  const { message, next } = explain(
    { code: "task_not_found", facts: { taskId: "3f9a", near } },
    "commands",
  );
  equal(message, 'Cannot tell which task "3f9a" is: the ids of several begin with it');
  match(next, /Give more digits, as in 3f9a012345, 3f9a567890/);
  const slip = explain({ code: "task_not_found", facts: { taskId: "3f9a012346", near } });
  match(slip.message, /this ledger has no task with that id/);
});

Deno.test("a text that cannot be read is named with the reason behind a colon", async () => {
  using project = new Project();
  project.file("latin.txt", Uint8Array.of(0xe9, 0x0a));
  project.file("directory/file");
  const reasons: [typed: string, told: string][] = [
    ["@latin.txt", '"latin.txt": it is not UTF-8 text'],
    ["@directory", '"directory": it is no file'],
    ["@", '"@": no file is named'],
  ];
  for (const [typed, told] of reasons) {
    const { code, stderr } = await project.run(["create", "A task", "--objective", typed]);
    equal(code, 2);
    equal(stderr.split("\n")[0], `Cannot read --objective from ${told}`);
  }
});

Deno.test("--version with --json is one document", async () => {
  using project = new Project();
  for (const args of [["--version", "--json"], ["--json", "--version"]]) {
    const { code, stdout } = await project.run(args);
    equal(code, 0);
    const facts = JSON.parse(stdout);
    for (const name of ["version", "deno", "v8", "sqlite", "target"]) match(facts[name], /./);
  }
});

Deno.test("nearestName() offers nothing for a word that is half wrong", async () => {
  const names = commands.map(({ name }) => name);
  for (const typed of ["", " ", "foo", "x"]) equal(await nearestName(typed, names), undefined);
  equal(await nearestName("lst", names), "list");
});

Deno.test("--root without a command on a terminal prints help", async () => {
  using project = new Project();
  const { code, stdout } = await project.onTerminal(["--root", project.root]);
  equal(code, 0, stdout);
  match(stdout, /Usage: agent-handoff COMMAND/);
});

Deno.test("--json on a full disk ends with 70 and one line on stderr, not with a stack", async () => {
  using project = new Project();
  const { code, stderr } = await project.run(["list", "--json"], { stdoutTo: "/dev/full" });
  equal(code, 70, stderr);
  equal(stderr.trimEnd().split("\n").length, 1, stderr);
  match(stderr, /^Cannot go on: a fault in agent-handoff/);
});
