// init: the clients' own files, edited without harm, and taken back.
import { deepEqual, equal, match } from "node:assert/strict";
import { CLIENT_IDS } from "../../lib/clients/catalog.ts";
import { type Json, Project } from "../support/program.ts";

/** Names in the project, `.git` aside. */
function names(project: Project): string[] {
  return [...Deno.readDirSync(project.root)].map(({ name }) => name)
    .filter((name) => name !== ".git").sort();
}

Deno.test("init without a terminal or --client is a usage error that names what is installed", async () => {
  using project = new Project();
  Deno.mkdirSync(`${project.home}/.codex`);
  const { code, stderr } = await project.run(["init"]);
  equal(code, 2);
  match(stderr, /found here: codex/);
  deepEqual(names(project), []);
});

Deno.test("init --dry-run prints a diff and writes nothing; init writes just that, and once only", async () => {
  using project = new Project();
  const dry = await project.run(["init", "--client", "claude-code", "--dry-run"]);
  match(dry.stdout, /^--- \/dev\/null\n\+\+\+ .*\.mcp\.json$/m);
  deepEqual(names(project), []);
  const done = await project.run(["init", "--client", "claude-code"]);
  match(done.stdout, /Claude Code: Created ".*\.mcp\.json"/);
  match(done.stdout, /Claude Code asks once/);
  const written = Deno.readTextFileSync(`${project.root}/.mcp.json`);
  const entry = JSON.parse(written).mcpServers["agent-handoff"];
  equal(entry.args.at(-1), "serve");
  const added = dry.stdout.split("\n").filter((line) => /^\+(?!\+\+)/.test(line));
  equal(added.map((line) => line.slice(1)).join("\n") + "\n", written);
  const again = await project.run(["init", "--client", "claude-code"]);
  match(again.stdout, /Left as it is .*registered already/);
  deepEqual(names(project), [".mcp.json"]);
});

Deno.test("init keeps comments and mode of a changed file and leaves a backup beside it", async () => {
  using project = new Project();
  const before = '// mine\n{\n  "theme": "dark", // keep\n}\n';
  const path = project.file("opencode.jsonc", before);
  Deno.chmodSync(path, 0o640);
  const { files } = await project.json(["init", "--client", "opencode"]);
  equal(files[0].action, "change");
  equal(Deno.readTextFileSync(files[0].backup), before);
  const after = Deno.readTextFileSync(path);
  match(after, /^\/\/ mine\n/);
  match(after, /"theme": "dark", \/\/ keep/);
  match(after, /"agent-handoff"/);
  equal(Deno.statSync(path).mode! & 0o777, 0o640);
  const removed = await project.json(["init", "--client", "opencode", "--remove"]);
  equal(removed.files.find((file: Json) => file.path === path).action, "remove");
  equal(Deno.readTextFileSync(path).includes("agent-handoff"), false);
});

Deno.test("init leaves a file that does not parse untouched and names the line, and does the others", async () => {
  using project = new Project();
  const broken = '{\n  "mcpServers": {\n    oops\n}\n';
  const path = project.file(".mcp.json", broken);
  const { code, stdout, stderr } = await project.run([
    "init",
    "--client",
    "claude-code,gemini-cli",
  ]);
  equal(code, 1);
  match(stderr, /\.mcp\.json": line 3: /);
  equal(stderr.trimEnd().split("\n").length, 2);
  match(stdout, /Gemini CLI: Created/);
  equal(Deno.readTextFileSync(path), broken);
  const json = await project.json(["init", "--client", "claude-code"]);
  equal(json.error.code, "invalid_argument");
  equal(json.files[0].action, "refuse");
});

Deno.test("init --print shows an entry for every client that has a file in the scope, and writes nothing", async () => {
  using project = new Project();
  for (const client of CLIENT_IDS) {
    const { code, stdout, stderr } = await project.run(
      ["init", "--client", client, "--scope", "user", "--print"],
    );
    equal(code, 0, `${client}: ${stderr}`);
    match(stdout, /agent-handoff/, client);
    match(stdout, /serve/, client);
  }
  deepEqual(names(project), []);
  deepEqual([...Deno.readDirSync(project.home)], []);
});

Deno.test("init --scope user writes under the home directory, also outside of a project", async () => {
  using project = new Project();
  const elsewhere = { cwd: "../home" };
  const { files } = await project.json(["init", "--client", "codex", "--scope", "user"], elsewhere);
  equal(files[0].path, `${project.home}/.codex/config.toml`);
  match(Deno.readTextFileSync(files[0].path), /\[mcp_servers\.agent-handoff\]/);
  const { error } = await project.json(["init", "--client", "codex"], elsewhere);
  equal(error.code, "workspace_unknown");
});

Deno.test("init --agents-md and --claude-md write a section between markers, on request only", async () => {
  using project = new Project();
  project.file("AGENTS.md", "# Rules\n\nBe kind.\n");
  await project.run(["init", "--client", "codex"]);
  equal(Deno.readTextFileSync(`${project.root}/AGENTS.md`), "# Rules\n\nBe kind.\n");
  equal((await project.run(["init", "--agents-md", "--claude-md"])).code, 0);
  const text = Deno.readTextFileSync(`${project.root}/AGENTS.md`);
  match(text, /^# Rules\n\nBe kind\.\n\n<!-- agent-handoff:begin -->\n/);
  match(Deno.readTextFileSync(`${project.root}/CLAUDE.md`), /^<!-- agent-handoff:begin -->/);
  const again = await project.json(["init", "--agents-md"]);
  equal(again.files[0].action, "none");
  await project.run(["init", "--agents-md", "--claude-md", "--remove"]);
  equal(Deno.readTextFileSync(`${project.root}/AGENTS.md`), "# Rules\n\nBe kind.\n");
  equal(names(project).includes("CLAUDE.md"), false);
});

Deno.test("init at a terminal lists the installed clients, asks which, and offers the section", async () => {
  using project = new Project();
  Deno.mkdirSync(`${project.home}/.codex`);
  Deno.mkdirSync(`${project.home}/.gemini`);
  const { code, stdout } = await project.onTerminal(["init"], { stdin: "2\nn\n" });
  equal(code, 0, stdout);
  match(stdout, /1\. Codex \(.*\.codex\)\n {2}2\. Gemini CLI/);
  match(stdout, /Gemini CLI.*: Created/);
  match(stdout, /Add a short section to AGENTS\.md/);
  deepEqual(names(project), [".gemini"]);
});

Deno.test("init at a terminal writes nothing where nothing is picked", async () => {
  using project = new Project();
  Deno.mkdirSync(`${project.home}/.codex`);
  const { code, stdout } = await project.onTerminal(["init"], { stdin: "\nn\n" });
  equal(code, 0, stdout);
  deepEqual(names(project), []);
});
