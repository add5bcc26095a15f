// Random and damaged mount tables: a choice comes of each, and it never trusts a file system that it cannot name.
import assert from "node:assert/strict";
import { journalFor } from "../../lib/workspace/mounts.ts";
import { forSeconds } from "./box.ts";
import { Junk } from "./junk.ts";

const table = [
  "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw",
  "30 22 0:27 / /proc rw,nosuid - proc proc rw",
  "40 22 0:40 / /mnt/c rw,noatime - 9p C:\\134 rw,dirsync,aname=drvfs",
  "41 22 0:41 / /work rw,relatime - virtiofs work rw",
  "42 41 8:2 / /srv/disk rw - ext4 /dev/sda2 rw",
  "43 22 0:43 / /net/share rw - nfs4 server:/share rw,vers=4.2",
  "44 22 0:44 / /home/a\\040b rw - fuse.sshfs host: rw",
  "45 22 0:45 / /cifs rw - cifs //server/share rw",
].join("\n");
const paths = ["/", "/srv/x", "/srv/disk/x", "/mnt/c/x", "/net/share/x", "/home/a b/x", "/cifs"];

Deno.test("journalFor() chooses for any mount table, damaged or made up, without an error", async () => {
  const junk = new Junk(13);
  const bytes = new TextEncoder().encode(table);
  const journals = new Set<string>();
  await forSeconds(1, () => {
    const text = junk.random.odds(80)
      ? new TextDecoder().decode(junk.damaged(junk.damaged(bytes)))
      : junk.text();
    const path = junk.random.odds(90) ? junk.random.pick(paths) : junk.text();
    const choice = journalFor(path, text, { system: "linux" });
    const about = `${path} in\n${text}`;
    assert.match(choice.journal, /^(wal|rollback|refuse)$/, about);
    assert.equal(typeof choice.fileSystem, "string", about);
    // WAL needs shared memory, so only file systems that are known to be local get it.
    if (choice.journal === "wal") assert.equal(choice.reason, "local", about);
    journals.add(choice.journal);
  });
  assert.ok(journals.has("wal") && journals.has("rollback"));
});
