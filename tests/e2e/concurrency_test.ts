// Sixteen processes at one ledger, servers and command lines mixed, let go at one moment: who wins, what losers hear.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { Random } from "../model/random.ts";
import { atOnce, Crowd, type Task, type Worker } from "./crowd.ts";
import { historyOf, soundHistory } from "./ledger_check.ts";
import { explain, type Seen } from "./linearizable.ts";
import { type Answer, Workspace } from "./served.ts";

/** The long run has the full number of rounds. */
const isSoak = Boolean(Deno.env.get("SOAK"));

async function create(worker: Worker, args: Record<string, unknown> = {}): Promise<string> {
  const given = { title: "Parse dates", objective: "Make the parser read dates", ...args };
  const answer = await worker.call("create_handoff", given);
  assert.equal(answer?.code, undefined);
  return String(answer!.body.task_id);
}

/** The one that won among claims of one moment; everybody else must be told who holds the lease and until when. */
function winnerOf(tasks: readonly Task[], answers: readonly (Answer | undefined)[]): Worker {
  const winners = tasks.filter((_, place) => answers[place]?.isError === false);
  assert.deepEqual(winners.map(({ worker }) => worker.name).length, 1, JSON.stringify(answers));
  const winner = winners[0]!.worker;
  for (const [place, answer] of answers.entries()) {
    if (tasks[place]!.worker === winner) continue;
    assert.equal(answer?.code, "lease_held", JSON.stringify(answer?.body));
    const lease = answer!.body.lease as { holder: string; expires_at: string };
    assert.equal(lease.holder, winner.name);
    assert.match(lease.expires_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  }
  return winner;
}

function hearsNoLock(stderr: string): void {
  assert.doesNotMatch(stderr, /locked|busy|SQLITE/i);
}

Deno.test("claim of one task by 16 processes at once has one winner in every round, and losers hear who and until when (C09)", async () => {
  using workspace = new Workspace();
  await using crowd = await Crowd.gather(workspace.root, { servers: 8, loops: 8 });
  const rounds = isSoak ? 50 : 12;
  for (let round = 0; round < rounds; round++) {
    const task_id = await create(crowd.workers[round % 16]!);
    const tasks = crowd.workers.map((worker) => ({
      worker,
      tool: "claim_handoff",
      args: { task_id },
    }));
    const winner = winnerOf(tasks, await atOnce(tasks));
    const done = await winner.call("complete_handoff", { task_id, summary: "Done" });
    assert.equal(done?.code, undefined);
  }
  hearsNoLock(await crowd.end());
  const history = await soundHistory(workspace.ledger, []);
  assert.equal(history.filter((event) => event.kind === "claimed").length, rounds);
});

Deno.test("claim of 16 tasks by 16 processes at once has one winner, since the workspace has one lease (C09)", async () => {
  using workspace = new Workspace();
  await using crowd = await Crowd.gather(workspace.root, { servers: 8, loops: 8 });
  const ids: string[] = [];
  for (const worker of crowd.workers) {
    ids.push(await create(worker, { title: worker.name, max_handoffs: 16 }));
  }
  const rounds = isSoak ? 50 : 6;
  for (let round = 0; round < rounds; round++) {
    const tasks = crowd.workers.map((worker, place) => ({
      worker,
      tool: "claim_handoff",
      args: { task_id: ids[(place + round) % 16] },
    }));
    const winner = winnerOf(tasks, await atOnce(tasks));
    const task_id = tasks.find((task) => task.worker === winner)!.args.task_id;
    await winner.call("pass_handoff", { task_id, summary: "Half", next_action: "Go on" });
  }
  hearsNoLock(await crowd.end());
  const history = await soundHistory(workspace.ledger, []);
  assert.equal(history.filter((event) => event.kind === "claimed").length, rounds);
});

Deno.test("create by 16 processes at once in a workspace without a ledger makes one ledger with 16 tasks", async () => {
  const rounds = isSoak ? 20 : 2;
  for (let round = 0; round < rounds; round++) {
    using workspace = new Workspace();
    await using crowd = await Crowd.gather(workspace.root, { servers: 8, loops: 8 });
    const answers = await atOnce(crowd.workers.map((worker) => ({
      worker,
      tool: "create_handoff",
      args: { title: `Task of ${worker.name}`, objective: "Be there" },
    })));
    const acknowledged = answers.map((answer) => ({
      tool: "create_handoff",
      taskId: String(answer?.body.task_id),
      event: Number(answer?.body.event),
    }));
    hearsNoLock(await crowd.end());
    const history = await soundHistory(workspace.ledger, acknowledged);
    assert.equal(history.length, 16);
  }
});

Deno.test("pass by two processes of one session at once, with one handoff left, uses that one and no more (C13)", async () => {
  using workspace = new Workspace();
  await using crowd = await Crowd.gather(workspace.root, { servers: 2, loops: 2 });
  const [holder] = crowd.workers;
  const rounds = isSoak ? 50 : 8;
  for (let round = 0; round < rounds; round++) {
    const task_id = await create(holder!, { title: `Round ${round}`, max_handoffs: 1 });
    const claimed = await holder!.call("claim_handoff", { task_id });
    const lease_token = claimed!.body.lease_token;
    const tasks = crowd.workers.map((worker) => ({
      worker,
      tool: "pass_handoff",
      args: { task_id, lease_token, summary: `By ${worker.name}`, next_action: "Go on" },
    }));
    const answers = await atOnce(tasks);
    assert.equal(answers.filter((answer) => answer?.isError === false).length, 1);
    for (const answer of answers) {
      if (answer?.isError) assert.match(answer.code!, /^(not_holder|lease_lost)$/);
    }
    const again = await holder!.call("claim_handoff", { task_id });
    assert.equal(again!.body.handoffs_left, 0);
    const stop = { task_id, summary: "No more", next_action: "Ask" };
    assert.equal((await holder!.call("pass_handoff", stop))!.code, "budget_spent");
    const shown = await holder!.call("show_handoff", { task_id });
    assert.equal(shown!.body.status, "needs_person");
  }
  const kinds = (await soundHistory(workspace.ledger, [])).map((event) => event.kind);
  assert.equal(kinds.filter((kind) => kind === "passed").length, rounds);
  assert.equal(kinds.filter((kind) => kind === "stopped").length, rounds);
});

/** Holds the write lock again and again with short gaps, as a program that writes a lot does; `count` gets each time. */
async function hog(
  path: string,
  of: { on: number; off: number; until: () => boolean; count: (times: number) => void },
) {
  const database = new DatabaseSync(path, { timeout: 5000 });
  const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
  for (let times = 1; !of.until(); times++) {
    database.prepare("BEGIN IMMEDIATE").run();
    of.count(times);
    await pause(of.on);
    database.prepare("ROLLBACK").run();
    await pause(of.off);
  }
  database.close();
}

Deno.test("claim, renew and pass by 8 processes never hear of a lock while another program holds it most of the time (C14)", async () => {
  using workspace = new Workspace();
  await using crowd = await Crowd.gather(workspace.root, { servers: 4, loops: 4 });
  const [first] = crowd.workers;
  for (let count = 0; count < 12; count++) {
    await create(first!, { title: `Task ${count}`, max_handoffs: 16 });
  }
  let isOver = false;
  let held = 0;
  const times = isSoak ? { on: 2000, off: 200 } : { on: 300, off: 60 };
  const hogging = hog(workspace.ledger, {
    ...times,
    until: () => isOver,
    count: (times) => held = times,
  });
  const rounds = isSoak ? 100 : 6;
  let passes = 0;
  const codes = new Map<string, number>();
  const note = (answer: Answer | undefined) => {
    const code = answer?.code ?? "done";
    codes.set(code, (codes.get(code) ?? 0) + 1);
    return code === "done";
  };
  await Promise.all(crowd.workers.map(async (worker) => {
    // Whoever holds the lease waits for the lock while the others are refused in no time, so that what counts is
    // passes; and how often the lock was held tells when that takes too long.
    for (let round = 0; round < rounds || (passes < rounds && held < 60 * rounds); round++) {
      const claimed = await worker.call("claim_handoff");
      if (!note(claimed)) continue;
      const { task_id } = claimed!.body;
      note(await worker.call("renew_handoff", { task_id }));
      const passed = { task_id, summary: "Half", next_action: "Go on" };
      if (note(await worker.call("pass_handoff", passed))) passes++;
    }
  }));
  isOver = true;
  await hogging;
  hearsNoLock(await crowd.end());
  const usual = ["done", "lease_held", "nothing_to_claim", "budget_spent"];
  assert.deepEqual([...codes.keys()].filter((code) => !usual.includes(code)), []);
  assert.ok(passes >= rounds, `${passes} passes while the lock was held ${held} times`);
  await soundHistory(workspace.ledger, []);
});

Deno.test("claims and passes of 16 processes can be explained by one order that keeps to the time of each call", async () => {
  using workspace = new Workspace();
  await using crowd = await Crowd.gather(workspace.root, { servers: 8, loops: 8 });
  for (let count = 0; count < 14; count++) {
    await create(crowd.workers[0]!, { title: `Task ${count}`, max_handoffs: 16 });
  }
  const seen: Seen[] = [];
  const record = async (worker: Worker, of: { tool: string; args: Record<string, unknown> }) => {
    const from = performance.now();
    const answer = await worker.call(of.tool, of.args);
    const to = performance.now();
    const times = { caller: worker.name, from, to };
    if (answer?.isError === false) {
      seen.push({ ...times, saw: of.tool === "claim_handoff" ? "took" : "gave_back" });
      return answer;
    }
    assert.equal(answer?.code, "lease_held", JSON.stringify(answer?.body));
    const { holder } = answer!.body.lease as { holder: string };
    seen.push({ ...times, saw: "held", holder });
    return undefined;
  };
  const rounds = isSoak ? 60 : 12;
  let wins = 0;
  await Promise.all(crowd.workers.map(async (worker, place) => {
    const random = new Random(place + 1);
    // On a slow machine few claims win, so that all go on until there is something to explain.
    for (let round = 0; round < rounds || (wins < 20 && round < 500); round++) {
      const claimed = await record(worker, { tool: "claim_handoff", args: {} });
      if (!claimed) continue;
      wins++;
      const { task_id } = claimed.body;
      const isLast = claimed.body.handoffs_left === 0;
      const tool = isLast || random.odds(5) ? "complete_handoff" : "pass_handoff";
      const texts = tool === "pass_handoff" ? { summary: "Half", next_action: "Go on" } : {
        summary: "Done",
      };
      await record(worker, { tool, args: { task_id, ...texts } });
      if (tool === "complete_handoff") {
        await create(worker, { title: `After ${task_id}`, max_handoffs: 16 });
      }
    }
  }));
  const order = explain(seen);
  assert.ok(order, `no order explains ${JSON.stringify(seen)}`);
  const took = order.map((place) => seen[place]!).filter(({ saw }) => saw === "took");
  assert.equal(took.length, wins);
  assert.ok(wins >= 20, `${wins} claims won`);
  const claims = (await historyOf(workspace.ledger)).filter((event) => event.kind === "claimed");
  assert.deepEqual(claims.map(({ actor }) => actor.name), took.map(({ caller }) => caller));
});
