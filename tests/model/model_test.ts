// The rules under random histories: many agents, dead processes, jumping clocks and lost replies, checked at every step.
import assert from "node:assert/strict";
import { refusalCodes } from "../../lib/rules/refusal.ts";
import { eventKinds } from "../../lib/rules/event.ts";
import { minute } from "../../lib/rules/limits.ts";
import { claim, create, log } from "../support/commands.ts";
import { codex, maker } from "../support/people.ts";
import { mutations } from "./mutations.ts";
import { runModel } from "./run_model.ts";
import { Violation } from "./violation.ts";
import { World } from "./world.ts";

/** Refusals of the shell and the storage; the rules never give them. */
const notOfRules = /^(workspace_|ledger_|storage_|fault)/;

Deno.test("decide() keeps every promise through 100,000 random steps with deaths, clock jumps and lost replies", () => {
  const tally = runModel({ seed: 1, steps: 100_000 });
  assert.equal(tally.steps, 100_000);
  assert.deepEqual(eventKinds.filter((kind) => !tally.kinds.has(kind)), [], "every kind of event");
  const given = new Set([...tally.answers.keys()].map((answer) => answer.split(" ")[1]));
  const missing = refusalCodes.filter((code) => !notOfRules.test(code) && !given.has(code));
  assert.deepEqual(missing, [], "every refusal of the rules was given");
  for (const what of ["killed", "restarted", "clock_forward", "clock_back", "retried"]) {
    assert.ok(tally.happenings.get(what)! > 1000, `${what}: ${tally.happenings.get(what)}`);
  }
  for (const what of ["pass repeated", "create replayed", "claim replayed", "review done"]) {
    assert.ok(tally.answers.get(what)! > 100, `${what}: ${tally.answers.get(what)}`);
  }
});

Deno.test("renewedTerm() keeps a lease within its length and 5 minutes while the clock is set back by little, again and again", () => {
  const world = new World();
  world.send(create(maker));
  world.send(claim(codex));
  for (let turn = 0; turn < 20; turn++) {
    world.now -= 4 * minute;
    world.send(log(codex));
    const { expiresAt, minutes } = world.state.lease!;
    const left = (expiresAt - world.now) / minute;
    assert.ok(left <= minutes + 5, `${left} minutes left of ${minutes}`);
  }
  assert.ok(world.history.some((event) => event.kind === "redated"));
});

Deno.test("runModel() takes the same steps for the same seed", () => {
  const [one, again, other] = [7, 7, 8].map((seed) => runModel({ seed, steps: 600 }));
  assert.deepEqual(one, again);
  assert.notDeepEqual(one, other);
});

for (const mutation of mutations) {
  Deno.test(`runModel() catches rules without ${mutation.drops}`, () => {
    const { decide, breaks } = mutation;
    assert.throws(() => runModel({ seed: 1, steps: 40_000, decide }), (error) => {
      assert.ok(error instanceof Violation, String(error));
      assert.ok(breaks.includes(error.promised), error.message);
      return true;
    });
  });
}
