// What a waiting agent is told, held to what its claim then brings.
import assert from "node:assert/strict";
import type { SessionLife } from "../../lib/rules/lease.ts";
import * as give from "../support/commands.ts";
import { claude, codex, codexElsewhere, dsh, maker } from "../support/people.ts";
import { Scratch } from "./scratch.ts";

const { first, second, third } = give;

Deno.test("chance() names the task that a claim without an id then takes", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  assert.equal(await ledger.chance(codexIn), undefined);
  await ledger.execute(give.create(maker));
  await ledger.execute(give.create(maker, { newTaskId: second, targetAgent: "codex" }));
  await ledger.execute(give.create(maker, { newTaskId: third, dependsOn: [first] }));
  assert.deepEqual(await ledger.chance(codexIn), { taskId: second, why: "claimable" });
  assert.deepEqual(await ledger.chance(claudeIn), { taskId: first, why: "claimable" });
  assert.equal((await ledger.execute(give.claim(codex))).sight?.task.taskId, second);
});

Deno.test("chance() tells the holder that it holds, and others nothing while the lease is live", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await ledger.execute(give.create(maker));
  await ledger.execute(give.create(maker, { newTaskId: second }));
  await ledger.execute(give.claim(codex));
  assert.deepEqual(await ledger.chance(codexIn), { taskId: first, why: "holding" });
  assert.equal(await ledger.chance(claudeIn), undefined);
  assert.equal(await ledger.chance({ agent: "codex", session: "elsewhere" }), undefined);
});

Deno.test("chance() names what a claim takes once the lease is over, the leased task included", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await ledger.execute(give.create(maker, { targetAgent: "codex" }));
  await ledger.execute(give.create(maker, { newTaskId: second }));
  await ledger.execute(give.claim(codex));
  scratch.clock.advance(89);
  assert.equal(await ledger.chance(claudeIn), undefined);
  scratch.clock.advance(1);
  assert.deepEqual(await ledger.chance(claudeIn), { taskId: first, why: "lease_over" });
  assert.equal((await ledger.execute(give.claim(claude))).sight?.task.taskId, first);
});

Deno.test("chance() tells of an ended session to its agent at once and to others after the grace time", async () => {
  using scratch = new Scratch();
  let life: SessionLife = "alive";
  const runtime = { ...scratch.runtime, lifeOf: () => life };
  const ledger = await scratch.open({ runtime });
  await ledger.execute(give.create(maker));
  await ledger.execute(give.claim(codex));
  life = "ended";
  const elsewhere = { agent: "codex", session: codexElsewhere.session };
  assert.deepEqual(await ledger.chance(elsewhere), { taskId: first, why: "session_ended" });
  assert.equal(await ledger.chance(claudeIn), undefined);
  scratch.clock.advance(10);
  assert.deepEqual(await ledger.chance(claudeIn), { taskId: first, why: "session_ended" });
  assert.equal((await ledger.execute(give.claim(claude))).sight?.status, "active");
});

Deno.test("chance() names a review that is owed by the caller alone", async () => {
  using scratch = new Scratch();
  const ledger = await scratch.open();
  await ledger.execute(give.create(maker, { reviewer: "dsh" }));
  await ledger.execute(give.claim(codex));
  await ledger.execute(give.submit(codex));
  const dshIn = { agent: "dsh", session: dsh.session };
  assert.deepEqual(await ledger.chance(dshIn), { taskId: first, why: "review" });
  assert.equal(await ledger.chance(claudeIn), undefined);
  assert.equal(await ledger.chance(codexIn), undefined);
});

const codexIn = { agent: "codex", session: codex.session };
const claudeIn = { agent: "claude-code", session: claude.session };
