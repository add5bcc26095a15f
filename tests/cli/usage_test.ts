// What is typed wrongly: exit code 2, the nearest name, nothing done.
import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { commands } from "../../lib/cli/table.ts";
import { UsageError } from "../../lib/cli/usage.ts";
import { readValues } from "../../lib/cli/values.ts";
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
