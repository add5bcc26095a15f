// What a session tells of itself with its first event, and which session it goes on from.
import assert from "node:assert/strict";
import type { Command } from "../../lib/rules/command.ts";
import type { SessionFacts } from "../../lib/rules/session.ts";
import { at } from "../support/clock.ts";
import { claim, create, first, renew, second } from "../support/commands.ts";
import { claimed, created, later, passed } from "../support/facts.ts";
import { given, type Scene } from "../support/given.ts";
import { codex, codexElsewhere } from "../support/people.ts";

const about: SessionFacts = { client: "codex-mcp-client", directory: "/p", branch: "main" };
const telling = <Asked extends Command>(command: Asked): Asked => ({
  ...command,
  caller: { ...command.caller, about },
});

/** What the ledger remembers after a command that went through. */
function remembered(scene: Scene, command: Command) {
  const { decision, scene: after } = scene.when(command);
  assert.equal(decision.refusal, undefined);
  return { after, state: after.state, events: decision.events };
}

Deno.test("the first event of a session carries what it tells of itself, later ones do not", () => {
  const { after, state, events } = remembered(given(), telling(create(codex)));
  assert.deepEqual(events.map(({ data }) => data.about), [about]);
  assert.deepEqual(state.sessions.get(codex.session), {
    ...about,
    session: codex.session,
    name: "codex",
    kind: "agent",
    firstEvent: 1,
    firstAt: at(0),
  });
  const more = remembered(after, telling(create(codex, { newTaskId: second })));
  assert.deepEqual(more.events.map(({ data }) => data.about), [undefined]);
});

Deno.test("a session that tells nothing is not remembered", () => {
  assert.equal(remembered(given(), create(codex)).state.sessions.size, 0);
});

Deno.test("a session that claims what the same agent held last goes on from that session", () => {
  const scene = given(created(), claimed(codex), passed(codex));
  const { state, events } = remembered(scene, telling(claim(codexElsewhere, { taskId: first })));
  assert.deepEqual(
    events.map((event) => event.kind === "claimed" && event.data.continues),
    [codex.session],
  );
  assert.equal(state.sessions.get(codexElsewhere.session)?.parent, codex.session);
});

Deno.test("a session that takes a lease over goes on from the session that ended", () => {
  const scene = given(created(), claimed(codex), later(1));
  const command = telling(renew(codexElsewhere, { taskId: first }));
  const { state } = scene.when(command, { life: "ended" }).scene;
  assert.equal(state.sessions.get(codexElsewhere.session)?.parent, codex.session);
});

Deno.test("the parent that a session names itself counts before the one it takes over from", () => {
  const scene = given(created(), claimed(codex), passed(codex));
  const asked = claim(codexElsewhere, { taskId: first });
  const { state } = remembered(scene, {
    ...asked,
    caller: { ...asked.caller, about: { ...about, parent: "told" } },
  });
  assert.equal(state.sessions.get(codexElsewhere.session)?.parent, "told");
});
