// The index as read from its file, compared with what git itself lists, and every way to know less.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import * as fastCheck from "fast-check";
import { findGitDirectories, type GitDirectories } from "../../lib/workspace/git_files.ts";
import { digestIndex, indexEntries, readIndexDigest } from "../../lib/workspace/git_index.ts";
import { git, makeRepository, testWithGit } from "./git.ts";
import { type Temporary, temporaryDirectory } from "./temporary.ts";

const NOTHING = createHash("sha256").digest("hex");

/** A repository with files of many kinds in its index. */
function makeFilledRepository(place: Temporary, ...options: string[]): void {
  makeRepository(place.path, ...options);
  const names = ["a", "a.b", "a/b", "deep/er/file", "ünï/日本", `long/${"x".repeat(200)}`];
  for (const [index, name] of names.entries()) place.file(`src/${name}x`, `content ${index}`);
  for (let index = 0; index < 300; index++) place.file(`many/${index % 7}/f${index}`, `${index}`);
  Deno.chmodSync(place.file("run.sh", "#!/bin/sh\n"), 0o755);
  Deno.symlinkSync("a", `${place.path}/link`);
  git(place.path, "add", ".");
}

/** What `git ls-files --stage` prints, from our own reading of the index. */
function listed(path: string, idLength: number): string[] {
  const bytes = Deno.readFileSync(`${path}/.git/index`);
  const lines: string[] = [];
  const entries = indexEntries(bytes, { idLength });
  let step = entries.next();
  for (; !step.done; step = entries.next()) {
    const { mode, id, stage, path } = step.value;
    const hex = Array.from(id, (byte) => byte.toString(16).padStart(2, "0")).join("");
    lines.push(`${mode.toString(8)} ${hex} ${stage}\t${new TextDecoder().decode(path)}`);
  }
  assert.equal(step.value, undefined);
  return lines;
}

/** What git lists. */
function listedByGit(path: string): string[] {
  return git(path, "ls-files", "--stage", "-z").split("\0").filter((line) => line !== "");
}

/** The digest of a work tree's index, or the reason why there is none. */
function digestOf(path: string): string {
  const result = readIndexDigest(findGitDirectories(path) as GitDirectories);
  return "digest" in result ? result.digest : result.reason;
}

/** The version of the index file's format. */
function versionOf(path: string): number {
  return Deno.readFileSync(`${path}/.git/index`)[7]!;
}

testWithGit(
  "indexEntries() lists what git lists, in versions 2, 3 and 4, and digests are equal",
  () => {
    using place = temporaryDirectory();
    makeFilledRepository(place);
    const expected = listedByGit(place.path);
    assert.equal(expected.length, 308);
    const digests = new Set<string>();
    for (const version of [2, 4, 2]) {
      git(place.path, "update-index", "--index-version", `${version}`);
      assert.equal(versionOf(place.path), version);
      assert.deepEqual(listed(place.path, 20), expected);
      digests.add(digestOf(place.path));
    }
    place.file("later", "not added");
    git(place.path, "add", "-N", "later");
    assert.equal(versionOf(place.path), 3);
    assert.deepEqual(listed(place.path, 20), listedByGit(place.path));
    git(place.path, "rm", "--quiet", "--cached", "later");
    digests.add(digestOf(place.path));
    assert.equal(digests.size, 1);
    assert.match([...digests][0]!, /^[0-9a-f]{64}$/);
  },
);

testWithGit("indexEntries() lists what git lists in a SHA-256 repository", () => {
  using place = temporaryDirectory();
  makeFilledRepository(place, "--object-format=sha256");
  assert.deepEqual(listed(place.path, 32), listedByGit(place.path));
  git(place.path, "update-index", "--index-version", "4");
  assert.deepEqual(listed(place.path, 32), listedByGit(place.path));
  assert.match(digestOf(place.path), /^[0-9a-f]{64}$/);
});

testWithGit("indexEntries() lists the sides of an unfinished merge", () => {
  using place = temporaryDirectory();
  makeFilledRepository(place);
  git(place.path, "commit", "--quiet", "-m", "base");
  git(place.path, "checkout", "--quiet", "-b", "other");
  place.file("run.sh", "theirs\n");
  git(place.path, "commit", "--quiet", "-am", "theirs");
  git(place.path, "checkout", "--quiet", "main");
  place.file("run.sh", "ours\n");
  git(place.path, "commit", "--quiet", "-am", "ours");
  const before = digestOf(place.path);
  assert.throws(() => git(place.path, "merge", "--quiet", "other"));
  const lines = listed(place.path, 20);
  assert.deepEqual(lines, listedByGit(place.path));
  const stages = lines.filter((line) => line.endsWith("run.sh")).map((line) => line.split(/\s/)[2]);
  assert.deepEqual(stages, ["1", "2", "3"]);
  assert.notEqual(digestOf(place.path), before);
});

testWithGit(
  "readIndexDigest() changes with content, mode and name, and not with times or a commit",
  () => {
    using place = temporaryDirectory();
    makeFilledRepository(place);
    const start = digestOf(place.path);
    git(place.path, "commit", "--quiet", "-m", "all");
    Deno.utimeSync(`${place.path}/run.sh`, 1, 1);
    git(place.path, "update-index", "--refresh");
    assert.equal(digestOf(place.path), start);
    const digests = [start];
    place.file("run.sh", "#!/bin/sh\ntrue\n");
    git(place.path, "add", "run.sh");
    digests.push(digestOf(place.path));
    Deno.chmodSync(`${place.path}/run.sh`, 0o644);
    git(place.path, "add", "run.sh");
    digests.push(digestOf(place.path));
    git(place.path, "mv", "run.sh", "ran.sh");
    digests.push(digestOf(place.path));
    assert.equal(new Set(digests).size, 4);
  },
);

testWithGit("readIndexDigest() is the digest of no files before anything was added", () => {
  using place = temporaryDirectory();
  for (const format of ["sha1", "sha256"]) {
    git(place.directory(format), "init", "--quiet", `--object-format=${format}`);
    assert.equal(digestOf(`${place.path}/${format}`), NOTHING);
  }
});

testWithGit("readIndexDigest() says why it does not know a split or a sparse index", () => {
  using place = temporaryDirectory();
  makeFilledRepository(place);
  git(place.path, "commit", "--quiet", "-m", "all");
  const whole = digestOf(place.path);
  git(place.path, "update-index", "--split-index");
  assert.equal(digestOf(place.path), "split_index");
  git(place.path, "update-index", "--no-split-index");
  assert.equal(digestOf(place.path), whole);
  git(place.path, "sparse-checkout", "set", "--cone", "--sparse-index", "src/deep");
  assert.equal(digestOf(place.path), "sparse_index");
});

testWithGit(
  "readIndexDigest() names the file that does not parse, is too large or may not be read",
  () => {
    using place = temporaryDirectory();
    makeFilledRepository(place);
    const directories = findGitDirectories(place.path) as GitDirectories;
    const index = `${place.path}/.git/index`;
    const bytes = Deno.readFileSync(index);
    for (const broken of [[], [1, 2, 3], bytes.subarray(0, 500), bytes.subarray(0, -21)]) {
      Deno.writeFileSync(index, Uint8Array.from(broken));
      assert.deepEqual(readIndexDigest(directories), { reason: "malformed", path: index });
    }
    Deno.truncateSync(index, 65 * 1024 * 1024);
    assert.deepEqual(readIndexDigest(directories), { reason: "too_large", path: index });
    Deno.writeFileSync(index, bytes);
    const config = `${place.path}/.git/config`;
    Deno.truncateSync(config, 2 * 1024 * 1024);
    // The form of a repository's ids is read once for each finding of its directories.
    const found = findGitDirectories(place.path) as GitDirectories;
    assert.deepEqual(readIndexDigest(found), { reason: "too_large", path: config });
  },
);

testWithGit("digestIndex() answers for any bytes, and never throws or runs on", () => {
  using place = temporaryDirectory();
  makeFilledRepository(place);
  for (const version of ["2", "4"]) {
    git(place.path, "update-index", "--index-version", version);
    const good = Deno.readFileSync(`${place.path}/.git/index`);
    const flips = fastCheck.array(
      fastCheck.tuple(fastCheck.nat(good.length - 1), fastCheck.nat(255)),
    );
    const cut = fastCheck.nat(good.length);
    fastCheck.assert(
      fastCheck.property(flips, cut, fastCheck.boolean(), (changes, length, whole) => {
        const bytes = good.slice(0, whole ? good.length : length);
        for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
        for (const idLength of [20, 32]) {
          const result = digestIndex(bytes, { idLength });
          assert.ok("digest" in result || result.fault !== undefined);
        }
      }),
      { seed: 9, numRuns: 500 },
    );
  }
});
