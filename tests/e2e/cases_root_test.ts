// Field reports about where a ledger is and what git does to it, with the real server and the real git.
import assert from "node:assert/strict";
import { git, makeRepository } from "../workspace/git.ts";
import { command } from "./command.ts";
import { Served, Workspace } from "./served.ts";

const made = { title: "Parse dates", objective: "Read dates" };

/** A server started in a directory, with the root that its environment names, if any. */
async function serverIn(cwd: string, root = ""): Promise<Served> {
  const served = new Served({ root: cwd, environment: { AGENT_HANDOFF_ROOT: root } });
  await served.begin();
  return served;
}

/** Path of the ledger that the program finds in a directory. */
async function ledgerOf(cwd: string, root = ""): Promise<{ ledger: string; exists: boolean }> {
  const environment = { AGENT_HANDOFF_ROOT: root };
  const { code, stdout, stderr } = await command(cwd, ["where", "--json"], { environment });
  assert.equal(code, 0, stderr);
  const { ledger, ledger_exists } = JSON.parse(stdout);
  return { ledger, exists: ledger_exists };
}

/** Makes a task from a directory. */
async function makeTask(cwd: string, title: string): Promise<void> {
  await using served = await serverIn(cwd);
  const created = await served.call("create_handoff", { ...made, title });
  assert.equal(created!.code, undefined, JSON.stringify(created!.body));
  await served.end();
}

async function titlesFrom(served: Served): Promise<string[]> {
  const { tasks } = (await served.call("list_handoffs"))!.body as { tasks: { title: string }[] };
  return tasks.map(({ title }) => title);
}

Deno.test("the server sits in the main checkout while the agent works in a linked worktree: each tree has its own ledger and says where (C18)", async () => {
  using place = new Workspace();
  const main = `${place.root}/main`;
  makeRepository(main);
  const trees = [main, `${place.root}/linked`, `${main}/nested`];
  git(main, "worktree", "add", "--quiet", "-b", "linked", trees[1]!);
  git(main, "worktree", "add", "--quiet", "-b", "nested", trees[2]!);
  // Left over from something else, without a ledger in it.
  Deno.mkdirSync(`${trees[1]}/.agent-handoff`);
  for (const tree of trees) {
    const ledger = `${tree}/.agent-handoff/ledger.sqlite3`;
    assert.deepEqual(await ledgerOf(tree), { ledger, exists: false });
    assert.deepEqual(await ledgerOf(tree, main), {
      ledger: `${main}/.agent-handoff/ledger.sqlite3`,
      exists: tree !== main,
    });
    await makeTask(tree, `Made in ${tree}`);
  }
  for (const tree of trees) {
    await using served = await serverIn(tree);
    assert.deepEqual(await titlesFrom(served), [`Made in ${tree}`]);
    await served.end();
  }
});

Deno.test("the environment's root wins over a linked worktree that has a ledger of its own (C18)", async () => {
  using place = new Workspace();
  const main = `${place.root}/main`;
  const linked = `${place.root}/linked`;
  makeRepository(main);
  git(main, "worktree", "add", "--quiet", "-b", "linked", linked);
  await makeTask(main, "In main");
  await makeTask(linked, "In linked");
  // From source a server may read below its working directory alone, so this one is started at the top.
  await using served = new Served({
    root: place.root,
    environment: { AGENT_HANDOFF_ROOT: main },
  });
  await served.begin();
  assert.deepEqual(await titlesFrom(served), ["In main"]);
  assert.equal((await ledgerOf(linked, main)).ledger, `${main}/.agent-handoff/ledger.sqlite3`);
});

Deno.test("git stash -u sweeps the tool's state away: a ledger in use is out of git's sight and outlives stash and clean (C26)", async () => {
  using workspace = new Workspace();
  const { root } = workspace;
  Deno.removeSync(`${root}/.git`, { recursive: true });
  makeRepository(root);
  await using served = await serverIn(root);
  await served.call("create_handoff", made);
  assert.equal((await command(root, ["backup"])).code, 0);
  assert.equal(git(root, "status", "--porcelain"), "");
  assert.equal(git(root, "add", "-An"), "");
  Deno.writeTextFileSync(`${root}/work.txt`, "half done");
  git(root, "stash", "-u", "--quiet");
  git(root, "clean", "-fdq");
  assert.throws(() => Deno.statSync(`${root}/work.txt`), Deno.errors.NotFound);
  const claimed = await served.call("claim_handoff");
  assert.equal(claimed!.code, undefined, JSON.stringify(claimed!.body));
  assert.equal(claimed!.body.warnings, undefined);
  await served.end();
  const names = [...Deno.readDirSync(`${root}/.agent-handoff`)].map(({ name }) => name).sort();
  assert.deepEqual(names, [".gitignore", "backups", "ledger.sqlite3", "sessions"]);
});

Deno.test("git clean -fdX, which deletes ignored files, leaves a refusal and no silent empty ledger (C26)", async () => {
  using workspace = new Workspace();
  const { root } = workspace;
  Deno.removeSync(`${root}/.git`, { recursive: true });
  makeRepository(root);
  await using served = await serverIn(root);
  await served.call("create_handoff", made);
  git(root, "clean", "-fdXq");
  const answer = await served.call("list_handoffs");
  assert.equal(answer!.code, "ledger_moved");
  assert.equal((await served.call("create_handoff", made))!.code, "ledger_moved");
});

Deno.test("the ignore file is made again where it was deleted between runs, and a user's own is left alone (C26)", async () => {
  using workspace = new Workspace();
  const { root } = workspace;
  const ignore = `${root}/.agent-handoff/.gitignore`;
  await makeTask(root, "One");
  assert.equal(Deno.readTextFileSync(ignore), "*\n");
  Deno.removeSync(ignore);
  await using served = await serverIn(root);
  await served.call("list_handoffs");
  assert.equal(Deno.readTextFileSync(ignore), "*\n");
  await served.end();
  for (const own of ["", "ledger.sqlite3\n"]) {
    Deno.writeTextFileSync(ignore, own);
    await makeTask(root, `With ${JSON.stringify(own)}`);
    assert.equal(Deno.readTextFileSync(ignore), own);
  }
});
