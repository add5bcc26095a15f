// The workflows as text: pinned actions, few rights, nothing from outside in a command line, the right order.
import assert from "node:assert/strict";
import { type Job, readWorkflow, stepsOf } from "./workflow_steps.ts";

for (const name of ["release.yml", "ci.yml"]) {
  Deno.test(`${name} names every action by the commit, with its version beside it`, async () => {
    const workflow = await readWorkflow(name);
    const actions = stepsOf(workflow).flatMap(({ uses }) => uses ?? []);
    assert.ok(actions.length > 0);
    for (const action of actions) assert.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    const path = new URL(`../../.github/workflows/${name}`, import.meta.url);
    for (const line of (await Deno.readTextFile(path)).split("\n")) {
      if (line.includes("uses:")) assert.match(line, / # v\d+\.\d+\.\d+$/);
    }
  });

  Deno.test(`${name} puts no expression into a command line`, async () => {
    for (const { run, name: step } of stepsOf(await readWorkflow(name))) {
      assert.ok(!run?.includes("${{"), `step "${step}": ${run}`);
    }
  });

  Deno.test(`${name} leaves no credentials in its checkouts`, async () => {
    const checkouts = stepsOf(await readWorkflow(name))
      .filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    assert.ok(checkouts.length > 0);
    for (const step of checkouts) assert.equal(step.with?.["persist-credentials"], false);
  });
}

const release = await readWorkflow("release.yml");

function needsOf(job: Job): readonly string[] {
  return [job.needs ?? []].flat();
}

Deno.test("release.yml compares the tag before anything, then gate, build, package, install, draft, publish", () => {
  const order = ["tag", "gate", "build", "package", "install", "draft"];
  order.forEach((name, index) => {
    const before = index === 0 ? [] : [order[index - 1]!];
    assert.deepEqual(needsOf(release.jobs[name]!), before);
  });
  for (const name of ["jsr", "npm"]) assert.deepEqual(needsOf(release.jobs[name]!), ["draft"]);
});

Deno.test("release.yml gives the right to write contents to the draft alone", () => {
  assert.deepEqual(release.permissions, {});
  for (const [name, { permissions }] of Object.entries(release.jobs)) {
    assert.equal(permissions?.contents, name === "draft" ? "write" : "read", name);
  }
});

Deno.test("release.yml lets only packaging and publishing prove who they are", () => {
  const named = Object.entries(release.jobs)
    .filter(([, { permissions }]) => permissions?.["id-token"] === "write")
    .map(([name]) => name);
  assert.deepEqual(named, ["package", "jsr", "npm"]);
});
