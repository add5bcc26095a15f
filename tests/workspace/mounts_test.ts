// Which journal suits a place: the field reports on shared, network and synced places, and mount table traps.
import assert from "node:assert/strict";
import * as fastCheck from "fast-check";
import { type JournalChoice, journalFor, type PlaceClues } from "../../lib/workspace/mounts.ts";
import { callScoped, onOwnFileSystem, temporaryDirectory } from "./temporary.ts";

const LINUX: PlaceClues = { system: "linux" };

/** A mount table with a root of ext4 and the mounts given, in their order. */
function table(...mounts: [point: string, kind: string, options?: string][]): string {
  const root: [string, string] = ["/", "ext4"];
  return [root, ...mounts]
    .map(([point, kind, options = "rw"], index) =>
      `${
        index + 30
      } 29 0:${index} / ${point} rw,relatime shared:${index} - ${kind} source ${options}\n`
    )
    .join("");
}

/** The choice as one line. */
function chosen(...args: Parameters<typeof journalFor>): string {
  const { journal, reason, fileSystem, mountPoint }: JournalChoice = journalFor(...args);
  return `${journal} (${reason}): ${fileSystem}${mountPoint === undefined ? "" : ` ${mountPoint}`}`;
}

Deno.test("C15: a place on another kernel's disk or a network gets no WAL, a local one does", () => {
  const cases: [kind: string, expected: string][] = [
    ["9p", "rollback (shared)"],
    ["drvfs", "rollback (shared)"],
    ["virtiofs", "rollback (shared)"],
    ["fuse.grpcfuse", "rollback (shared)"],
    ["fuse.osxfs", "rollback (shared)"],
    ["fakeowner", "rollback (shared)"],
    ["nfs4", "rollback (network)"],
    ["nfs", "rollback (network)"],
    ["cifs", "rollback (network)"],
    ["smb3", "rollback (network)"],
    ["fuse.sshfs", "refuse (without_locks)"],
    ["fuse.rclone", "refuse (without_locks)"],
    ["overlay", "wal (local)"],
    ["btrfs", "wal (local)"],
    ["ext4", "wal (local)"],
    ["xfs", "wal (local)"],
    ["zfs", "wal (local)"],
    ["tmpfs", "wal (local)"],
    ["fuseblk", "wal (local)"],
    ["fuse.something-new", "rollback (unknown)"],
    ["neverheardof", "rollback (unknown)"],
  ];
  for (const [kind, expected] of cases) {
    const line = chosen("/mnt/c/repo", table(["/mnt/c", kind]), LINUX);
    assert.equal(line, `${expected}: ${kind} /mnt/c`);
  }
});

Deno.test("C15: the longest mount point that leads to the path counts", () => {
  const nested = table(["/a", "virtiofs"], ["/a/b", "ext4"], ["/a/bc", "nfs4"]);
  assert.equal(chosen("/a/b/repo", nested, LINUX), "wal (local): ext4 /a/b");
  assert.equal(chosen("/a/b", nested, LINUX), "wal (local): ext4 /a/b");
  assert.equal(chosen("/a/bd/repo", nested, LINUX), "rollback (shared): virtiofs /a");
  assert.equal(chosen("/a/bc/repo", nested, LINUX), "rollback (network): nfs4 /a/bc");
  assert.equal(chosen("/ab", nested, LINUX), "wal (local): ext4 /");
});

Deno.test("C15: of several mounts on one point the last counts", () => {
  const stacked = table(["/a", "ext4"], ["/a", "9p"]);
  assert.equal(chosen("/a/repo", stacked, LINUX), "rollback (shared): 9p /a");
  const again = table(["/a", "9p"], ["/a", "ext4"]);
  assert.equal(chosen("/a/repo", again, LINUX), "wal (local): ext4 /a");
});

Deno.test("journalFor() reads spaces and other escapes in a mount point", () => {
  const escaped = table(["/a\\040b\\011c\\134d\\012e", "9p"], ["/ü", "nfs4"]);
  const point = "/a b\tc\\d\ne";
  assert.equal(chosen(`${point}/repo`, escaped, LINUX), `rollback (shared): 9p ${point}`);
  assert.equal(chosen("/ü/repo", escaped, LINUX), "rollback (network): nfs4 /ü");
});

Deno.test("journalFor() refuses a network place that is mounted with its locks turned off", () => {
  for (const options of ["rw,nolock", "local_lock=all", "rw,local_lock=posix,vers=3", "nobrl"]) {
    const mounts = table(["/n", "nfs", options]);
    assert.equal(chosen("/n/repo", mounts, LINUX), "refuse (without_locks): nfs /n");
  }
  const harmless = table(["/n", "nfs4", "rw,local_lock=none"], ["/e", "ext4", "nolock"]);
  assert.equal(chosen("/n/repo", harmless, LINUX), "rollback (network): nfs4 /n");
  assert.equal(chosen("/e/repo", harmless, LINUX), "wal (local): ext4 /e");
});

Deno.test("journalFor() without a mount table goes by the kind's number, then by the device", () => {
  const [disk, none] = [254 * 256, 27];
  const cases: [clues: PlaceClues, expected: string][] = [
    [{ kind: 0xef53 }, "wal (local): ext4"],
    [{ kind: 0x794c7630, device: none }, "wal (local): overlay"],
    [{ kind: 0x01021997 }, "rollback (shared): 9p"],
    [{ kind: 0x6969, device: none }, "rollback (network): nfs"],
    [{ kind: 0xff534d42 }, "rollback (network): cifs"],
    [{ kind: 0xff534d42 - 2 ** 32 }, "rollback (network): cifs"],
    [{ kind: 0x73757245 }, "refuse (without_locks): coda"],
    [{ kind: 0x65735546, device: none }, "rollback (unknown): fuse"],
    [{ kind: 0x65735546, device: disk }, "wal (local): fuse"],
    [{ kind: 12345, device: none }, "rollback (unknown): unknown"],
    [{ device: disk }, "wal (local): unknown"],
    [{ device: 2 ** 44 }, "wal (local): unknown"],
    [{ device: none }, "rollback (unknown): unknown"],
    [{ device: 255 + 2 ** 20 }, "rollback (unknown): unknown"],
    [{}, "rollback (unknown): unknown"],
  ];
  for (const [clues, expected] of cases) {
    for (const unreadable of [undefined, "", "not a table\n"]) {
      assert.equal(chosen("/repo", unreadable, { ...clues, ...LINUX }), expected);
    }
  }
});

Deno.test("journalFor() gives a synced folder the rollback journal on every system", () => {
  for (
    const [system, path] of [
      ["linux", "/home/me/Dropbox/repo"],
      ["darwin", "/Users/me/Dropbox (Work)/repo"],
      ["darwin", "/Users/me/Library/Mobile Documents/com~apple~CloudDocs/repo"],
      ["darwin", "/Users/me/Library/CloudStorage/GoogleDrive-me@example.invalid/My Drive/repo"],
      ["windows", "C:\\Users\\me\\OneDrive\\repo"],
      ["windows", "C:\\Users\\me\\OneDrive - Example Ltd\\Documents\\repo"],
      ["windows", "C:\\Users\\me\\iCloudDrive\\repo"],
      ["windows", "G:\\My Drive\\repo"],
    ] as const
  ) {
    const { journal, reason } = journalFor(path, table(), { system });
    assert.equal(`${journal} ${reason}`, "rollback synced_folder", path);
  }
  for (const path of ["/src/dropbox/repo", "/src/OneDriveTool/repo", "/src/my drive/repo"]) {
    assert.equal(journalFor(path, table(), LINUX).journal, "wal", path);
  }
  const shared = table(["/n", "fuse.sshfs"]);
  assert.equal(journalFor("/n/Dropbox/repo", shared, LINUX).journal, "refuse");
});

Deno.test("journalFor() tells network paths on Windows and volumes on macOS by their form", () => {
  const cases: [system: "windows" | "darwin", path: string, expected: string][] = [
    ["windows", "C:\\src\\repo", "wal (usual)"],
    ["windows", "\\\\?\\C:\\src\\repo", "wal (usual)"],
    ["windows", "\\\\server\\share\\repo", "rollback (network)"],
    ["windows", "//server/share/repo", "rollback (network)"],
    ["windows", "\\\\?\\UNC\\server\\share\\repo", "rollback (network)"],
    ["windows", "\\\\wsl$\\Debian\\home\\me", "refuse (without_locks)"],
    ["windows", "\\\\wsl.localhost\\Debian\\home\\me", "refuse (without_locks)"],
    ["darwin", "/Users/me/repo", "wal (usual)"],
    ["darwin", "/Volumes/Disk/repo", "rollback (external_volume)"],
    ["darwin", "/net/server/repo", "rollback (network)"],
  ];
  for (const [system, path, expected] of cases) {
    assert.equal(chosen(path, undefined, { system }), `${expected}: unknown`, path);
  }
});

Deno.test("journalFor() gives an answer for any text and path, and never throws", () => {
  const good = table(["/a", "9p"], ["/a\\040b", "ext4"]);
  const mangled = fastCheck.tuple(fastCheck.nat(good.length), fastCheck.string())
    .map(([at, text]) => good.slice(0, at) + text + good.slice(at + text.length));
  const texts = fastCheck.oneof(mangled, fastCheck.string({ unit: "binary" }));
  fastCheck.assert(
    fastCheck.property(texts, fastCheck.string(), (text, path) => {
      const { journal } = journalFor(`/${path}`, text, LINUX);
      assert.ok(["wal", "rollback", "refuse"].includes(journal));
    }),
    { seed: 15, numRuns: 2000 },
  );
});

Deno.test("chooseJournal() sees the file system's kind with every permission, or with sys=statfs", () => {
  using place = temporaryDirectory();
  const through = onOwnFileSystem(place.path, { size: "size=1m", ready: "true" });
  const choose = (...permissions: string[]): string => {
    const seen = callScoped(["mounts", "chooseJournal", place.path], { permissions, through });
    const { fileSystem, mountPoint, journal } = seen as JournalChoice;
    return [journal, fileSystem, mountPoint].join(" ");
  };
  const read = `--allow-read=${place.path}`;
  assert.equal(choose("-A"), `wal tmpfs ${place.path}`);
  assert.equal(choose(read, "--allow-sys=statfs"), "wal tmpfs ");
  assert.equal(choose(read), "rollback unknown ");
});
