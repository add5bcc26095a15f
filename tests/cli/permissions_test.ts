// Every command gives up at its start what it does not need, even where it was granted everything.
import assert from "node:assert/strict";
import { join } from "node:path";

const repository = join(import.meta.dirname!, "..", "..");

/** Runs one command with every permission there is and tells what is left of them at its end. */
function left(args: readonly string[]): Record<string, string> {
  const program = `
    import { run } from ${JSON.stringify(`file://${join(repository, "lib/cli/run.ts")}`)};
    await run(${JSON.stringify(args)});
    const names = ["net", "run", "ffi", "import", "read", "write"];
    const states = names.map((name) => [name, Deno.permissions.querySync({ name }).state]);
    console.error("left " + JSON.stringify(Object.fromEntries(states)));
  `;
  const directory = Deno.makeTempDirSync();
  try {
    Deno.mkdirSync(join(directory, ".git"));
    const { stderr } = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-prompt",
        "-A",
        "--config",
        join(repository, "deno.json"),
        `data:application/typescript,${encodeURIComponent(program)}`,
      ],
      cwd: directory,
    }).outputSync();
    const text = new TextDecoder().decode(stderr);
    const told = /^left (.*)$/m.exec(text);
    assert.ok(told, text);
    return JSON.parse(told[1]!);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

for (const args of [["list"], ["where"], ["create", "T", "--objective", "O"]]) {
  Deno.test(`agent-handoff ${args[0]} gives up network, programs, libraries and remote imports`, () => {
    const { read, write, ...others } = left(args);
    assert.deepEqual(Object.values(others), ["prompt", "prompt", "prompt", "prompt"]);
    assert.deepEqual([read, write], ["granted", "granted"]);
  });
}

for (const args of [["--version"], ["help"], ["completions", "bash"], ["changelog"]]) {
  Deno.test(`agent-handoff ${args[0]} gives up files as well`, () => {
    assert.deepEqual([...new Set(Object.values(left(args)))], ["prompt"]);
  });
}
