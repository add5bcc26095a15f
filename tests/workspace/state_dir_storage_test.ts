// The state directory where the file system says no: narrow permissions, modes, read-only and full disks.
import assert from "node:assert/strict";
import {
  type StateDirectory,
  statePaths,
  type StateRefused,
} from "../../lib/workspace/state_dir.ts";
import { boundByModes, callScoped, onOwnFileSystem, temporaryDirectory } from "./temporary.ts";

/** The refusal as one line. */
function outcome(result: StateDirectory | StateRefused): string {
  return result.ok ? "ok" : `${result.code}: ${result.attempted} ${result.path}: ${result.reason}`;
}

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
