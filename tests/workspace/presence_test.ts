// Session locks: who is alive, who has ended, and when nobody can tell; what is made, left and removed.
import assert from "node:assert/strict";
import { isSameMachine, type Machine } from "../../lib/workspace/machine.ts";
import { Presence, SESSION_FILE_AGE } from "../../lib/workspace/presence.ts";
import { callScoped, temporaryDirectory } from "./temporary.ts";

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const HERE: Machine = { machine: "a".repeat(32), boot: "boot-1" };
const AFTER_RESTART: Machine = { ...HERE, boot: "boot-2" };
const ELSEWHERE: Machine = { machine: "b".repeat(32), boot: "boot-3" };

/** The only file in a directory. */
function onlyFile(directory: string): string {
  const names = [...Deno.readDirSync(directory)].map(({ name }) => name);
  assert.equal(names.length, 1);
  return `${directory}/${names[0]}`;
}

/** Leaves a session file behind, as a process that has ended does. */
function leave(directory: string, session: string, machine: Machine = HERE): string {
  const before = new Set([...Deno.readDirSync(directory)].map(({ name }) => name));
  const presence = new Presence(directory, { machine });
  assert.deepEqual(presence.hold(session, { now: NOW }), { ok: true });
  presence[Symbol.dispose]();
  const made = [...Deno.readDirSync(directory)].find(({ name }) => !before.has(name));
  return `${directory}/${made!.name}`;
}

Deno.test("hold() makes one file, 0600, that names machine, boot, process, session hash and start", () => {
  using place = temporaryDirectory();
  using presence = new Presence(place.path, { machine: HERE });
  for (let call = 0; call < 3; call++) {
    assert.deepEqual(presence.hold("secret-id", { now: NOW }), { ok: true });
  }
  const path = onlyFile(place.path);
  assert.equal(Deno.statSync(path).mode! & 0o777, 0o600);
  const text = Deno.readTextFileSync(path);
  assert.equal(text.indexOf("\n"), text.length - 1);
  const { session, ...note } = JSON.parse(text);
  const started_at = "2026-01-02T03:04:05.000Z";
  assert.deepEqual(note, { machine: "a".repeat(32), boot: "boot-1", pid: Deno.pid, started_at });
  assert.equal(path.split("/").at(-1)!.split(".")[0], session);
  assert.doesNotMatch(text + path, /secret-id/);
});

Deno.test("look() says alive of a session that a process holds, and ended once it has let go", () => {
  using place = temporaryDirectory();
  using others = new Presence(place.path, { machine: HERE });
  const holder = new Presence(place.path, { machine: HERE });
  holder.hold("s", { now: NOW });
  assert.deepEqual([holder.look("s"), others.look("s")], ["alive", "alive"]);
  holder[Symbol.dispose]();
  assert.equal(others.look("s"), "ended");
  others.hold("s", { now: NOW });
  assert.equal(others.look("s"), "alive");
});

Deno.test("look() says unknown of a session without a file, and where there is no directory", () => {
  using place = temporaryDirectory();
  assert.equal(new Presence(place.path, { machine: HERE }).look("s"), "unknown");
  assert.equal(new Presence(`${place.path}/none`, { machine: HERE }).look("s"), "unknown");
});

Deno.test("look() keeps sessions apart whatever characters their ids have", () => {
  using place = temporaryDirectory();
  const presence = new Presence(place.path, { machine: HERE });
  const ids = ["", " ", "../x", "a/b", "ü", "x".repeat(10_000), "a\0b"];
  for (const id of ids) leave(place.path, id);
  assert.deepEqual(ids.map((id) => presence.look(id)), ids.map(() => "ended"));
  assert.equal(presence.look("x"), "unknown");
  assert.equal([...Deno.readDirSync(place.path)].length, ids.length);
});

Deno.test("isSameMachine() asks for equal machine ids, or for one kernel where an id is absent", () => {
  const { machine, boot } = HERE;
  const proved: [one: Machine, other: Machine, isProof: boolean][] = [
    [HERE, HERE, true],
    [HERE, AFTER_RESTART, true],
    [HERE, { machine }, true],
    [HERE, ELSEWHERE, false],
    [HERE, { machine: "b".repeat(32), boot }, false],
    [HERE, { boot }, true],
    [{ boot }, { boot }, true],
    [{ boot }, { boot: "boot-2" }, false],
    [{ machine }, { boot }, false],
    [HERE, {}, false],
    [{}, {}, false],
  ];
  for (const [one, other, isProof] of proved) {
    assert.equal(isSameMachine(one, other), isProof);
    assert.equal(isSameMachine(other, one), isProof);
  }
});

Deno.test("look() says ended after a restart of the machine and unknown of another machine", () => {
  using place = temporaryDirectory();
  leave(place.path, "s");
  const lookFrom = (machine: Machine): string => new Presence(place.path, { machine }).look("s");
  assert.equal(lookFrom(AFTER_RESTART), "ended");
  assert.equal(lookFrom({ boot: "boot-1" }), "ended");
  assert.equal(lookFrom(ELSEWHERE), "unknown");
  assert.equal(lookFrom({}), "unknown");
});

Deno.test("look() says unknown while any file of the session proves nothing", () => {
  using place = temporaryDirectory();
  const presence = new Presence(place.path, { machine: HERE });
  const path = leave(place.path, "s");
  const sibling = path.replace(/\.[0-9a-f]+$/, `.${"0".repeat(16)}`);
  assert.equal(presence.look("s"), "ended");
  for (const note of ["", "{", "null", '"text"', '{"machine":1}', '{"machine":"other"}']) {
    Deno.writeTextFileSync(sibling, note);
    assert.equal(presence.look("s"), "unknown", note);
  }
  Deno.removeSync(sibling);
  Deno.symlinkSync(path, sibling);
  assert.equal(presence.look("s"), "unknown");
  Deno.removeSync(sibling);
  new Deno.Command("mkfifo", { args: [sibling] }).outputSync();
  assert.equal(presence.look("s"), "unknown");
  Deno.removeSync(sibling);
  assert.equal(presence.look("s"), "ended");
});

Deno.test("look() says alive while one of several processes of the session runs", () => {
  using place = temporaryDirectory();
  const presence = new Presence(place.path, { machine: HERE });
  leave(place.path, "s");
  leave(place.path, "s", ELSEWHERE);
  using _running = holding(place.path, "s", ELSEWHERE);
  assert.equal(presence.look("s"), "alive");
});

Deno.test("look() says ended of a session that it saw alive before, whatever machine made it", () => {
  using place = temporaryDirectory();
  const witness = new Presence(place.path, { machine: {} });
  const holder = holding(place.path, "s", {});
  assert.equal(witness.look("s"), "alive");
  holder[Symbol.dispose]();
  assert.equal(witness.look("s"), "ended");
  assert.equal(new Presence(place.path, { machine: {} }).look("s"), "unknown");
});

/** A process that holds a session, as far as locks can tell. */
function holding(directory: string, session: string, machine: Machine): Presence {
  const presence = new Presence(directory, { machine });
  assert.deepEqual(presence.hold(session, { now: NOW }), { ok: true });
  return presence;
}

Deno.test("hold() makes its file again where somebody removed or replaced it", () => {
  using place = temporaryDirectory();
  using presence = holding(place.path, "s", HERE);
  const others = new Presence(place.path, { machine: HERE });
  Deno.removeSync(onlyFile(place.path));
  assert.equal(others.look("s"), "unknown");
  assert.equal(presence.look("s"), "alive");
  presence.hold("s", { now: NOW + 999 });
  assert.equal(others.look("s"), "unknown", "it looks once a second");
  presence.hold("s", { now: NOW + 1000 });
  assert.equal(others.look("s"), "alive");
  const path = onlyFile(place.path);
  const note = Deno.readTextFileSync(path);
  Deno.renameSync(path, `${place.path}/moved`);
  Deno.writeTextFileSync(path, note);
  // A clock that was set back is no reason to believe.
  presence.hold("s", { now: NOW });
  assert.equal(others.look("s"), "alive");
});

Deno.test("hold() makes no directory above its own, and says why it cannot hold", () => {
  using place = temporaryDirectory();
  const presence = new Presence(`${place.path}/none/sessions`, { machine: HERE });
  assert.deepEqual(presence.hold("s", { now: NOW }), { ok: false, reason: "missing" });
  place.file("plain");
  const inFile = new Presence(`${place.path}/plain/sessions`, { machine: HERE });
  assert.deepEqual(inFile.hold("s", { now: NOW }), { ok: false, reason: "not_a_directory" });
  assert.deepEqual([...Deno.readDirSync(place.path)].map(({ name }) => name), ["plain"]);
});

/** Runs a test body with every attempt at a lock answered by `answer`. */
function withLocks(answer: (call: number) => boolean, body: () => void): void {
  const original = Deno.FsFile.prototype.tryLockSync;
  let calls = 0;
  Deno.FsFile.prototype.tryLockSync = () => answer(calls++);
  try {
    body();
  } finally {
    Deno.FsFile.prototype.tryLockSync = original;
  }
}

Deno.test("hold() tries again with another file while others look, and leaves none without a lock", () => {
  using place = temporaryDirectory();
  withLocks((call) => call === 2, () => {
    using _presence = holding(place.path, "s", HERE);
    onlyFile(place.path);
  });
  using empty = temporaryDirectory();
  const presence = new Presence(empty.path, { machine: HERE });
  withLocks(() => false, () => {
    assert.deepEqual(presence.hold("s", { now: NOW }), { ok: false, reason: "other" });
  });
  const unsupported = (): boolean => {
    throw new Deno.errors.NotSupported("no locks here");
  };
  withLocks(unsupported, () => {
    assert.deepEqual(presence.hold("s", { now: NOW }), { ok: false, reason: "other" });
    assert.equal(new Presence(place.path, { machine: HERE }).look("s"), "unknown");
  });
  assert.deepEqual([...Deno.readDirSync(empty.path)], []);
});

Deno.test("sweep() removes files that are unlocked, a day old and not the lease holder's", () => {
  using place = temporaryDirectory();
  using presence = holding(place.path, "mine", HERE);
  using _other = holding(place.path, "running", HERE);
  const files = ["old", "holder", "young"].map((session) => leave(place.path, session));
  leave(place.path, "foreign", ELSEWHERE);
  place.file("notes.txt", "a person's own");
  const age = (path: string, at: number): void => Deno.utimeSync(path, new Date(at), new Date(at));
  for (const { name } of Deno.readDirSync(place.path)) age(`${place.path}/${name}`, NOW);
  age(files[2]!, NOW + 1000);
  assert.equal(presence.sweep({ now: NOW + SESSION_FILE_AGE - 1, keep: [] }), 0);
  assert.equal(presence.sweep({ now: NOW + SESSION_FILE_AGE, keep: ["holder"] }), 2);
  const sessions = ["mine", "running", "holder", "young", "old", "foreign"];
  assert.deepEqual(sessions.map((session) => presence.look(session)), [
    "alive",
    "alive",
    "ended",
    "ended",
    "unknown",
    "unknown",
  ]);
  assert.equal(Deno.readTextFileSync(`${place.path}/notes.txt`), "a person's own");
});

Deno.test("Presence says denied and unknown, without an exception, under narrow permissions", () => {
  using place = temporaryDirectory();
  const path = place.directory("sessions");
  leave(path, "s");
  const hold = callScoped(["presence", "hold", path, "s"], {
    permissions: [`--allow-read=${path}`],
  });
  assert.deepEqual(hold, { ok: false, reason: "denied" });
  assert.equal(callScoped(["presence", "look", path, "s"], { permissions: [] }), "unknown");
});

Deno.test("hold() that fails leaves nothing behind that would say the session has ended", () => {
  using place = temporaryDirectory();
  const old = leave(place.path, "s");
  leave(place.path, "other");
  using others = new Presence(place.path, { machine: HERE });
  assert.equal(others.look("s"), "ended");
  using presence = new Presence(place.path, { machine: HERE });
  const { openSync } = Deno;
  Deno.openSync = (path, options) => {
    if (options?.createNew) throw Object.assign(new Error("full"), { code: "ENOSPC" });
    return openSync(path, options);
  };
  try {
    assert.deepEqual(presence.hold("s", { now: NOW }), { ok: false, reason: "full" });
  } finally {
    Deno.openSync = openSync;
  }
  assert.throws(() => Deno.statSync(old), Deno.errors.NotFound);
  assert.deepEqual([others.look("s"), others.look("other")], ["unknown", "ended"]);
});
