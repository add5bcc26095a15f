// The real server killed, cut short or refused at every single call that changes the ledger's directory.
// Needs gcc; run by `deno task test:machine`.
import assert from "node:assert/strict";
import { binary, Served, Workspace } from "../e2e/served.ts";
import { soundHistory } from "../e2e/ledger_check.ts";
import { Random } from "../model/random.ts";
import { eachOf } from "./pool.ts";
import { cutPower } from "./power_cut.ts";
import { doRound, type RoundEnd, wholeRound } from "./round.ts";
import { buildShim, Control, type Fate } from "./shim.ts";
import { type Call, readTrace } from "./trace.ts";

/** Directory for the shim and its files; removed when the process ends. */
const directory = Deno.makeTempDirSync({ prefix: "handoff-faults-" });
globalThis.addEventListener("unload", () => Deno.removeSync(directory, { recursive: true }));
const isSoak = Boolean(Deno.env.get("SOAK"));
let building: Promise<string> | undefined;
const library = () => building ??= buildShim(directory);
let runs = 0;

/** What came of one round under the shim. */
interface Struck {
  readonly end: RoundEnd;
  readonly control: Control;
  readonly kinds: readonly string[];
  readonly code: number;
}

/** One round in a fresh workspace in which the n-th call meets its fate; the ledger is held to its word after. */
async function strike(at: number, of: { fate: Fate; program?: string }): Promise<Struck> {
  const { fate, program } = of;
  using workspace = new Workspace();
  const control = new Control(directory, { library: await library(), name: `run${runs++}` });
  control.arm(at, fate);
  await using served = new Served({
    root: workspace.root,
    environment: control.environment(),
    ...(program !== undefined && { binary: program }),
  });
  const end = await doRound(served);
  const { code } = await served.end();
  const about = `${fate} at call ${at} (${control.kind})`;
  const history = await soundHistory(workspace.ledger, end.acknowledged, about);
  const kinds = history.map((event) => event.kind);
  const isPrefix = wholeRound.slice(0, kinds.length).join() === kinds.join();
  assert.ok(isPrefix, `${about}: the history is ${kinds}`);
  for (const line of served.lines) JSON.parse(line);
  return { end, control, kinds, code };
}

/** A round without faults: how many calls it takes, and what each of them is. */
async function calm(program?: string): Promise<{ calls: Call[]; ends: number[] }> {
  using workspace = new Workspace();
  const control = new Control(directory, { library: await library(), name: `run${runs++}` });
  const path = `${directory}/run${runs}.trace`;
  await using served = new Served({
    root: workspace.root,
    environment: control.environment(path),
    ...(program !== undefined && { binary: program }),
  });
  const ends: number[] = [];
  await doRound(served, { onAnswer: () => ends.push(Deno.statSync(path).size) });
  await served.end();
  const calls = readTrace(path);
  assert.equal(calls.length, control.counted, "every call was written down");
  return { calls, ends };
}

/** Numbers of the calls of some kinds, from 1. */
function every(calls: readonly Call[], kinds = /./): number[] {
  return calls.flatMap((call, place) => kinds.test(call.kind) ? [place + 1] : []);
}

/** A third of the numbers, spread evenly; all of them in the long run. */
function some(numbers: readonly number[]): number[] {
  return numbers.filter((_, place) => isSoak || place % 3 === 0);
}

const programs: readonly [string, string | undefined][] = [
  ["serve from source", undefined],
  ...(binary === undefined ? [] : [["the compiled program", binary] as [string, string]]),
];

for (const [title, program] of programs) {
  Deno.test(`${title} keeps what it acknowledged when it is killed at any call that changes a file`, async () => {
    const { calls } = await calm(program);
    assert.ok(calls.length > 100, `${calls.length} calls`);
    let killed = 0;
    await eachOf(every(calls), async (at) => {
      const { end, kinds, code, control } = await strike(at, { fate: "killed", program });
      if (control.met === 0) return;
      killed++;
      assert.notEqual(code, 0);
      const unsaid = kinds.length - end.acknowledged.length;
      assert.ok(unsaid === 0 || unsaid === 1, `${unsaid} events that nobody was told of`);
    });
    // The number of calls differs by a few from run to run: names of files are random.
    assert.ok(killed > calls.length - 10, `${killed} of ${calls.length} calls met their fate`);
  });
}

Deno.test("serve keeps what it acknowledged when it is killed in the middle of a write", async () => {
  const { calls } = await calm();
  await eachOf(some(every(calls, /W/)), async (at) => {
    await strike(at, { fate: "torn_and_killed" });
  });
});

// A sync has no other name in SQLite than an I/O error; the shared memory of WAL that cannot grow means a full disk.
const faults: readonly [Fate, string, RegExp, readonly string[]][] = [
  ["io_error", "an input/output error", /./, ["storage_denied", "storage_full"]],
  ["disk_full", "a full disk in a write", /W/, ["storage_full"]],
  ["disk_full", "a full disk in a sync", /S/, ["storage_full", "storage_denied"]],
];

for (const [fate, title, kinds, codes] of faults) {
  Deno.test(`serve refuses the call that meets ${title}, changes nothing, and does it when asked again`, async () => {
    const { calls } = await calm();
    let refused = 0;
    const chosen = every(calls, kinds);
    await eachOf(fate === "io_error" ? chosen : some(chosen), async (at) => {
      const struck = await strike(at, { fate });
      const { end, control } = struck;
      const about = `${fate} at call ${at} (${control.kind})`;
      assert.equal(struck.code, 0, about);
      assert.deepEqual(struck.kinds, wholeRound, about);
      assert.equal(end.acknowledged.length, wholeRound.length, about);
      refused += end.refused.length;
      for (const one of end.refused) {
        assert.ok(one.wentThroughAgain, about);
        // The number of calls before this one may have differed from the calm round's.
        if (!kinds.test(control.kind)) continue;
        assert.ok(codes.includes(one.code), `${about}: ${one.code}`);
      }
    });
    assert.ok(refused >= 2, `${refused} refusals`);
  });
}

Deno.test("serve goes on reading while the disk is full, and writes again without a restart once it is not", async () => {
  using workspace = new Workspace();
  const control = new Control(directory, { library: await library(), name: `run${runs++}` });
  await using served = new Served({
    root: workspace.root,
    environment: control.environment(),
  });
  await served.begin();
  const made = await served.call("create_handoff", { title: "Parse dates", objective: "Read" });
  const task_id = made!.body.task_id;
  for (let round = 0; round < 5; round++) {
    control.arm(1, "disk_full_from_then");
    for (const [tool, args] of [["claim_handoff", { task_id }], ["claim_handoff", {}]] as const) {
      assert.equal((await served.call(tool, args))!.code, "storage_full");
    }
    const shown = await served.call("show_handoff", { task_id });
    assert.equal(shown!.body.status, "queued");
    assert.equal((await served.call("list_handoffs"))!.isError, false);
    control.disarm();
    assert.equal((await served.call("claim_handoff", { task_id }))!.isError, false);
    const passed = { task_id, summary: "Half", next_action: "Go on" };
    const answer = await served.call("pass_handoff", passed);
    assert.equal(answer!.isError, round === 4, "four handoffs are in the budget");
  }
  assert.equal((await served.end()).code, 0);
  const history = await soundHistory(workspace.ledger, []);
  assert.equal(history.length, 11, "create, five claims, four passes and a stop");
});

/** Cuts the power at random calls; gives how many ledgers broke the word of the replies before the cut. */
async function cutOften(
  of: { calls: readonly Call[]; ends: readonly number[]; cuts: number },
): Promise<{ broken: string[]; longest: number }> {
  const { calls, ends, cuts } = of;
  const random = new Random(5);
  const broken: string[] = [];
  let longest = 0;
  for (let cut = 0; cut < cuts; cut++) {
    const done = random.between(1, calls.length);
    using workspace = new Workspace();
    const into = `${workspace.root}/.agent-handoff`;
    Deno.mkdirSync(into);
    cutPower(calls.slice(0, done), into, random);
    const promised = ends.filter((end) => end <= calls[done - 1]!.end).length;
    const about = `cut ${cut} after call ${done} of ${calls.length}`;
    try {
      const history = await soundHistory(workspace.ledger, [], about);
      const kinds = history.map((event) => event.kind);
      assert.deepEqual(kinds, wholeRound.slice(0, kinds.length), about);
      assert.ok(kinds.length >= promised, `${about}: ${kinds.length} of ${promised} promised`);
      longest = Math.max(longest, kinds.length);
    } catch (error) {
      broken.push(String(error));
    }
  }
  return { broken, longest };
}

Deno.test("serve keeps what it acknowledged through a power cut that loses or mixes whatever was not synced", async () => {
  const cuts = isSoak ? 20_000 : 600;
  const { broken, longest } = await cutOften({ ...await calm(), cuts });
  assert.deepEqual(broken, []);
  assert.equal(longest, wholeRound.length);
});

Deno.test("cutPower() breaks the word of a program that does not sync its journal", async () => {
  const { calls, ends } = await calm();
  const unsynced = calls.filter((call) => call.kind !== "S" || !/-wal$/.test(call.path));
  const { broken } = await cutOften({ calls: unsynced, ends, cuts: 200 });
  assert.ok(broken.length > 10, `${broken.length} of 200 cuts were noticed`);
});
