// The state directory: made only when asked, kept out of git, and refused where it is not safe.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import {
  prepareStateDirectory,
  type StateDirectory,
  statePaths,
  type StateRefused,
} from "../../lib/workspace/state_dir.ts";
import { git, makeRepository, testWithGit } from "./git.ts";
import { temporaryDirectory } from "./temporary.ts";

const CREATE = { create: true };
const LOOK = { create: false };

/** What is below a directory, sorted, without the places where links lead. */
function namesIn(path: string): string[] {
  return [...Deno.readDirSync(path)].map(({ name }) => name).sort();
}

/** The refusal as one line. */
function outcome(result: StateDirectory | StateRefused): string {
  return result.ok ? "ok" : `${result.code}: ${result.attempted} ${result.path}: ${result.reason}`;
}

/** The permission bits of a path. */
function modeOf(path: string): number {
  return Deno.statSync(path).mode! & 0o777;
}

Deno.test("prepareStateDirectory() makes nothing and says that no ledger exists, unless asked", () => {
  using place = temporaryDirectory();
  const paths = statePaths(place.path);
  const empty = { ok: true, paths, ledgerExists: false };
  assert.deepEqual(prepareStateDirectory(place.path, LOOK), empty);
  assert.deepEqual(namesIn(place.path), []);
  place.directory(".agent-handoff");
  assert.deepEqual(prepareStateDirectory(place.path, LOOK), empty);
  assert.deepEqual(namesIn(paths.directory), []);
  assert.equal(paths.ledger, `${place.path}/.agent-handoff/ledger.sqlite3`);
});

Deno.test("prepareStateDirectory() makes directories 0700 and the ledger 0600 with create", () => {
  using place = temporaryDirectory();
  const paths = statePaths(place.path);
  const made = { ok: true, paths, ledgerExists: true };
  assert.deepEqual(prepareStateDirectory(place.path, CREATE), made);
  assert.deepEqual(namesIn(paths.directory), [
    ".gitignore",
    "backups",
    "ledger.sqlite3",
    "sessions",
  ]);
  for (const directory of [paths.directory, paths.backups, paths.sessions]) {
    assert.equal(modeOf(directory), 0o700, directory);
  }
  assert.equal(modeOf(paths.ledger), 0o600);
  assert.equal(Deno.readTextFileSync(paths.gitignore), "*\n");
  assert.deepEqual(prepareStateDirectory(place.path, LOOK), made);
});

Deno.test("prepareStateDirectory() leaves what exists as it is, modes and content", () => {
  using place = temporaryDirectory();
  const paths = statePaths(place.path);
  place.file(".agent-handoff/ledger.sqlite3", "content");
  Deno.chmodSync(paths.directory, 0o755);
  Deno.chmodSync(paths.ledger, 0o644);
  assert.equal(outcome(prepareStateDirectory(place.path, CREATE)), "ok");
  assert.equal(Deno.readTextFileSync(paths.ledger), "content");
  assert.deepEqual([modeOf(paths.directory), modeOf(paths.ledger)], [0o755, 0o644]);
});

Deno.test("prepareStateDirectory() leaves the locks of this process on the ledger in force", () => {
  using place = temporaryDirectory();
  const { ledger } = statePaths(place.path);
  prepareStateDirectory(place.path, CREATE);
  const ours = new DatabaseSync(ledger);
  ours.exec("BEGIN EXCLUSIVE");
  prepareStateDirectory(place.path, CREATE);
  prepareStateDirectory(place.path, LOOK);
  const program = `import { DatabaseSync } from "node:sqlite";
    new DatabaseSync(Deno.args[0], { timeout: 0 }).exec("BEGIN IMMEDIATE");`;
  const theirs = new Deno.Command(Deno.execPath(), { args: ["eval", program, ledger] });
  const { success, stderr } = theirs.outputSync();
  ours.close();
  assert.equal(success, false);
  assert.match(new TextDecoder().decode(stderr), /database is locked/);
});

testWithGit("C26: git status is clean and the ledger outlives stash -u and clean -fd", () => {
  using place = temporaryDirectory();
  makeRepository(place.path);
  const paths = statePaths(place.path);
  prepareStateDirectory(place.path, CREATE);
  for (const ending of ["-wal", "-shm"]) Deno.writeTextFileSync(paths.ledger + ending, "x");
  Deno.writeTextFileSync(`${paths.backups}/copy.sqlite3`, "x");
  place.file("work.txt", "unfinished");
  assert.equal(git(place.path, "status", "--porcelain"), "?? work.txt");
  assert.equal(git(place.path, "add", "-An"), "add 'work.txt'");
  git(place.path, "stash", "-u", "--quiet");
  git(place.path, "clean", "-fdq");
  assert.deepEqual(namesIn(paths.directory), [
    ".gitignore",
    "backups",
    "ledger.sqlite3",
    "ledger.sqlite3-shm",
    "ledger.sqlite3-wal",
    "sessions",
  ]);
});

Deno.test("C26: a user's own .gitignore is left alone and a deleted one is made again", () => {
  using place = temporaryDirectory();
  const { gitignore } = statePaths(place.path);
  for (const own of ["", "!*\n", "ledger.sqlite3\n"]) {
    place.file(".agent-handoff/.gitignore", own);
    prepareStateDirectory(place.path, CREATE);
    prepareStateDirectory(place.path, LOOK);
    assert.equal(Deno.readTextFileSync(gitignore), own);
  }
  for (const options of [CREATE, LOOK]) {
    Deno.removeSync(gitignore);
    prepareStateDirectory(place.path, options);
    assert.equal(Deno.readTextFileSync(gitignore), "*\n");
  }
});

Deno.test("prepareStateDirectory() writes through no link called .gitignore", () => {
  using place = temporaryDirectory();
  const { gitignore } = statePaths(place.path);
  place.directory(".agent-handoff");
  Deno.symlinkSync(`${place.path}/target`, gitignore);
  assert.equal(outcome(prepareStateDirectory(place.path, CREATE)), "ok");
  assert.deepEqual(namesIn(place.path), [".agent-handoff"]);
});

Deno.test("prepareStateDirectory() refuses what leads out of the root or nowhere, and makes nothing", () => {
  using outside = temporaryDirectory();
  outside.file("file", "theirs");
  outside.directory("folder");
  for (
    const [name, target] of [
      [".agent-handoff", "folder"],
      [".agent-handoff/backups", "folder"],
      [".agent-handoff/sessions", "folder"],
      [".agent-handoff/ledger.sqlite3", "file"],
      [".agent-handoff/ledger.sqlite3-wal", "file"],
      [".agent-handoff/ledger.sqlite3-shm", "file"],
      [".agent-handoff/ledger.sqlite3-journal", "file"],
    ] as const
  ) {
    for (const missing of [false, true]) {
      using place = temporaryDirectory();
      if (name.includes("/")) place.directory(".agent-handoff");
      const leadsTo = `${outside.path}/${missing ? "missing" : target}`;
      Deno.symlinkSync(leadsTo, `${place.path}/${name}`);
      const refused = {
        ok: false,
        code: "workspace_unsafe",
        attempted: "look",
        path: `${place.path}/${name}`,
        reason: missing ? "leads_nowhere" : "leads_outside",
        leadsTo,
      };
      assert.deepEqual(prepareStateDirectory(place.path, CREATE), refused);
      assert.deepEqual(prepareStateDirectory(place.path, LOOK), refused);
      assert.equal([...Deno.readDirSync(place.path)].length, 1);
    }
  }
  assert.deepEqual(namesIn(outside.path), ["file", "folder"]);
  assert.deepEqual(namesIn(`${outside.path}/folder`), []);
});

Deno.test("prepareStateDirectory() takes a link within the root, but not to the root itself", () => {
  using place = temporaryDirectory();
  place.directory("state");
  Deno.symlinkSync("state", `${place.path}/.agent-handoff`);
  assert.equal(outcome(prepareStateDirectory(place.path, CREATE)), "ok");
  assert.ok(namesIn(`${place.path}/state`).includes("ledger.sqlite3"));
  using other = temporaryDirectory();
  const link = `${other.path}/.agent-handoff`;
  for (const [target, reason] of [[".", "leads_outside"], [".agent-handoff", "leads_nowhere"]]) {
    Deno.symlinkSync(target!, link);
    const expected = `workspace_unsafe: look ${link}: ${reason}`;
    assert.equal(outcome(prepareStateDirectory(other.path, CREATE)), expected);
    Deno.removeSync(link);
  }
});

Deno.test("prepareStateDirectory() refuses a file for a directory and a directory for a file", () => {
  using place = temporaryDirectory();
  const paths = statePaths(place.path);
  place.file(".agent-handoff");
  const expected = `workspace_unsafe: look ${paths.directory}: not_a_directory`;
  assert.equal(outcome(prepareStateDirectory(place.path, CREATE)), expected);
  using other = temporaryDirectory();
  const ledger = other.directory(".agent-handoff", "ledger.sqlite3");
  const refused = `workspace_unsafe: look ${ledger}: not_a_file`;
  assert.equal(outcome(prepareStateDirectory(other.path, CREATE)), refused);
});
