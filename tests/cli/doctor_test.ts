// doctor: every finding has its advice, and a registration is tried without starting anything.
import { deepEqual, equal, match } from "node:assert/strict";
import { lookAtCopies } from "../../lib/cli/doctor_copies.ts";
import { compareVersions, safeSqlite } from "../../lib/cli/doctor_ledger.ts";
import { type Json, Project } from "../support/program.ts";

const states = (findings: Json[]): Record<string, string> =>
  Object.fromEntries(findings.map(({ check, state }) => [check, state]));

Deno.test("doctor finds a healthy ledger healthy", async () => {
  using project = new Project();
  await project.run(["create", "A", "--objective", "x"]);
  const { findings } = await project.json(["doctor"]);
  const told = states(findings);
  const { fact } = findings.find(({ check }: Json) => check === "sqlite");
  const isSafe = compareVersions(fact.split(" ")[0], safeSqlite) >= 0;
  equal((await project.run(["doctor"])).code, isSafe ? 0 : 1);
  equal(told.sqlite, isSafe ? "ok" : "bad");
  for (
    const check of ["root", "permissions", "database", "history", "lease", "sessions"]
  ) {
    equal(told[check], "ok", check);
  }
  match(findings.find(({ check }: Json) => check === "file system").fact, /(wal|rollback) journal/);
});

Deno.test("doctor advises create where there is no ledger, and creates nothing", async () => {
  using project = new Project();
  const { code, stdout } = await project.run(["doctor"]);
  equal(code, 0);
  match(stdout, /note +ledger +none yet/);
  deepEqual([...Deno.readDirSync(project.root)].map(({ name }) => name), [".git"]);
});

Deno.test("doctor ends with 1 outside of a repository and tells how to name a root", async () => {
  using project = new Project();
  const { code, stdout, stderr } = await project.run(["doctor"], { cwd: "../home" });
  equal(code, 1);
  match(stdout, /BAD .*no git repository/);
  match(stderr, /AGENT_HANDOFF_ROOT/);
});

Deno.test("doctor tells of a lease that waits for nobody, and of rights that are too wide", async () => {
  using project = new Project();
  await project.run(["create", "A", "--objective", "x"]);
  await project.run(["claim", "--agent", "codex"]);
  Deno.chmodSync(`${project.root}/.agent-handoff`, 0o777);
  const { findings } = await project.json(["doctor"]);
  match(
    findings.find(({ check }: Json) => check === "lease").fact,
    /codex holds task .* 1 h 30 min left; its session is unknown/,
  );
  const rights = findings.find(({ check }: Json) => check === "permissions");
  equal(rights.state, "note");
  match(rights.advice, /write rights/);
});

Deno.test("doctor --client shows what the client would start and tries it", async () => {
  using project = new Project();
  await project.run(["create", "A", "--objective", "x"]);
  const none = await project.json(["doctor", "--client", "codex"]);
  match(none.error.next, /init --client codex/);
  await project.run(["init", "--client", "codex"]);
  const { findings } = await project.json(["doctor", "--client", "codex"]);
  const told = states(findings);
  deepEqual(told, {
    registration: "ok",
    // From source the program may not look at deno itself.
    command: Deno.env.get("AGENT_HANDOFF_BIN") ? "ok" : "note",
    directory: "ok",
    environment: "ok",
    root: "ok",
    read: "ok",
    tools: "ok",
  });
  match(
    findings.find(({ check }: Json) => check === "environment").fact,
    /AGENT_HANDOFF_AGENT=codex/,
  );
  match(findings.find(({ check }: Json) => check === "tools").fact, /claim_handoff/);
});

Deno.test("doctor --client names the line of a file that cannot be read, and a root that cannot be used", async () => {
  using project = new Project();
  project.file(".codex/config.toml", "[mcp_servers\n");
  const broken = await project.json(["doctor", "--client", "codex"]);
  match(broken.findings[0].fact, /config\.toml:\d+: /);
  project.file(
    ".mcp.json",
    JSON.stringify({
      mcpServers: {
        "agent-handoff": {
          command: `${project.home}/no-such-program`,
          args: ["serve", "--root", "${NOWHERE}"],
        },
      },
    }),
  );
  const { findings } = await project.json(["doctor", "--client", "claude-code"]);
  const told = states(findings);
  deepEqual([told.command, told.root], ["bad", "bad"]);
});

Deno.test("doctor --client does not call a command fine whose script is not there", async () => {
  using project = new Project();
  const script = `${project.home}/gone/main.ts`;
  const entry = { command: project.home, args: ["run", "--no-prompt", script, "serve"] };
  project.file(".mcp.json", JSON.stringify({ mcpServers: { "agent-handoff": entry } }));
  const { findings, error } = await project.json(["doctor", "--client", "claude-code"]);
  const told = findings.find(({ check }: Json) => check === "command");
  deepEqual([told.state, error === undefined], ["bad", false]);
  match(told.fact, /gone\/main\.ts: no such file/);
});

Deno.test("compareVersions() orders versions by their numbers", () => {
  equal(compareVersions("3.51.3", "3.51.3"), 0);
  equal(compareVersions("3.50.9", "3.51.3") < 0, true);
  equal(compareVersions("3.100.0", "3.51.3") > 0, true);
  equal(compareVersions("4", "3.51.3") > 0, true);
});

Deno.test("doctor warns of a second copy on PATH, and not of a link to the first", async () => {
  using project = new Project();
  const [one, other, linked] = ["one", "other", "linked"].map((name) => `${project.root}/${name}`);
  for (const name of ["one", "other"]) project.file(`${name}/agent-handoff`, "a program");
  Deno.mkdirSync(linked!);
  Deno.symlinkSync(`${one}/agent-handoff`, `${linked}/agent-handoff`);
  const copies = async (...path: (string | undefined)[]): Promise<Json> => {
    const { findings } = await project.json(["doctor"], { env: { PATH: path.join(":") } });
    return findings.find(({ check }: Json) => check === "copies");
  };
  const two = await copies(one, linked, other);
  equal(two.state, "note");
  match(two.fact, /one\/agent-handoff; other copies are .*other\/agent-handoff$/);
  equal((await copies(one, linked)).state, "ok");
  equal(await copies(project.root), undefined);
});

Deno.test("lookAtCopies() tells of a running program that PATH does not lead to, unless by a launcher", () => {
  using project = new Project();
  const program = project.file("bin/agent-handoff", new Uint8Array(1024 * 1024));
  const environment = (name: string) => name === "PATH" ? `${project.root}/bin` : undefined;
  equal(lookAtCopies(environment, Deno.realPathSync(program))[0]?.state, "ok");
  match(
    lookAtCopies(environment, "/elsewhere/agent-handoff")[0]!.fact,
    /\/elsewhere\/agent-handoff$/,
  );
  project.file("bin/agent-handoff", "#!/usr/bin/env node");
  equal(lookAtCopies(environment, "/elsewhere/agent-handoff")[0]?.state, "ok");
});
