// Passes and the budget of handoffs: what uses one, what does not, and what happens when none is left.
import {
  cancel,
  claim,
  complete,
  create,
  extend,
  first,
  pass,
  release,
  reopen,
  review,
} from "../support/commands.ts";
import {
  claimed,
  created,
  expired,
  later,
  passed,
  rejected,
  released,
  reopened,
  stopped,
  submitted,
} from "../support/facts.ts";
import { given } from "../support/given.ts";
import { ann, claude, codex, dsh } from "../support/people.ts";

Deno.test("pass() saves the brief, uses one handoff, queues the task and frees the lease", () => {
  given(created({ by: claude }), claimed(codex))
    .when(pass(codex, {
      summary: "Parser done",
      nextAction: "Write tests",
      targetAgent: "claude-code",
      changedFiles: ["src/parse.ts"],
      git: { branch: "main", commit: "aaa" },
    }))
    .then({
      events: [["passed", { fence: 1, targetAgent: "claude-code" }]],
      lease: null,
      task: {
        shown: "queued",
        targetAgent: "claude-code",
        handoffsUsed: 1,
        changedFiles: ["src/parse.ts"],
        git: { branch: "main", commit: "aaa" },
        version: 3,
      },
    });
});

Deno.test("pass() works exactly as often as the budget says, then stops the task for a person", () => {
  for (const maxHandoffs of [0, 1, 4, 16]) {
    let scene = given(created({ maxHandoffs }));
    for (let used = 1; used <= maxHandoffs; used++) {
      scene = scene.and(claimed(codex)).when(pass(codex)).then({
        events: ["passed"],
        task: { shown: "queued", handoffsUsed: used },
      });
    }
    scene.and(claimed(codex)).when(pass(codex, { summary: "Last words" })).then({
      events: [["stopped", { reason: "budget_spent", summary: "Last words" }]],
      refusal: ["budget_spent", { saved: true, maxHandoffs }],
      lease: null,
      task: { shown: "needs_person", handoffsUsed: maxHandoffs, stopReason: "budget_spent" },
    });
  }
});

Deno.test("pass() with no handoff left keeps summary, next action and files all the same", () => {
  const scene = given(created({ maxHandoffs: 0 }), claimed(codex))
    .when(pass(codex, { summary: "S", nextAction: "N", changedFiles: ["f"], targetAgent: "dsh" }))
    .then({ events: ["stopped"], refusal: "budget_spent", task: { changedFiles: ["f"] } });
  scene.when(extend(ann)).then({
    events: [["extended", { handoffs: 2 }]],
    task: { shown: "queued", targetAgent: "dsh", handoffsUsed: 0, maxHandoffs: 2 },
  });
});

Deno.test("complete() works with no handoff left", () => {
  given(created({ maxHandoffs: 0 }), claimed(codex))
    .when(complete(codex)).then({
      events: ["completed"],
      lease: null,
      task: { shown: "completed" },
    });
});

Deno.test("claim() of a lapsed lease, release() and claims neither use nor give back a handoff", () => {
  given(
    created({ maxHandoffs: 1 }),
    claimed(codex),
    passed(codex),
    claimed(codex),
    later(91),
    expired(dsh),
    claimed(dsh),
    released(ann),
    claimed(claude),
  ).when(pass(claude)).then({ events: ["stopped"], refusal: "budget_spent" });
});

Deno.test("pass() to the person frees the lease and uses no handoff, with none left too", () => {
  for (const maxHandoffs of [0, 4]) {
    given(created({ maxHandoffs }), claimed(codex))
      .when(pass(codex, { targetPerson: true })).then({
        events: [["stopped", { reason: "person_asked" }]],
        lease: null,
        task: { shown: "needs_person", handoffsUsed: 0, stopReason: "person_asked" },
      });
  }
});

Deno.test("pass() refuses a target that is the reviewer of the task", () => {
  given(created({ reviewer: "dsh" }), claimed(codex)).when(pass(codex, { targetAgent: "dsh" }))
    .then({ refusal: ["invalid_argument", { field: "target_agent" }], lease: { fence: 1 } });
});

Deno.test("pass() warns of a target never seen here, with the names that were", () => {
  given(created(), claimed(codex)).when(pass(codex, { targetAgent: "nobody" })).then({
    events: ["passed"],
    warnings: [["unknown_agent", {
      name: "nobody",
      role: "target_agent",
      known: ["codex", "maker"],
    }]],
  });
});

Deno.test("review() that asks for changes with no handoff left keeps the verdict and stops the task", () => {
  const scene = given(created({ maxHandoffs: 0 }), claimed(codex), submitted(codex))
    .when(review(claude, { verdict: "changes_requested", comments: "Too slow" })).then({
      events: [["stopped", { reason: "budget_spent", comments: "Too slow" }]],
      refusal: ["budget_spent", { saved: true }],
      task: { shown: "needs_person", handoffsUsed: 0, rounds: 1 },
    });
  scene.when(extend(ann))
    .then({ events: ["extended"], task: { shown: "queued", targetAgent: "codex" } });
});

Deno.test("extend() out of needs_person queues the task for whom the stopped pass named, or anyone", () => {
  const held = given(created({ maxHandoffs: 0 }), claimed(codex));
  held.and(stopped(codex, { targetAgent: "dsh" })).when(extend(ann))
    .then({ events: ["extended"], task: { shown: "queued", targetAgent: "dsh" } });
  held.and(stopped(codex)).when(extend(ann))
    .then({ events: ["extended"], task: { shown: "queued", targetAgent: undefined } });
});

Deno.test("extend() raises the cap in every open state, beyond 16, and changes nothing else", () => {
  const scenes = [
    given(created({ maxHandoffs: 16 })),
    given(created({ maxHandoffs: 16 }), claimed(codex)),
    given(created({ maxHandoffs: 16 }), claimed(codex), submitted(codex)),
  ];
  const shown = ["queued", "active", "in_review"] as const;
  scenes.forEach((scene, place) =>
    scene.when(extend(ann)).then({
      events: ["extended"],
      task: { shown: shown[place], maxHandoffs: 18, handoffsUsed: 0 },
    })
  );
});

Deno.test("release() queues the task for anyone with a warning, uses no handoff, and tells the holder", () => {
  given(created({ targetAgent: "codex" }), claimed(codex), later(3))
    .when(release(ann, { why: "Codex hangs" })).then({
      events: [["released", {
        fence: 1,
        holder: "codex",
        why: "Codex hangs",
        targetAgent: "codex",
      }]],
      warnings: [["unfinished_edits", { by: "codex" }]],
      lease: null,
      task: { shown: "queued", handoffsUsed: 0, targetAgent: undefined },
    })
    .when(pass(codex)).then({
      refusal: ["lease_lost", { ended: "released", endedBy: "ann" }],
      events: ["noted"],
    });
});

Deno.test("reopen() makes the answer the next action, clears the target and keeps handoffs used", () => {
  given(
    created({ targetAgent: "codex" }),
    claimed(codex),
    passed(codex, { targetAgent: "dsh" }),
    claimed(dsh),
    stopped(dsh, { reason: "person_asked" }),
  ).when(reopen(ann, { answer: "Use UTC" })).then({
    events: [["reopened", { answer: "Use UTC" }]],
    task: { shown: "queued", targetAgent: undefined, handoffsUsed: 1, stopReason: undefined },
  }).when(claim(codex)).then({ events: ["claimed"] });
});

Deno.test("reopen() clears an approval and keeps a verdict that asked for changes", () => {
  const sent = given(created({ maxHandoffs: 0 }), claimed(codex), submitted(codex));
  sent.when(review(claude)).then({ events: ["approved"], task: { shown: "completed" } })
    .when(reopen(ann)).then({
      events: ["reopened"],
      task: { shown: "queued", review: undefined, author: undefined },
    });
  const scene = sent.when(review(claude, { verdict: "changes_requested", comments: "Slow" }))
    .then({ events: ["stopped"], refusal: "budget_spent" });
  const { review: verdict } = scene.state.tasks.get(first)!;
  scene.when(reopen(ann)).then({ events: ["reopened"], task: { review: verdict } });
});

Deno.test("reopen() queues a cancelled, a completed and a submitted task again", () => {
  const held = given(created(), claimed(codex));
  const scenes = [
    held.when(cancel(ann)).then({ events: ["cancelled"] }),
    held.when(complete(codex)).then({ events: ["completed"] }),
    held.and(submitted(codex)),
  ];
  for (const scene of scenes) {
    scene.when(reopen(ann)).then({ events: ["reopened"], task: { shown: "queued" } });
  }
});

Deno.test("extend(), release(), reopen(), cancel() refuse an agent with person_only, before anything else", () => {
  for (const command of [extend, release, reopen, cancel]) {
    given(created(), claimed(codex)).when(command(codex)).then({ refusal: "person_only" });
    given().when(command(codex)).then({ refusal: "person_only" });
    given().when(command(ann)).then({ refusal: "task_not_found" });
  }
});

Deno.test("pass() spends its handoff after a rejection spent one: both draw on the same budget", () => {
  given(
    created({ maxHandoffs: 2 }),
    claimed(codex),
    submitted(codex),
    rejected(dsh),
    claimed(codex),
    passed(codex),
    claimed(codex),
  ).when(pass(codex)).then({ events: ["stopped"], refusal: "budget_spent" });
});

Deno.test("reopen() of a task whose budget is spent gives no handoff back", () => {
  given(created({ maxHandoffs: 0 }), claimed(codex), stopped(codex), reopened(ann), claimed(codex))
    .when(pass(codex)).then({ events: ["stopped"], refusal: "budget_spent" });
});

Deno.test("create() gives no budget but the one asked for", () => {
  given().when(create(codex, { maxHandoffs: 0 }))
    .then({ events: [["created", { maxHandoffs: 0 }]], task: { maxHandoffs: 0, handoffsUsed: 0 } });
});
