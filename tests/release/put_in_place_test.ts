// The compiled program is put in place while clients run the one before.
import { deepEqual, equal, rejects } from "node:assert/strict";
import { join } from "node:path";
import { BuildFailure, putInPlace } from "../../.ci/release/project.ts";
import { temporaryDirectory } from "../workspace/temporary.ts";

Deno.test("putInPlace() replaces a program that is running, and the running one goes on", async () => {
  using temporary = temporaryDirectory();
  const running = join(temporary.path, "program");
  await Deno.copyFile("/bin/cat", running);
  const child = new Deno.Command(running, { stdin: "piped", stdout: "piped" }).spawn();
  const newer = temporary.file("newer", "a newer program");
  await putInPlace(newer, running);
  equal(await Deno.readTextFile(running), "a newer program");
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode("still here"));
  await writer.close();
  const { code, stdout } = await child.output();
  deepEqual([code, new TextDecoder().decode(stdout)], [0, "still here"]);
});

Deno.test("putInPlace() says in one line what cannot be replaced, and leaves nothing beside it", async () => {
  using temporary = temporaryDirectory();
  const directory = temporary.directory("program");
  const newer = temporary.file("newer", "a newer program");
  await rejects(() => putInPlace(newer, directory), BuildFailure);
  deepEqual([...Deno.readDirSync(temporary.path)].map(({ name }) => name).sort(), [
    "newer",
    "program",
  ]);
});
