// Root discovery: told outright, found by `.git`, or refused; the field reports on wrong trees and values.
import assert from "node:assert/strict";
import {
  findRoot,
  type RootClues,
  type RootFound,
  type RootRefused,
} from "../../lib/workspace/root.ts";
import { callScoped, temporaryDirectory } from "./temporary.ts";

/** Finds the root with an environment given as values. */
function find(
  clues: { flag?: string; cwd?: string },
  variables: Record<string, string> = {},
): RootFound | RootRefused {
  return findRoot({ ...clues, environment: (name) => variables[name] } as RootClues);
}

/** The result as one line. */
function outcome(result: RootFound | RootRefused): string {
  return result.ok ? `${result.from} ${result.root}` : `${result.field} ${result.reason}`;
}

Deno.test("findRoot() takes --root before AGENT_HANDOFF_ROOT before the repository", () => {
  using place = temporaryDirectory();
  const [flag, env, repository] = ["flag", "env", "repo"].map((name) => place.directory(name));
  const cwd = place.directory("repo", "a", "b");
  place.directory("repo", ".git");
  const variables = { AGENT_HANDOFF_ROOT: env! };
  assert.equal(outcome(find({ flag, cwd }, variables)), `flag ${flag}`);
  assert.equal(outcome(find({ cwd }, variables)), `env ${env}`);
  assert.equal(outcome(find({ cwd })), `git ${repository}`);
});

Deno.test("findRoot() takes a blank --root and a blank AGENT_HANDOFF_ROOT as unset", () => {
  using place = temporaryDirectory();
  place.directory(".git");
  for (const blank of ["", " ", "\t\n "]) {
    const result = find({ flag: blank, cwd: place.path }, { AGENT_HANDOFF_ROOT: blank });
    assert.equal(outcome(result), `git ${place.path}`);
  }
});

Deno.test("C19: an unexpanded, relative or absent root is refused, quoted, and nothing is made", () => {
  using place = temporaryDirectory();
  place.directory(".git");
  place.file("plain");
  const refused: [value: string, reason: string][] = [
    ["${CLAUDE_PROJECT_DIR}", "unexpanded_variable"],
    [`${place.path}/\${NAME}`, "unexpanded_variable"],
    ["${workspaceFolder:-.}", "unexpanded_variable"],
    ["$HOME/p", "unexpanded_variable"],
    [`${place.path}/$USER/p`, "unexpanded_variable"],
    ["$(pwd)", "unexpanded_variable"],
    ["%USERPROFILE%\\p", "unexpanded_variable"],
    ["~", "unexpanded_home"],
    ["~/p", "unexpanded_home"],
    ["~me/p", "unexpanded_home"],
    ["file:///tmp", "file_url"],
    ["FILE:///tmp", "file_url"],
    [".", "relative"],
    ["rel/dir", "relative"],
    [`"${place.path}"`, "relative"],
    [`${place.path}/no/such`, "missing"],
    [`${place.path}/no\nsuch`, "missing"],
    [`${place.path}/plain`, "not_a_directory"],
    [`${place.path}/plain/deeper`, "not_a_directory"],
    [`${place.path}/a\0b`, "unreadable"],
    [`${place.path}/${"n".repeat(300)}`, "unreadable"],
  ];
  for (const [value, reason] of refused) {
    const expected = {
      ok: false,
      code: "workspace_unknown",
      value,
      reason,
      accepted: "the absolute path of an existing directory",
    };
    const byVariable = find({ cwd: place.path }, { AGENT_HANDOFF_ROOT: value });
    assert.deepEqual(byVariable, { ...expected, field: "AGENT_HANDOFF_ROOT" });
    assert.deepEqual(find({ flag: value, cwd: place.path }), { ...expected, field: "--root" });
  }
  assert.deepEqual([...Deno.readDirSync(place.path)].map(({ name }) => name).sort(), [
    ".git",
    "plain",
  ]);
});

Deno.test("findRoot() refuses an unexpanded path that exists, and takes other odd names as they are", () => {
  using place = temporaryDirectory();
  const literal = place.directory("${CLAUDE_PROJECT_DIR}");
  assert.equal(outcome(find({ flag: literal })), "--root unexpanded_variable");
  for (const name of ["a$b", "100% sure", "with space", "日本 ü", "trailing~"]) {
    const flag = place.directory(name);
    assert.equal(outcome(find({ flag })), `flag ${flag}`);
  }
});

Deno.test("findRoot() resolves symbolic links and dots in a root that was told", () => {
  using place = temporaryDirectory();
  const real = place.directory("real", "deep");
  Deno.symlinkSync(place.directory("real"), `${place.path}/link`);
  assert.equal(outcome(find({ flag: `${place.path}/link/../link/./deep/` })), `flag ${real}`);
  Deno.symlinkSync(`${place.path}/gone`, `${place.path}/broken`);
  assert.equal(outcome(find({ flag: `${place.path}/broken` })), "--root missing");
});

Deno.test("C18: each worktree, nested worktree and submodule is its own root; the env root wins", () => {
  using place = temporaryDirectory();
  const main = place.directory("main");
  place.directory("main", ".git", "worktrees");
  const trees = ["linked", "main/nested", "main/vendor/module"].map((name) => {
    place.file(`${name}/.git`, "gitdir: elsewhere\n");
    return place.directory(name);
  });
  place.directory("linked", ".agent-handoff");
  place.directory("main", "src", ".agent-handoff");
  assert.equal(outcome(find({ cwd: place.directory("main", "src") })), `git ${main}`);
  for (const tree of trees) {
    assert.equal(outcome(find({ cwd: tree })), `git ${tree}`);
    assert.equal(outcome(find({ cwd: tree }, { AGENT_HANDOFF_ROOT: main })), `env ${main}`);
  }
});

Deno.test("findRoot() finds the repository of a working directory inside .git", () => {
  using place = temporaryDirectory();
  const cwd = place.directory(".git", "hooks");
  assert.equal(outcome(find({ cwd })), `git ${place.path}`);
});

Deno.test("findRoot() walks from the place that a linked working directory leads to", () => {
  using place = temporaryDirectory();
  place.directory("repo", ".git");
  Deno.symlinkSync(place.directory("repo", "sub"), `${place.path}/link`);
  assert.equal(outcome(find({ cwd: `${place.path}/link` })), `git ${place.path}/repo`);
});

Deno.test("findRoot() reads neither GIT_DIR nor GIT_WORK_TREE", () => {
  using place = temporaryDirectory();
  const other = place.directory("other", ".git");
  const asked: string[] = [];
  const variables: Record<string, string> = {
    GIT_DIR: other,
    GIT_WORK_TREE: `${place.path}/other`,
  };
  const environment = (name: string): string | undefined => (asked.push(name), variables[name]);
  assert.equal(findRoot({ cwd: place.path, environment }).ok, false);
  assert.deepEqual(asked.filter((name) => name.startsWith("GIT")), []);
});

Deno.test("findRoot() walks from CLAUDE_PROJECT_DIR only where the working directory finds none", () => {
  using place = temporaryDirectory();
  const [repository, outside] = [place.directory("repo"), place.directory("outside")];
  place.directory("repo", ".git");
  place.directory("other", ".git");
  const variables = { CLAUDE_PROJECT_DIR: place.directory("repo", "sub") };
  assert.equal(outcome(find({ cwd: outside }, variables)), `claude_project_dir ${repository}`);
  assert.equal(outcome(find({}, variables)), `claude_project_dir ${repository}`);
  const cwd = place.directory("other");
  assert.equal(outcome(find({ cwd }, variables)), `git ${cwd}`);
});

Deno.test("findRoot() takes a useless CLAUDE_PROJECT_DIR as unset and reports it in the refusal", () => {
  using place = temporaryDirectory();
  const useless: [value: string, reason: string][] = [
    [".", "relative"],
    ["sub", "relative"],
    ["${CLAUDE_PROJECT_DIR}", "unexpanded_variable"],
    [`${place.path}/gone`, "missing"],
    [place.path, "no_repository"],
  ];
  for (const [value, reason] of useless) {
    assert.deepEqual(find({ cwd: place.path }, { CLAUDE_PROJECT_DIR: value }), {
      ok: false,
      code: "workspace_unknown",
      field: "cwd",
      value: place.path,
      reason: "no_repository",
      accepted: "the absolute path of an existing directory",
      ignored: { value, reason },
    });
  }
});

Deno.test("C20: outside a repository the root is refused and no file is made", () => {
  using place = temporaryDirectory();
  for (const cwd of ["/", place.path, place.directory("a", "b")]) {
    assert.deepEqual(find({ cwd }, { HOME: place.path, CLAUDE_PROJECT_DIR: "  " }), {
      ok: false,
      code: "workspace_unknown",
      field: "cwd",
      value: cwd,
      reason: "no_repository",
      accepted: "the absolute path of an existing directory",
    });
  }
  assert.deepEqual([...Deno.readDirSync(place.path)].map(({ name }) => name), ["a"]);
});

Deno.test("C20: a root that is the home directory or / draws a warning with its path", () => {
  using place = temporaryDirectory();
  place.directory(".git");
  const cwd = place.directory("a", "b");
  const atHome = [{ code: "root_is_home", path: place.path }];
  const warnings = (result: RootFound | RootRefused): unknown => result.ok && result.warnings;
  assert.deepEqual(warnings(find({ cwd }, { HOME: place.path })), atHome);
  assert.deepEqual(warnings(find({ cwd }, { HOME: `${place.path}/` })), atHome);
  assert.deepEqual(warnings(find({ cwd }, { USERPROFILE: place.path })), atHome);
  Deno.symlinkSync(place.path, `${place.path}/link`);
  assert.deepEqual(warnings(find({ cwd }, { HOME: `${place.path}/link` })), atHome);
  assert.deepEqual(warnings(find({ cwd }, { HOME: cwd })), []);
  assert.deepEqual(warnings(find({ cwd }, { HOME: "" })), []);
  assert.deepEqual(warnings(find({ flag: "/", cwd }, { HOME: "/home/someone" })), [
    { code: "root_is_file_system_root", path: "/" },
  ]);
});

Deno.test("findRoot() stops, and says where, at a parent that scoped permissions hide", () => {
  using place = temporaryDirectory();
  place.directory(".git");
  const cwd = place.directory("sub", "deep");
  const seen = callScoped(["root", "findRoot", cwd, {}], {
    permissions: [`--allow-read=${place.path}/sub`],
  });
  assert.deepEqual(seen, {
    ok: false,
    code: "workspace_unknown",
    field: "cwd",
    value: cwd,
    reason: "no_repository",
    accepted: "the absolute path of an existing directory",
    stoppedAt: place.path,
  });
});

Deno.test("findRoot() needs to read no more than the root, and takes ungranted variables as unset", () => {
  using place = temporaryDirectory();
  place.directory(".git");
  const seen = callScoped(["root", "findRoot", place.directory("sub"), {}], {
    permissions: [`--allow-read=${place.path}`],
  });
  assert.deepEqual(seen, { ok: true, root: place.path, from: "git", warnings: [] });
});

Deno.test("findRoot() says unreadable of a told root that scoped permissions hide", () => {
  using place = temporaryDirectory();
  const variables = { AGENT_HANDOFF_ROOT: place.path };
  const seen = callScoped(["root", "findRoot", "/", variables], { permissions: [] });
  assert.equal(outcome(seen as RootRefused), "AGENT_HANDOFF_ROOT unreadable");
});
