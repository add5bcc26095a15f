// What only the compiled program shows: it needs nothing around it, obeys nothing around it and asks nothing.
import assert from "node:assert/strict";
import { join } from "node:path";
import {
  compiledProgram,
  compiledTest,
  conversation,
  type Ran,
  repliesOf,
  runCompiled,
  type Surroundings,
  withProject,
} from "./compiled.ts";

const createAndList = conversation(
  ["create_handoff", { title: "T", objective: "O" }],
  ["list_handoffs", {}],
);
const unix = ["linux", "darwin"] as const;

/** No run may ever show the question that Deno asks for a permission. */
function assertNoQuestion(ran: Ran): void {
  const shown = ran.output + ran.errors;
  assert.doesNotMatch(shown, /requests? .{0,40}access|Allow\?|\[y\/n/i);
  assert.doesNotMatch(shown, /NotCapable|Requires \w+ access/);
}

async function assertServes(of: Surroundings): Promise<void> {
  const ran = await runCompiled(["serve"], { ...of, input: createAndList });
  assertNoQuestion(ran);
  assert.equal(ran.code, 0, ran.errors);
  const replies = repliesOf(ran.output);
  assert.equal(replies.get(1)?.result.serverInfo?.name, "agent-handoff");
  assert.equal(replies.get(2)?.result.isError, undefined, ran.output);
  assert.equal(replies.get(2)?.result.structuredContent?.status, "queued", ran.output);
}

async function assertWorks(of: Surroundings): Promise<void> {
  await assertServes(of);
  for (const args of [["create", "Second", "--objective", "O"], ["list", "--json"]]) {
    const ran = await runCompiled(args, of);
    assertNoQuestion(ran);
    assert.equal(ran.code, 0, ran.errors);
  }
  const listed = JSON.parse((await runCompiled(["list", "--json"], of)).output);
  assert.equal(listed.tasks.length, 2);
}

compiledTest(
  "the compiled program works in the project with an empty environment and no HOME",
  () => withProject((project) => assertWorks({ cwd: project })),
);

compiledTest(
  "the compiled program works in a folder below the project",
  () =>
    withProject(async (project) => {
      const below = join(project, "a", "b");
      await Deno.mkdir(below, { recursive: true });
      await assertWorks({ cwd: below });
    }),
);

compiledTest(
  "the compiled program works from / when the root is named",
  () => withProject((project) => assertWorks({ cwd: "/", env: { AGENT_HANDOFF_ROOT: project } })),
);

compiledTest(
  "--version tells program, commit, Deno, V8, SQLite and target from any directory",
  () =>
    withProject(async (_, outside) => {
      const ran = await runCompiled(["--version"], { cwd: outside });
      assert.equal(ran.code, 0, ran.errors);
      const names = ran.output.trim().split("\n").map((line) => line.split(" ")[0]);
      assert.deepEqual(names, ["agent-handoff", "commit", "deno", "v8", "sqlite", "target"]);
      assert.match(ran.output, /^commit [0-9a-f]{40}(-changed)?$/m);
    }),
);

compiledTest(
  "help is printed with colour variables in the environment",
  () =>
    withProject(async (project) => {
      const env = { CLICOLOR_FORCE: "1", FORCE_COLOR: "1", NODE_OPTIONS: "--x", DENO_DIR: "/x" };
      const ran = await runCompiled(["create", "--help"], { cwd: project, env });
      assertNoQuestion(ran);
      assert.equal(ran.code, 0, ran.errors);
    }),
);

compiledTest(
  "the compiled program obeys no configuration in its working directory",
  () =>
    withProject(async (project) => {
      const hostile: Record<string, string> = {
        "deno.json": '{"imports":{"node:sqlite":"./evil.js","./serve.js":"./evil.js"},"lock":true}',
        "deno.jsonc": "not even JSON",
        "deno.lock": "not a lock",
        "package.json": '{"type":"commonjs","main":"evil.js","imports":{"#x":"./evil.js"}}',
        "import_map.json": '{"imports":{"node:sqlite":"./evil.js"}}',
        ".env":
          "AGENT_HANDOFF_ROOT=/nowhere\nDENO_V8_FLAGS=--help\nNODE_OPTIONS=--require ./evil.js",
        ".npmrc": "registry=http://127.0.0.1:9",
        "evil.js": 'console.log("EVIL");',
        "main.js": 'console.log("EVIL");',
      };
      for (const [name, text] of Object.entries(hostile)) {
        await Deno.writeTextFile(join(project, name), text);
      }
      for (const name of ["@modelcontextprotocol/server", "zod", "commander"]) {
        const directory = join(project, "node_modules", name);
        await Deno.mkdir(directory, { recursive: true });
        await Deno.writeTextFile(join(directory, "package.json"), '{"main":"index.js"}');
        await Deno.writeTextFile(join(directory, "index.js"), 'console.log("EVIL");');
      }
      await assertWorks({ cwd: project });
      const ran = await runCompiled(["list"], { cwd: project });
      assert.doesNotMatch(ran.output + ran.errors, /EVIL/);
    }),
);

compiledTest(
  "the compiled program works from an install directory that may not be written to",
  () =>
    withProject(async (project, outside) => {
      const directory = join(outside, "installed");
      await Deno.mkdir(directory);
      const program = join(directory, "agent-handoff");
      await Deno.copyFile(compiledProgram!, program);
      await Deno.chmod(program, 0o555);
      await Deno.chmod(directory, 0o555);
      const isRoot = Deno.uid() === 0;
      if (isRoot) await Deno.chown(project, 65534, 65534);
      // Root may write anywhere, so that nobody runs it.
      const nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
      await assertWorks({ cwd: project, command: [...(isRoot ? nobody : []), program] });
      assert.deepEqual([...Deno.readDirSync(directory)].map(({ name }) => name), ["agent-handoff"]);
      await Deno.chmod(directory, 0o755);
    }),
  { on: unix },
);

/** Runs a command line of sh on a terminal of its own. */
function onTerminal(project: string, line: string, input?: string): Promise<Ran> {
  return runCompiled([line, "/dev/null"], {
    cwd: project,
    env: { TERM: "xterm", SHELL: "/bin/sh", PATH: "/usr/bin:/bin" },
    command: ["script", "-qec"],
    ...(input !== undefined && { input }),
  });
}

compiledTest(
  "the compiled program asks nothing on a terminal",
  () =>
    withProject(async (project) => {
      for (const args of ["create T --objective O", "list", "--version", "show 0000000000"]) {
        const ran = await onTerminal(project, `'${compiledProgram}' ${args}`);
        assertNoQuestion(ran);
        assert.notEqual(ran.output, "");
      }
    }),
  { on: ["linux"] },
);

compiledTest("the server asks nothing on a terminal", () =>
  withProject(async (project) => {
    const line = `stty -echo; '${compiledProgram}' serve`;
    const ran = await onTerminal(project, line, createAndList + "\x04");
    assertNoQuestion(ran);
    assert.match(ran.output, /"serverInfo"/);
  }), { on: ["linux"] });

compiledTest("the compiled program works with stdin closed", () =>
  withProject(async (project) => {
    const closed = (args: string) =>
      runCompiled([], {
        cwd: project,
        env: { PATH: "/usr/bin:/bin" },
        command: ["sh", "-c", `exec '${compiledProgram}' ${args} <&-`],
      });
    for (const args of ["create T --objective O", "list"]) {
      const ran = await closed(args);
      assertNoQuestion(ran);
      assert.equal(ran.code, 0, ran.errors);
    }
    const served = await closed("serve");
    assertNoQuestion(served);
    assert.equal(served.output, "");
  }), { on: unix });
