// Making, correcting and cancelling tasks: who may, in which state, and what else is looked at.
import { cancel, create, extend, first, pass, second, third, update } from "../support/commands.ts";
import {
  claimed,
  completed,
  created,
  passed,
  stopped,
  submitted,
  updated,
} from "../support/facts.ts";
import { given } from "../support/given.ts";
import { agent, ann, claude, codex, codexElsewhere, dsh, maker } from "../support/people.ts";

Deno.test("create() makes a queued task of version 1 with its brief, and takes no lease", () => {
  given().when(create(codex, {
    constraints: "No new packages",
    targetAgent: "codex",
    priority: "high",
    plan: ["Read", "Write"],
  })).then({
    events: [["created", { title: "Parse dates", priority: "high" }]],
    lease: null,
    task: {
      shown: "queued",
      version: 1,
      event: 1,
      everHeld: false,
      targetAgent: "codex",
      plan: [{ text: "Read", done: false }, { text: "Write", done: false }],
    },
  });
});

Deno.test("create() works while a lease is held, and for people", () => {
  given(created({ taskId: second }), claimed(codex, { taskId: second }))
    .when(create(ann)).then({ events: ["created"], lease: { taskId: second } });
});

Deno.test("create() refuses a target that is also the reviewer", () => {
  given().when(create(codex, { targetAgent: "dsh", reviewer: "dsh" }))
    .then({ refusal: ["invalid_argument", { field: "target_agent" }] });
});

Deno.test("create() warns of a target and a reviewer never seen here, but not of those that acted or act now", () => {
  const unknown = (name: string, role: string) =>
    ["unknown_agent", { name, role, known: ["maker"] }] as const;
  given(created({ taskId: second })).when(create(codex, { targetAgent: "x", reviewer: "y" }))
    .then({
      events: ["created"],
      warnings: [unknown("x", "target_agent"), unknown("y", "reviewer")],
    });
  for (const targetAgent of ["maker", "codex"]) {
    given(created({ taskId: second })).when(create(codex, { targetAgent }))
      .then({ events: ["created"] });
  }
});

Deno.test("update() by anyone corrects a task that nobody holds, in every open state", () => {
  const held = given(created(), claimed(codex));
  const scenes = [given(created()), held.and(passed(codex)), held.and(stopped(codex))];
  for (const scene of [...scenes, held.and(submitted(codex))]) {
    const { version } = scene.state.tasks.values().next().value!;
    for (const who of [dsh, ann]) {
      scene.when(update(who, { expectedVersion: version })).then({
        events: [["updated", { title: "Parse dates and times" }]],
        task: { title: "Parse dates and times", version: version + 1 },
      });
    }
  }
});

Deno.test("update() of an active task is the holder's alone, others meet lease_held", () => {
  const held = given(created(), claimed(codex));
  held.when(update(codex, { expectedVersion: 2 })).then({ events: ["updated"] });
  for (const who of [claude, codexElsewhere, maker, ann]) {
    held.when(update(who, { expectedVersion: 2 }))
      .then({ refusal: ["lease_held", { holder: "codex", yours: false }] });
  }
});

Deno.test("update() refuses with version_conflict and the current version", () => {
  given(created(), updated()).when(update(dsh, { expectedVersion: 1 }))
    .then({ refusal: ["version_conflict", { expected: 1, version: 2 }] });
});

Deno.test("update() replaces lists, clears what it is told to, and leaves the rest", () => {
  const full = given(
    created({ taskId: second }),
    created({ constraints: "C", targetAgent: "codex", plan: ["Read"], dependsOn: [second] }),
  );
  full.when(update(dsh, { expectedVersion: 1, plan: ["Write"], priority: "urgent" })).then({
    events: ["updated"],
    task: {
      plan: [{ text: "Write", done: false }],
      priority: "urgent",
      targetAgent: "codex",
      dependsOn: [second],
      title: "Parse dates",
    },
  });
  const clear = ["constraints", "target_agent", "depends_on", "plan"] as const;
  full.when(update(dsh, { expectedVersion: 1, clear })).then({
    events: ["updated"],
    task: { constraints: undefined, targetAgent: undefined, dependsOn: [], plan: [] },
  });
});

Deno.test("update() refuses to change nothing", () => {
  given(created()).when({ ...update(dsh, { expectedVersion: 1, clear: [] }), title: undefined })
    .then({ refusal: ["invalid_argument", { field: "update" }] });
});

Deno.test("update() of nothing is a wrong argument, whatever is known of the task", () => {
  const nothing = { ...update(dsh, { expectedVersion: 7, clear: [] }), title: undefined };
  const refusal = ["invalid_argument", { field: "update" }] as const;
  given().when(nothing).then({ refusal });
  given(created(), claimed(codex)).when(nothing).then({ refusal });
});

Deno.test("update() changes a reviewer for a person, and for the creator while it is queued", () => {
  const task = created({ by: claude, reviewer: "dsh" });
  const asked = (who: typeof claude, expectedVersion: number) =>
    update(who, { expectedVersion, reviewer: "maker" });
  const known = created({ taskId: second });
  given(known, task).when(asked(claude, 1))
    .then({ events: ["updated"], task: { reviewer: "maker" } });
  given(known, task).when(asked(ann, 1))
    .then({ events: ["updated"], task: { reviewer: "maker" } });
  given(known, task).when(asked(codex, 1)).then({ refusal: "person_only" });
  given(known, task, claimed(claude)).when(asked(claude, 2)).then({ refusal: "person_only" });
  const stoppedTask = given(known, task, claimed(codex), stopped(codex));
  stoppedTask.when(asked(claude, 3)).then({ refusal: "person_only" });
  stoppedTask.when(asked(ann, 3)).then({ events: ["updated"] });
});

Deno.test("update() takes no agent for the person of the same name", () => {
  const named = agent(ann.name);
  const made = given(created({ by: ann, reviewer: "dsh" }));
  made.when(update(named, { expectedVersion: 1, reviewer: "maker" }))
    .then({ refusal: "person_only" });
  made.when(update(named, { expectedVersion: 1, cancel: "No" })).then({ refusal: "not_holder" });
});

Deno.test("update() lets nobody change the reviewer of a task in review", () => {
  const sent = given(
    created({ by: dsh, taskId: second }),
    created({ by: claude, reviewer: "dsh" }),
    claimed(codex),
    submitted(codex),
  );
  for (const who of [claude, codex, ann]) {
    sent.when(update(who, { expectedVersion: 3, reviewer: "maker" }))
      .then({ refusal: ["invalid_argument", { field: "reviewer", value: "maker" }] });
  }
  sent.when(update(ann, { expectedVersion: 3, reviewer: "dsh" }))
    .then({ events: ["updated"], task: { reviewer: "dsh" } });
});

Deno.test("update() keeps target and reviewer apart, whichever of them changes", () => {
  const refusal = ["invalid_argument", { field: "target_agent" }] as const;
  given(created({ reviewer: "dsh" }))
    .when(update(maker, { expectedVersion: 1, targetAgent: "dsh" })).then({ refusal });
  given(created({ targetAgent: "dsh" }))
    .when(update(maker, { expectedVersion: 1, reviewer: "dsh" })).then({ refusal });
  given(created({ targetAgent: "dsh" }), created({ by: dsh, taskId: second }))
    .when(update(maker, { expectedVersion: 1, reviewer: "dsh", clear: ["target_agent"] }))
    .then({ events: ["updated"], task: { reviewer: "dsh", targetAgent: undefined } });
});

Deno.test("update() of the target while a person is asked says for whom extend() queues the task", () => {
  const asked = given(created(), claimed(codex), stopped(codex, { targetAgent: "dsh" }));
  asked.when(update(claude, { expectedVersion: 3, targetAgent: "claude-code" }))
    .then({ events: ["updated"] })
    .when(extend(ann)).then({ events: ["extended"], task: { targetAgent: "claude-code" } });
  asked.when(update(claude, { expectedVersion: 3, clear: ["target_agent"] }))
    .then({ events: ["updated"] })
    .when(extend(ann)).then({ events: ["extended"], task: { targetAgent: undefined } });
  asked.when(update(ann, { expectedVersion: 3, reviewer: "dsh" }))
    .then({ refusal: ["invalid_argument", { field: "target_agent" }] });
});

Deno.test("update() cancels for the creator, the holder and a person, and for nobody else", () => {
  const asked = (who: typeof claude, expectedVersion: number) =>
    update(who, { expectedVersion, cancel: "Not needed" });
  const open = given(created({ by: claude }));
  for (const who of [claude, ann]) {
    open.when(asked(who, 1))
      .then({ events: [["cancelled", { reason: "Not needed" }]], task: { shown: "cancelled" } });
  }
  open.when(asked(dsh, 1)).then({ refusal: ["not_holder", { status: "queued" }] });
  const held = open.and(claimed(codex));
  held.when(asked(codex, 2))
    .then({ events: [["cancelled", { fence: 1 }]], lease: null, task: { shown: "cancelled" } });
  for (const who of [claude, dsh, ann]) held.when(asked(who, 2)).then({ refusal: "lease_held" });
});

Deno.test("update() cancels in review, and not where a person is needed", () => {
  const held = given(created({ by: claude }), claimed(codex));
  const asked = update(claude, { expectedVersion: 3, cancel: "Not needed" });
  held.and(submitted(codex)).when(asked)
    .then({ events: ["cancelled"], task: { shown: "cancelled" } });
  held.and(stopped(codex)).when(asked).then({ refusal: "needs_person" });
});

Deno.test("update() and cancel() refuse with task_final once the task is over", () => {
  const done = given(created(), claimed(codex), completed(codex));
  done.when(update(codex, { expectedVersion: 3 })).then({ refusal: "task_final" });
  done.when(update(codex, { expectedVersion: 3, cancel: "Late" }))
    .then({ refusal: "task_final" });
  done.when(cancel(ann)).then({ refusal: "task_final" });
});

Deno.test("cancel() by a person ends the task and the lease on it, and its holder is told", () => {
  given(created(), claimed(codex)).when(cancel(ann)).then({
    events: [["cancelled", { reason: "Not needed any more", fence: 1 }]],
    lease: null,
    task: { shown: "cancelled" },
  }).when(pass(codex)).then({ refusal: "task_final", events: ["noted"] });
});

Deno.test("cancel() of one task leaves the lease on another alone", () => {
  given(created(), created({ taskId: second }), claimed(codex, { taskId: second }))
    .when(cancel(ann)).then({ events: ["cancelled"], lease: { taskId: second } });
});

Deno.test("cancel() warns of the open tasks that depend on the cancelled one", () => {
  const scene = given(
    created(),
    created({ taskId: second, dependsOn: [first] }),
    created({ taskId: third, dependsOn: [first] }),
    claimed(codex, { taskId: third }),
    completed(codex, { taskId: third }),
  );
  const warnings = [["dependants", { taskIds: [second] }]] as const;
  scene.when(cancel(ann)).then({ events: ["cancelled"], warnings });
  scene.when(update(maker, { expectedVersion: 1, cancel: "No" }))
    .then({ events: ["cancelled"], warnings });
});

Deno.test("update() that cancels refuses other changes beside it, rather than drop them", () => {
  given(created()).when(update(maker, { expectedVersion: 1, cancel: "Not needed", title: "Other" }))
    .then({
      refusal: ["invalid_argument", { field: "cancel" }],
    });
});
