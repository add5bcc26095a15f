// What replies tell of events and rows, apart from what commands do.
import assert from "node:assert/strict";
import { eventView, rowView } from "../../lib/ledger/view.ts";
import { created, updated } from "../support/facts.ts";
import { first } from "../support/commands.ts";
import { given } from "../support/given.ts";
import { codex } from "../support/people.ts";

Deno.test("eventView() names what an update cleared, lists too, and shows no null", () => {
  const data = { targetAgent: null, constraints: null, plan: [], dependsOn: [], title: "Dates" };
  const { history } = given(created(), updated(codex, data));
  const [made, changed] = history.map(eventView);
  assert.deepEqual(changed!.cleared, ["target_agent", "constraints", "plan", "depends_on"]);
  assert.equal(changed!.title, "Dates");
  assert.ok(Object.values(changed!).every((value) => value !== null));
  assert.ok(!("target_agent" in changed!) && !("cleared" in made!));
});

Deno.test("rowView() shows five of the tasks that a task waits for, and the number left", () => {
  const task = given(created()).state.tasks.get(first)!;
  const waiting = (count: number) => {
    const waitsFor = Array.from({ length: count }, (_, place) => `000000000${place}`);
    const { waits_for, waits_for_left } = rowView({ task, status: "queued", waitsFor });
    return [(waits_for as string[] | undefined)?.length, waits_for_left];
  };
  assert.deepEqual([0, 5, 8].map(waiting), [[undefined, undefined], [5, undefined], [5, 3]]);
});
