// What a workspace looked like, and what became of the files listed as changed.
import assert from "node:assert/strict";
import { lookAtListedFiles } from "../../lib/workspace/changed_files.ts";
import { fingerprint, Fingerprints } from "../../lib/workspace/fingerprint.ts";
import { Random } from "../model/random.ts";
import { git, makeRepository, testWithGit } from "./git.ts";
import { callScoped, temporaryDirectory } from "./temporary.ts";

testWithGit(
  "fingerprint() tells branch, commit and index, and moves with each of them alone",
  () => {
    using place = temporaryDirectory();
    makeRepository(place.path);
    const start = fingerprint(place.path);
    const commit = git(place.path, "rev-parse", "HEAD");
    assert.deepEqual({ ...start, index: undefined }, {
      branch: "main",
      commit,
      index: undefined,
      warnings: [],
    });
    assert.match(start.index!, /^[0-9a-f]{64}$/);
    git(place.path, "checkout", "--quiet", "-b", "topic");
    assert.deepEqual(fingerprint(place.path), { ...start, branch: "topic" });
    git(place.path, "commit", "--quiet", "--allow-empty", "-m", "empty");
    const moved = git(place.path, "rev-parse", "HEAD");
    assert.deepEqual(fingerprint(place.path), { ...start, branch: "topic", commit: moved });
    place.file("new", "content");
    git(place.path, "add", "new");
    assert.notEqual(fingerprint(place.path).index, start.index);
    assert.equal("index" in fingerprint(place.path, { index: false }), false);
  },
);

testWithGit(
  "fingerprint() is empty without a repository and leaves out what cannot be known",
  () => {
    using place = temporaryDirectory();
    assert.deepEqual(fingerprint(place.path), { warnings: [] });
    place.file(".git", "nonsense");
    assert.deepEqual(fingerprint(place.path), {
      warnings: [{ reason: "malformed", path: `${place.path}/.git` }],
    });
    Deno.removeSync(`${place.path}/.git`);
    makeRepository(place.path);
    place.file("file", "content");
    git(place.path, "add", "file");
    git(place.path, "update-index", "--split-index");
    place.file(".git/HEAD", "nonsense");
    assert.deepEqual(fingerprint(place.path), {
      warnings: [
        { reason: "malformed", path: `${place.path}/.git/HEAD` },
        { reason: "split_index", path: `${place.path}/.git/index` },
      ],
    });
  },
);

/** What may happen to a repository between two fingerprints, by git or by hand. */
function happenings(root: string): Readonly<Record<string, () => void>> {
  const [kept, away] = [`${root}/.git`, `${root}/away`];
  let count = 0;
  const run = (...args: string[]) => {
    try {
      git(root, ...args);
    } catch {
      // Not everything can be done in every state.
    }
  };
  const rename = (from: string, to: string): boolean => {
    try {
      Deno.renameSync(from, to);
      return true;
    } catch {
      return false;
    }
  };
  return {
    nothing: () => {},
    "a file added": () => {
      Deno.writeTextFileSync(`${root}/file${++count % 3}`, `${count}`);
      run("add", ".");
    },
    "a commit": () => run("commit", "--quiet", "--allow-empty", "-m", "more"),
    "a new branch": () => run("checkout", "--quiet", "-b", `branch/${++count}`),
    "a branch without a commit": () => run("checkout", "--quiet", "--orphan", `orphan${++count}`),
    "back to main": () => run("checkout", "--quiet", "--force", "main"),
    "a detached head": () => run("checkout", "--quiet", "--detach"),
    "packed refs": () => run("pack-refs", "--all", "--prune"),
    "collected garbage": () => run("gc", "--quiet"),
    "a ref that names a ref": () =>
      run("symbolic-ref", "refs/heads/branch/alias", "refs/heads/main"),
    "the head on that ref": () => run("symbolic-ref", "HEAD", "refs/heads/branch/alias"),
    "an index gone": () => run("rm", "--cached", "-r", "--quiet", "."),
    "a HEAD written in place": () => {
      if (isFile(`${kept}/HEAD`)) {
        Deno.writeTextFileSync(`${kept}/HEAD`, `ref: refs/heads/by/hand${++count}\n`);
      }
    },
    "a HEAD of nonsense": () => {
      if (isFile(`${kept}/HEAD`)) Deno.writeTextFileSync(`${kept}/HEAD`, `nonsense ${++count}\n`);
    },
    "a ref deleted": () => run("update-ref", "-d", "refs/heads/main"),
    "the repository moved away": () => void rename(kept, away),
    "the repository moved back": () => void rename(away, kept),
    "a file that leads to it": () => {
      if (rename(kept, away)) Deno.writeTextFileSync(kept, "gitdir: away\n");
    },
    "that file gone": () => {
      if (isFile(kept)) Deno.removeSync(kept);
    },
    "a repository made": () => run("init", "--quiet"),
  };
}

function isFile(path: string): boolean {
  try {
    return Deno.lstatSync(path).isFile;
  } catch {
    return false;
  }
}

testWithGit("Fingerprints tells after whatever happened what fingerprint() tells", () => {
  const random = new Random(20261130);
  const seen = new Set<string>();
  for (let round = 0; round < 8; round++) {
    using place = temporaryDirectory();
    const [root, tree] = [`${place.path}/main`, `${place.path}/tree`];
    makeRepository(root);
    git(root, "worktree", "add", "--quiet", "-b", "side", tree);
    const here = round % 2 === 0 ? root : tree;
    // What was written an hour ago is believed to be as it was.
    const kept = new Fingerprints(here, { now: () => Date.now() + 3_600_000 });
    const all = happenings(here);
    const names = Object.keys(all);
    const story: string[] = [];
    for (let step = 0; step < 40; step++) {
      const name = random.pick(names);
      all[name]!();
      story.push(name);
      const expected = fingerprint(here);
      assert.deepEqual(kept.take(), expected, story.join(", "));
      seen.add(expected.warnings[0]?.reason ?? (expected.commit ? "commit" : "none"));
    }
  }
  assert.deepEqual([...seen].sort(), ["commit", "malformed", "missing", "none"]);
});

testWithGit("Fingerprints reads nothing of a repository that nobody has written to", () => {
  using place = temporaryDirectory();
  makeRepository(place.path);
  const kept = new Fingerprints(place.path, { now: () => Date.now() + 3_600_000 });
  const first = kept.take();
  const { readFileSync } = Deno;
  Deno.readFileSync = () => assert.fail("a file was read");
  try {
    assert.equal(kept.take(), first);
  } finally {
    Deno.readFileSync = readFileSync;
  }
});

testWithGit("C18: fingerprint() tells a linked worktree's own index", () => {
  using place = temporaryDirectory();
  const [main, tree] = [`${place.path}/main`, `${place.path}/tree`];
  makeRepository(main);
  git(main, "worktree", "add", "--quiet", "-b", "topic", tree);
  place.file("tree/new", "content");
  git(tree, "add", "new");
  const [ours, theirs] = [fingerprint(main), fingerprint(tree)];
  assert.deepEqual([ours.branch, theirs.branch, ours.commit], ["main", "topic", theirs.commit]);
  assert.notEqual(ours.index, theirs.index);
  const seen = callScoped(["fingerprint", "fingerprint", tree], {
    permissions: [`--allow-read=${tree},${main}/.git`],
  });
  assert.deepEqual(seen, theirs);
});

testWithGit(
  "lookAtListedFiles() tells missing, outside and changed paths as they were listed",
  () => {
    using place = temporaryDirectory();
    using other = temporaryDirectory();
    other.file("theirs", "x");
    const since = 1_700_000_000_000;
    const write = (name: string, at: number): void =>
      Deno.utimeSync(place.file(name, "x"), new Date(at), new Date(at));
    write("src/same", since);
    write("src/later", since + 1000);
    write("src/earlier", since - 1000);
    Deno.symlinkSync(other.path, `${place.path}/out`);
    Deno.symlinkSync(`${place.path}/src`, `${place.path}/in`);
    const listed = ["src/same", "src/earlier", "./src/../src/later", `${place.path}/src/later`]
      .concat("in/later", "src", "gone", "src/same/deeper", "../up", "/etc/hostname", "out/theirs")
      .concat(".", "a\0b", "");
    assert.deepEqual(lookAtListedFiles(place.path, listed, { since }), {
      missing: ["gone", "src/same/deeper"],
      outside: ["../up", "/etc/hostname", "out/theirs"],
      changed: ["./src/../src/later", `${place.path}/src/later`, "in/later"],
    });
    assert.deepEqual(lookAtListedFiles(place.path, listed).changed, []);
  },
);

testWithGit(
  "fingerprint() finds a worktree's commit again once the repository it belongs to is back",
  () => {
    using place = temporaryDirectory();
    const [main, away, side] = ["main", "away", "side"].map((name) => `${place.path}/${name}`);
    Deno.mkdirSync(main!);
    makeRepository(main!);
    git(main!, "worktree", "add", "--quiet", "-b", "side", side!);
    const start = fingerprint(side!);
    assert.equal(start.branch, "side");
    assert.ok(start.commit);
    const { now } = Date;
    // What was written an hour ago is believed to be as it was.
    Date.now = () => now() + 3_600_000;
    try {
      Deno.renameSync(main!, away!);
      assert.notDeepEqual(fingerprint(side!), start);
      Deno.renameSync(away!, main!);
      assert.deepEqual(fingerprint(side!), start);
    } finally {
      Date.now = now;
    }
  },
);

Deno.test({
  name: "lookAtListedFiles() says outside of a file whose folder was moved out and linked back",
  ignore: Deno.build.os === "windows",
  fn: () => {
    using place = temporaryDirectory();
    using elsewhere = temporaryDirectory();
    place.file("lib/a.ts", "export {};");
    const { now } = Date;
    Date.now = () => now() + 3_600_000;
    try {
      assert.deepEqual(lookAtListedFiles(place.path, ["lib/a.ts"]).outside, []);
      Deno.renameSync(`${place.path}/lib`, `${elsewhere.path}/lib`);
      Deno.symlinkSync(`${elsewhere.path}/lib`, `${place.path}/lib`);
      assert.deepEqual(lookAtListedFiles(place.path, ["lib/a.ts"]).outside, ["lib/a.ts"]);
    } finally {
      Date.now = now;
    }
  },
});
