// Branch and commit as read from files, compared with what git itself says, and every way to know less.
import assert from "node:assert/strict";
import { readGitHead } from "../../lib/workspace/git_head.ts";
import { commit, git, makeRepository, testWithGit } from "./git.ts";
import { boundByModes, callScoped, temporaryDirectory } from "./temporary.ts";

const ID = "0123456789abcdef0123456789abcdef01234567";

testWithGit("readGitHead() tells a plain repository's branch and commit, loose and packed", () => {
  using place = temporaryDirectory();
  makeRepository(place.path);
  const first = git(place.path, "rev-parse", "HEAD");
  assert.deepEqual(readGitHead(place.path), { branch: "main", commit: first });
  git(place.path, "checkout", "--quiet", "-b", "topic/ünï-1");
  git(place.path, "branch", "topic/other");
  git(place.path, "tag", "-a", "-m", "peeled", "v1");
  git(place.path, "pack-refs", "--all");
  assert.deepEqual(readGitHead(place.path), { branch: "topic/ünï-1", commit: first });
  const second = commit(place.path);
  assert.deepEqual(readGitHead(place.path), { branch: "topic/ünï-1", commit: second });
});

testWithGit("readGitHead() finds the last packed ref with and without a final line break", () => {
  using place = temporaryDirectory();
  place.file(".git/HEAD", "ref: refs/heads/zz\n");
  const other = "f".repeat(40);
  for (const end of ["", "\n", `\n^${other}\n`]) {
    place.file(
      ".git/packed-refs",
      `# pack-refs with: sorted\n${other} refs/heads/z\n${ID} refs/heads/zz${end}`,
    );
    assert.deepEqual(readGitHead(place.path), { branch: "zz", commit: ID });
  }
});

testWithGit("readGitHead() takes a packed ref over the empty folder that git leaves behind", () => {
  using place = temporaryDirectory();
  place.file(".git/HEAD", "ref: refs/heads/a\n");
  place.directory(".git", "refs", "heads", "a");
  place.file(".git/packed-refs", `${ID} refs/heads/a\n`);
  assert.deepEqual(readGitHead(place.path), { branch: "a", commit: ID });
});

testWithGit("readGitHead() tells a commit without a branch on a detached head", () => {
  using place = temporaryDirectory();
  makeRepository(place.path);
  git(place.path, "checkout", "--quiet", "--detach");
  assert.deepEqual(readGitHead(place.path), { commit: git(place.path, "rev-parse", "HEAD") });
});

testWithGit("readGitHead() tells a branch without a commit before the first one", () => {
  using place = temporaryDirectory();
  git(place.path, "init", "--quiet", "--initial-branch=unborn");
  assert.deepEqual(readGitHead(place.path), { branch: "unborn" });
});

testWithGit("readGitHead() follows a branch that stands for another, and no circle", () => {
  using place = temporaryDirectory();
  makeRepository(place.path);
  git(place.path, "symbolic-ref", "refs/heads/alias", "refs/heads/main");
  git(place.path, "symbolic-ref", "HEAD", "refs/heads/alias");
  const id = git(place.path, "rev-parse", "HEAD");
  assert.deepEqual(readGitHead(place.path), { branch: "alias", commit: id });
  place.file(".git/refs/heads/alias", "ref: refs/heads/alias\n");
  const path = `${place.path}/.git/refs/heads/alias`;
  assert.deepEqual(readGitHead(place.path), {
    branch: "alias",
    warning: { reason: "malformed", path },
  });
});

testWithGit(
  "C18: readGitHead() tells each linked worktree's own branch, nested and detached too",
  () => {
    using place = temporaryDirectory();
    const main = `${place.path}/main`;
    makeRepository(main);
    git(main, "worktree", "add", "--quiet", "-b", "left", "../left");
    git(main, "worktree", "add", "--quiet", "-b", "right", "nested/right");
    git(main, "worktree", "add", "--quiet", "--detach", "../loose");
    const [left, right] = [`${place.path}/left`, `${main}/nested/right`];
    const ids = [commit(main), commit(left), commit(right)];
    git(main, "pack-refs", "--all");
    assert.deepEqual([main, left, right].map((root) => readGitHead(root)), [
      { branch: "main", commit: ids[0] },
      { branch: "left", commit: ids[1] },
      { branch: "right", commit: ids[2] },
    ]);
    const loose = git(`${place.path}/loose`, "rev-parse", "HEAD");
    assert.deepEqual(readGitHead(`${place.path}/loose`), { commit: loose });
  },
);

testWithGit("readGitHead() tells a submodule's own commit", () => {
  using place = temporaryDirectory();
  const [inner, outer] = [`${place.path}/inner`, `${place.path}/outer`];
  makeRepository(inner);
  makeRepository(outer);
  const allowed = ["-c", "protocol.file.allow=always"];
  git(outer, ...allowed, "submodule", "--quiet", "add", "../inner", "vendor/inner");
  const id = git(inner, "rev-parse", "HEAD");
  assert.deepEqual(readGitHead(`${outer}/vendor/inner`), { branch: "main", commit: id });
});

testWithGit("readGitHead() understands a repository with SHA-256 ids", () => {
  using place = temporaryDirectory();
  makeRepository(place.path, "--object-format=sha256");
  const id = git(place.path, "rev-parse", "HEAD");
  assert.equal(id.length, 64);
  assert.deepEqual(readGitHead(place.path), { branch: "main", commit: id });
});

testWithGit("readGitHead() says that a reftable repository keeps its branches elsewhere", () => {
  using place = temporaryDirectory();
  const path = place.file(".git/HEAD", "ref: refs/heads/.invalid\n");
  place.file(".git/refs/heads", "this repository uses the reftable format\n");
  assert.deepEqual(readGitHead(place.path), { warning: { reason: "reftable", path } });
});

testWithGit("readGitHead() says nothing at all where the root holds no .git", () => {
  using place = temporaryDirectory();
  makeRepository(place.path);
  assert.deepEqual(readGitHead(place.directory("sub")), {});
});

testWithGit("readGitHead() leaves out what is broken, with a warning that names the file", () => {
  const broken: [file: string, content: string, rest: Record<string, string>, at?: string][] = [
    [".git", "no pointer\n", {}],
    [".git", "gitdir: \n", {}],
    [".git/HEAD", "", {}],
    [".git/HEAD", "\0\0\0\0", {}],
    [".git/HEAD", ID.slice(1), {}],
    [".git/HEAD", "ref: refs/heads/../../../../etc/passwd\n", {}],
    [".git/HEAD", "ref: elsewhere\n", {}],
    [".git/refs/heads/main", "half an i", { branch: "main" }],
    [".git/packed-refs", "half refs/heads/main\n", { branch: "main" }],
  ];
  for (const [file, content, rest] of broken) {
    using place = temporaryDirectory();
    if (file !== ".git") place.file(".git/HEAD", "ref: refs/heads/main\n");
    const path = place.file(file, content);
    const expected = { ...rest, warning: { reason: "malformed", path } };
    assert.deepEqual(readGitHead(place.path), expected, `${file}: ${content}`);
  }
});

testWithGit("readGitHead() says what is missing where a repository was moved away", () => {
  using place = temporaryDirectory();
  place.file("tree/.git", "gitdir: ../gone/worktrees/tree\n");
  const path = `${place.path}/gone/worktrees/tree/HEAD`;
  assert.deepEqual(readGitHead(`${place.path}/tree`), { warning: { reason: "missing", path } });
});

testWithGit("readGitHead() waits for no pipe and reads no giant where a line should be", () => {
  using place = temporaryDirectory();
  const head = `${place.directory(".git")}/HEAD`;
  new Deno.Command("mkfifo", { args: [head] }).outputSync();
  assert.deepEqual(readGitHead(place.path), { warning: { reason: "malformed", path: head } });
  Deno.removeSync(head);
  place.file(".git/HEAD");
  Deno.truncateSync(head, 1_000_000);
  assert.deepEqual(readGitHead(place.path), { warning: { reason: "too_large", path: head } });
});

testWithGit("readGitHead() leaves out what modes and scoped permissions hide", () => {
  using place = temporaryDirectory();
  const main = `${place.path}/main`;
  const tree = `${place.path}/tree`;
  makeRepository(main);
  git(main, "worktree", "add", "--quiet", "-b", "topic", "../tree");
  const own = `${main}/.git/worktrees/tree`;
  const look = (...allowed: string[]): unknown =>
    callScoped(["git_head", "readGitHead", tree], {
      permissions: [`--allow-read=${allowed.join(",")}`],
    });
  assert.deepEqual(look(tree), { warning: { reason: "unreadable", path: `${own}/commondir` } });
  assert.deepEqual(look(tree, own), {
    branch: "topic",
    warning: { reason: "unreadable", path: `${main}/.git/refs/heads/topic` },
  });
  const commit = git(main, "rev-parse", "HEAD");
  assert.deepEqual(look(tree, `${main}/.git`), { branch: "topic", commit });
  Deno.chmodSync(`${main}/.git/HEAD`, 0);
  const hidden = callScoped(["git_head", "readGitHead", main], {
    permissions: ["--allow-read"],
    through: boundByModes(),
  });
  const path = `${main}/.git/HEAD`;
  assert.deepEqual(hidden, { warning: { reason: "unreadable", path } });
});
