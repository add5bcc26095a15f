// Times of events, clocks that were set back, and the versions that events make.
import assert from "node:assert/strict";
import {
  cancel,
  claim,
  create,
  first,
  log,
  pass,
  renew,
  second,
  update,
} from "../support/commands.ts";
import { at, start } from "../support/clock.ts";
import {
  approved,
  cancelled,
  claimed,
  completed,
  created,
  expired,
  extended,
  type Fact,
  later,
  logged,
  noted,
  passed,
  redated,
  rejected,
  released,
  renewed,
  reopened,
  stopped,
  submitted,
  takenOver,
  updated,
} from "../support/facts.ts";
import { given } from "../support/given.ts";
import { ann, claude, codex, codexElsewhere, dsh } from "../support/people.ts";

Deno.test("decide() never dates an event before the newest one, though the clock went back", () => {
  const scene = given(created(), later(-3)).when(create(codex, { newTaskId: second, title: "B" }))
    .then({ events: ["created"], task: { createdAt: at(0) } });
  assert.deepEqual(scene.history.map((event) => event.at), [start, start]);
});

Deno.test("claim() grants by the system clock as read, though events are dated later", () => {
  given(created(), later(-3)).when(claim(codex))
    .then({ events: ["claimed"], lease: { grantedAt: at(-3), expiresAt: at(87), since: at(0) } });
});

Deno.test("decide() lets 5 minutes pass as a difference of clocks", () => {
  given(created(), claimed(codex), later(-5)).when(claim(claude)).then({ refusal: "lease_held" });
});

Deno.test("decide() dates the lease anew when the clock stands more than 5 minutes before its grant", () => {
  given(created(), later(100), claimed(codex), later(-60)).when(log(codex)).then({
    events: [
      ["redated", { fence: 1, minutes: 90, grantedAt: at(40), expiresAt: at(130) }],
      "logged",
    ],
    warnings: [["clocks_disagree", { minutes: 60 }]],
    lease: { expiresAt: at(130) },
  });
});

Deno.test("claim() that is refused dates the lease anew all the same", () => {
  given(created(), claimed(codex), later(-6)).when(claim(claude)).then({
    events: ["redated"],
    refusal: ["lease_held", { minutesLeft: 90, expiresAt: at(84) }],
    warnings: ["clocks_disagree"],
    lease: { fence: 1, agent: "codex", grantedAt: at(-6) },
  });
});

Deno.test("decide() dates the lease anew on every write, refused or about another task", () => {
  const scene = given(created(), claimed(codex), later(-6));
  const warnings = ["clocks_disagree"] as const;
  scene.when(pass(claude)).then({ events: ["redated"], refusal: "not_holder", warnings });
  scene.when(claim(claude, { taskId: "ffffffffff" }))
    .then({ events: ["redated"], refusal: "task_not_found", warnings });
  scene.when(create(claude, { newTaskId: second, title: "B" }))
    .then({ events: ["redated", "created"], warnings });
  scene.when(cancel(ann)).then({ events: ["redated", "cancelled"], warnings });
});

Deno.test("decide() dates a lease anew once, not again by the same clock", () => {
  given(created(), claimed(codex), later(-60)).when(claim(claude))
    .then({ events: ["redated"], refusal: "lease_held", warnings: ["clocks_disagree"] })
    .when(claim(claude)).then({ refusal: "lease_held" });
});

Deno.test("decide() counts the difference from the last renewal too", () => {
  given(created(), claimed(codex), later(60), renewed(codex), later(-10)).when(claim(claude))
    .then({
      events: ["redated"],
      refusal: "lease_held",
      warnings: [["clocks_disagree", { minutes: 10 }]],
      lease: { expiresAt: at(140) },
    });
});

Deno.test("claim() takes no lease early and meets none stuck beyond its length after the clock was set back", () => {
  const back = given(created(), later(10_000), claimed(codex), later(-9_000)).when(claim(claude))
    .then({ events: ["redated"], refusal: "lease_held", warnings: ["clocks_disagree"] });
  back.and(later(89)).when(claim(claude)).then({ refusal: ["lease_held", { minutesLeft: 1 }] });
  back.and(later(90)).when(claim(claude))
    .then({ events: ["lease_expired", "claimed"], warnings: ["unfinished_edits"] });
});

Deno.test("update() compares the version that the caller could see, though the same call dates the lease anew", () => {
  given(created(), claimed(codex), later(-6)).when(update(codex, { expectedVersion: 2 })).then({
    events: ["redated", "updated"],
    warnings: ["clocks_disagree"],
    task: { version: 4 },
  });
});

Deno.test("renew() after a small step back of the clock keeps the later end and its grant, so that many small steps are noticed", () => {
  const back = given(created(), claimed(codex), later(-4)).when(renew(codex)).then({
    events: [["renewed", { grantedAt: at(0) }]],
    lease: { expiresAt: at(90), grantedAt: at(0) },
  });
  back.and(later(-4)).when(renew(codex)).then({
    events: ["redated", "renewed"],
    warnings: ["clocks_disagree"],
    lease: { expiresAt: at(82), grantedAt: at(-8) },
  });
});

Deno.test("evolve() raises a task's version by one for each event but journal entries, notes and renewals", () => {
  const silent: Fact[] = [logged(codex), noted(dsh), renewed(codex)];
  const held = given(created(), claimed(codex));
  for (const fact of silent) assert.equal(versionOf(held.and(fact)), 2);
  const loud: Fact[] = [
    redated(codex),
    takenOver(codexElsewhere),
    expired(dsh),
    released(ann),
    passed(codex),
    stopped(codex),
    submitted(codex),
    completed(codex),
    updated(codex),
    cancelled(ann),
    extended(ann),
  ];
  for (const fact of loud) assert.equal(versionOf(held.and(fact)), 3);
  const sent = held.and(submitted(codex));
  for (const fact of [approved(dsh), rejected(dsh), reopened(ann)]) {
    assert.equal(versionOf(sent.and(fact)), 4);
  }
});

function versionOf(scene: ReturnType<typeof given>): number | undefined {
  return scene.state.tasks.get(first)?.version;
}
