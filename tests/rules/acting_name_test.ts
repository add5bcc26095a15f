// Under which name a caller acts.
import assert from "node:assert/strict";
import { actingName } from "../../lib/rules/acting_name.ts";
import type { Caller } from "../../lib/rules/command.ts";
import { first, pass } from "../support/commands.ts";
import { claimed, created } from "../support/facts.ts";
import { given } from "../support/given.ts";
import { ann, callerOf, claude, codex } from "../support/people.ts";

const held = () => given(created(), claimed(codex));
const unnamed: Caller = { kind: "agent", session: codex.session, usualName: "some-client" };

Deno.test("actingName() is the one given in the call, though the session holds the lease under another", () => {
  const { lease } = held().state;
  assert.equal(actingName({ ...unnamed, agent: "dsh" }, lease), "dsh");
});

Deno.test("actingName() is the one under which the session holds the lease, else the usual one", () => {
  const { lease } = held().state;
  assert.equal(actingName(unnamed, lease), "codex");
  assert.equal(actingName(unnamed, undefined), "some-client");
  assert.equal(actingName({ ...unnamed, session: claude.session }, lease), "some-client");
});

Deno.test("actingName() of a person is its own", () => {
  assert.equal(actingName(callerOf(ann), held().state.lease), "ann");
});

Deno.test("pass() without a name is recorded under the holder's", () => {
  const { decision } = held().when({ ...pass(codex, { taskId: first }), caller: unnamed });
  assert.equal(decision.agent, "codex");
  assert.deepEqual(decision.events.map(({ actor }) => actor), [codex]);
});
