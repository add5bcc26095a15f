// The state directory: made only when asked, kept out of git, and refused where it is not safe.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import {
  prepareStateDirectory,
  type StateDirectory,
  statePaths,
  type StateRefused,
} from "../../lib/workspace/state_dir.ts";
import { boundByModes, callScoped, onOwnFileSystem, temporaryDirectory } from "./temporary.ts";

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

/** Runs git in a directory and returns what it prints. */
function git(cwd: string, ...args: string[]): string {
  const settings = ["-c", "user.name=a", "-c", "user.email=a@example.invalid"];
  const output = new Deno.Command("git", { args: [...settings, ...args], cwd }).outputSync();
  assert.ok(output.success, new TextDecoder().decode(output.stderr));
  return new TextDecoder().decode(output.stdout);
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

Deno.test("C26: git status is clean and the ledger outlives stash -u and clean -fd", () => {
  using place = temporaryDirectory();
  git(place.path, "init", "--quiet");
  git(place.path, "commit", "--quiet", "--allow-empty", "-m", "start");
  const paths = statePaths(place.path);
  prepareStateDirectory(place.path, CREATE);
  for (const ending of ["-wal", "-shm"]) Deno.writeTextFileSync(paths.ledger + ending, "x");
  Deno.writeTextFileSync(`${paths.backups}/copy.sqlite3`, "x");
  place.file("work.txt", "unfinished");
  assert.equal(git(place.path, "status", "--porcelain"), "?? work.txt\n");
  assert.equal(git(place.path, "add", "-An"), "add 'work.txt'\n");
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

/** Prepares the state directory in a process of its own. */
function prepareElsewhere(root: string, create: boolean, through: string[]): string {
  const permissions = [`--allow-read=${root}`, `--allow-write=${root}`];
  const values = ["state_dir", "prepareStateDirectory", root, create] as const;
  return outcome(callScoped([...values], { permissions, through }) as StateDirectory);
}

Deno.test("prepareStateDirectory() needs to read and write no more than the root", () => {
  using place = temporaryDirectory();
  assert.equal(prepareElsewhere(place.path, true, []), "ok");
  assert.equal(prepareElsewhere(place.path, false, []), "ok");
});

Deno.test("prepareStateDirectory() is storage_denied where it may not write or look", () => {
  using place = temporaryDirectory();
  const { directory } = statePaths(place.path);
  Deno.chmodSync(place.path, 0o500);
  const expected = `storage_denied: create ${directory}: denied`;
  assert.equal(prepareElsewhere(place.path, true, boundByModes()), expected);
  assert.equal(prepareElsewhere(place.path, false, boundByModes()), "ok");
  Deno.chmodSync(place.path, 0o700);
  Deno.chmodSync(place.directory(".agent-handoff"), 0o000);
  const hidden = `storage_denied: look ${directory}/backups: denied`;
  assert.equal(prepareElsewhere(place.path, false, boundByModes()), hidden);
  Deno.chmodSync(directory, 0o700);
  const seen = callScoped(["state_dir", "prepareStateDirectory", place.path, true], {
    permissions: [`--allow-read=${place.path}`],
  });
  assert.equal(
    outcome(seen as StateRefused),
    `storage_denied: create ${directory}/.gitignore: denied`,
  );
});

Deno.test("prepareStateDirectory() reads a ledger on a read-only file system and is denied to make one", () => {
  using place = temporaryDirectory();
  const { directory } = statePaths(place.path);
  const readOnly = (ready: string): string[] =>
    onOwnFileSystem(place.path, {
      size: "size=1m",
      ready: `${ready}; mount -o remount,ro "$0"`,
    });
  const expected = `storage_denied: create ${directory}: read_only`;
  assert.equal(prepareElsewhere(place.path, true, readOnly("true")), expected);
  const holdingLedger = "mkdir .agent-handoff; touch .agent-handoff/ledger.sqlite3";
  assert.equal(prepareElsewhere(place.path, false, readOnly(holdingLedger)), "ok");
});

Deno.test("prepareStateDirectory() is storage_full on a full disk and leaves no empty .gitignore", () => {
  using place = temporaryDirectory();
  const { directory, gitignore } = statePaths(place.path);
  const noInode = onOwnFileSystem(place.path, { size: "nr_inodes=1", ready: "true" });
  const expected = `storage_full: create ${directory}: full`;
  assert.equal(prepareElsewhere(place.path, true, noInode), expected);
  const noBlock = onOwnFileSystem(place.path, {
    size: "size=16k",
    ready: "cat /dev/zero > filler || true",
    after: "test -d .agent-handoff && test ! -e .agent-handoff/.gitignore",
  });
  const refused = `storage_full: create ${gitignore}: full`;
  assert.equal(prepareElsewhere(place.path, true, noBlock), refused);
});
