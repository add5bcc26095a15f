// The temporary directory is everybody's: the compiled program takes nothing from it and leaves nothing in it.
import assert from "node:assert/strict";
import { basename, join } from "node:path";
import {
  compiledProgram,
  compiledTest,
  conversation,
  repliesOf,
  runCompiled,
  withProject,
} from "./compiled.ts";

const unix = ["linux", "darwin"] as const;
const listing = conversation(["list_handoffs", {}]);

/** Where Deno keeps compiled code of a program with the code cache on, and where its files seem to be. */
function places(temporary: string): { cache: string; files: string } {
  const name = basename(compiledProgram!).replace(/\.exe$/, "");
  return {
    cache: join(temporary, `deno-compile-${name}.cache`),
    files: join(temporary, `deno-compile-${name}`),
  };
}

function temporaryVariables(temporary: string): Record<string, string> {
  return { TMPDIR: temporary, TMP: temporary, TEMP: temporary };
}

async function assertServesWith(temporary: string, project: string): Promise<void> {
  const env = temporaryVariables(temporary);
  const served = await runCompiled(["serve"], { cwd: project, env, input: listing });
  assert.equal(served.code, 0, served.errors);
  assert.deepEqual(repliesOf(served.output).get(2)?.result.structuredContent?.tasks, []);
  const told = await runCompiled(["--version"], { cwd: project, env });
  assert.match(told.output, /^agent-handoff \d/);
}

compiledTest(
  "the compiled program leaves the temporary directory empty",
  () =>
    withProject(async (project, outside) => {
      const temporary = join(outside, "temporary");
      await Deno.mkdir(temporary);
      await assertServesWith(temporary, project);
      assert.deepEqual([...Deno.readDirSync(temporary)], []);
    }),
);

compiledTest(
  "the compiled program never opens a planted code cache",
  () =>
    withProject(async (project, outside) => {
      const temporary = join(outside, "temporary");
      await Deno.mkdir(temporary);
      // Whoever opens a pipe that nobody writes to waits for ever.
      const { success } = await new Deno.Command("mkfifo", { args: [places(temporary).cache] })
        .output();
      assert.ok(success);
      await assertServesWith(temporary, project);
      const [planted, ...more] = [...Deno.readDirSync(temporary)];
      assert.equal(planted?.isFile, false);
      assert.deepEqual(more, []);
    }),
  { on: unix },
);

compiledTest(
  "the compiled program neither follows nor replaces a planted link to another file",
  () =>
    withProject(async (project, outside) => {
      const temporary = join(outside, "temporary");
      await Deno.mkdir(temporary);
      const other = join(outside, "somebody's file");
      await Deno.writeTextFile(other, "mine");
      await Deno.symlink(other, places(temporary).cache);
      await assertServesWith(temporary, project);
      assert.equal(await Deno.readTextFile(other), "mine");
      assert.equal((await Deno.lstat(places(temporary).cache)).isSymlink, true);
    }),
  { on: unix },
);

compiledTest(
  "the compiled program runs its own files when others are planted where they seem to be",
  () =>
    withProject(async (project, outside) => {
      const temporary = join(outside, "temporary");
      const { files } = places(temporary);
      await Deno.mkdir(join(files, "bundle"), { recursive: true });
      await Deno.writeTextFile(join(temporary, "package.json"), '{"type":"commonjs"}');
      await Deno.writeTextFile(
        join(temporary, "deno.json"),
        '{"imports":{"node:sqlite":"./x.js"}}',
      );
      for (const directory of [files, join(files, "bundle")]) {
        await Deno.writeTextFile(join(directory, "main.js"), 'console.log("EVIL");');
        await Deno.writeTextFile(join(directory, "package.json"), '{"type":"commonjs"}');
      }
      await assertServesWith(temporary, project);
    }),
);
