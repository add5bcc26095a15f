// Session locks across real processes: killed, stopped, ended and started anew.
import assert from "node:assert/strict";
import { Presence } from "../../lib/workspace/presence.ts";
import { temporaryDirectory } from "./temporary.ts";

const MACHINE = { machine: "a".repeat(32) };

/** Starts a process that holds a session and waits until it does. */
async function startHolder(directory: string, session: string): Promise<Deno.ChildProcess> {
  const program = new URL("./presence_program.ts", import.meta.url).href;
  const scope = [`--allow-read=${directory}`, `--allow-write=${directory}`];
  const holder = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--quiet", ...scope]
      .concat(program, directory, session, MACHINE.machine),
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const reader = holder.stdout.getReader();
  const { value } = await reader.read();
  assert.equal(new TextDecoder().decode(value), '{"ok":true}\n');
  reader.releaseLock();
  return holder;
}

/** Lets a process end and drops what it still says. */
async function ended(holder: Deno.ChildProcess): Promise<void> {
  await holder.stdout.cancel();
  await holder.status;
}

Deno.test("look() tells a session of another process alive, also while stopped, and ended when killed", async () => {
  using place = temporaryDirectory();
  const presence = new Presence(place.path, { machine: MACHINE });
  const holder = await startHolder(place.path, "s");
  assert.equal(presence.look("s"), "alive");
  holder.kill("SIGSTOP");
  assert.equal(presence.look("s"), "alive");
  holder.kill("SIGKILL");
  await holder.stdin.close();
  await ended(holder);
  assert.equal(presence.look("s"), "ended");
  assert.equal(new Presence(place.path, { machine: MACHINE }).look("s"), "ended");
});

Deno.test("look() tells a session alive again when a new process serves it after an orderly end", async () => {
  using place = temporaryDirectory();
  const presence = new Presence(place.path, { machine: MACHINE });
  const first = await startHolder(place.path, "s");
  await first.stdin.close();
  await ended(first);
  assert.equal(presence.look("s"), "ended");
  const second = await startHolder(place.path, "s");
  assert.equal(presence.look("s"), "alive");
  await second.stdin.close();
  await ended(second);
  assert.equal(presence.look("s"), "ended");
});
