// Tasks that wait for others: looked at by claims alone, without cycles and without unknown ids.
import {
  cancel,
  claim,
  create,
  first,
  pass,
  reopen,
  second,
  third,
  update,
} from "../support/commands.ts";
import { cancelled, claimed, completed, created, later, submitted } from "../support/facts.ts";
import { given } from "../support/given.ts";
import { ann, claude, codex } from "../support/people.ts";

const waiting = () => given(created({ taskId: second }), created({ dependsOn: [second] }));

Deno.test("claim() refuses with dependency_open until every dependency is completed", () => {
  const open = [{ taskId: second, status: "queued" }];
  const asked = claim(codex, { taskId: first });
  waiting().when(asked).then({ refusal: ["dependency_open", { open }] });
  waiting().and(claimed(claude, { taskId: second }), submitted(claude, { taskId: second }))
    .when(asked).then({ refusal: "dependency_open" });
  waiting().and(claimed(claude, { taskId: second }), completed(claude, { taskId: second }))
    .when(asked).then({ events: ["claimed"] });
});

Deno.test("claim() names every open dependency and no completed one", () => {
  given(
    created({ taskId: second }),
    created({ taskId: third }),
    claimed(claude, { taskId: second }),
    completed(claude, { taskId: second }),
    created({ dependsOn: [second, third] }),
  ).when(claim(codex, { taskId: first })).then({
    refusal: ["dependency_open", { open: [{ taskId: third, status: "queued" }] }],
  });
});

Deno.test("claim() treats a cancelled dependency as open and says so, until an update removes it", () => {
  const scene = waiting().and(cancelled(ann, { taskId: second }));
  scene.when(claim(codex, { taskId: first })).then({
    refusal: ["dependency_open", { open: [{ taskId: second, status: "cancelled" }] }],
  });
  scene.when(update(codex, { expectedVersion: 1, clear: ["depends_on"] }))
    .then({ events: ["updated"] })
    .when(claim(codex, { taskId: first })).then({ events: ["claimed"] });
});

Deno.test("claim() without an id passes over tasks that wait", () => {
  waiting().when(claim(codex)).then({ events: ["claimed"], task: { taskId: second } });
});

Deno.test("claim() waits again for a dependency that was reopened", () => {
  waiting().and(claimed(claude, { taskId: second }), completed(claude, { taskId: second }))
    .when(reopen(ann, { taskId: second })).then({ events: ["reopened"] })
    .when(claim(codex, { taskId: first })).then({ refusal: "dependency_open" });
});

Deno.test("pass() does not look at dependencies: claims alone do", () => {
  given(created(), claimed(codex), created({ taskId: second }))
    .when(update(codex, { expectedVersion: 2, dependsOn: [second] })).then({ events: ["updated"] })
    .when(pass(codex)).then({ events: ["passed"], task: { shown: "queued" } })
    .when(claim(claude, { taskId: first })).then({ refusal: "dependency_open" });
});

Deno.test("create() and update() refuse unknown dependencies with task_not_found", () => {
  given().when(create(codex, { dependsOn: [second] }))
    .then({ refusal: ["task_not_found", { taskId: second }] });
  given(created()).when(update(codex, { expectedVersion: 1, dependsOn: [second] }))
    .then({ refusal: ["task_not_found", { taskId: second }] });
});

Deno.test("create() and update() take a unique prefix of a dependency's id for the whole", () => {
  given(created({ taskId: second })).when(
    create(codex, { dependsOn: [second.slice(0, 4), second] }),
  )
    .then({ events: [["created", { dependsOn: [second] }]] });
  const chain = given(created(), created({ taskId: second, dependsOn: [first] }));
  chain.when(update(codex, { taskId: second, expectedVersion: 1, dependsOn: [first.slice(0, 5)] }))
    .then({ events: [["updated", { dependsOn: [first] }]] });
  chain.when(update(codex, { expectedVersion: 1, dependsOn: [second.slice(0, 6)] }))
    .then({ refusal: ["dependency_cycle", { path: [first, second, first] }] });
});

Deno.test("create() names the ids that come near where a dependency names no task, or several", () => {
  const [one, other] = ["abcd012345", "abcd567890"];
  const both = given(created({ taskId: one }), created({ taskId: other }));
  both.when(create(codex, { dependsOn: ["abcd"] }))
    .then({ refusal: ["task_not_found", { taskId: "abcd", near: [one, other] }] });
  both.when(create(codex, { dependsOn: ["fbcd012345"] }))
    .then({ refusal: ["task_not_found", { taskId: "fbcd012345", near: [one] }] });
});

Deno.test("create() keeps each dependency once and warns of a cancelled one", () => {
  given(created({ taskId: second }), cancelled(ann, { taskId: second }))
    .when(create(codex, { dependsOn: [second, second] })).then({
      events: [["created", { dependsOn: [second] }]],
      warnings: [["dependency_cancelled", { taskId: second }]],
    });
});

Deno.test("update() refuses with dependency_cycle and names the path", () => {
  const chain = given(
    created(),
    created({ taskId: second, dependsOn: [first] }),
    created({ taskId: third, dependsOn: [second] }),
  );
  chain.when(update(codex, { expectedVersion: 1, dependsOn: [third] })).then({
    refusal: ["dependency_cycle", { path: [first, third, second, first] }],
  });
  chain.when(update(codex, { expectedVersion: 1, dependsOn: [first] }))
    .then({ refusal: ["dependency_cycle", { path: [first, first] }] });
  chain.when(update(codex, { taskId: third, expectedVersion: 1, dependsOn: [first] }))
    .then({ events: ["updated"], task: { dependsOn: [first] } });
});

Deno.test("update() takes a diamond of dependencies, which is no cycle", () => {
  const fourth = "0123456789";
  given(
    created({ taskId: third }),
    created({ taskId: second, dependsOn: [third] }),
    created({ taskId: fourth, dependsOn: [third] }),
    created(),
  ).when(update(codex, { expectedVersion: 1, dependsOn: [second, fourth, third] }))
    .then({ events: ["updated"] });
});

Deno.test("update() names dependencies before the version", () => {
  given(created()).when(update(codex, { expectedVersion: 7, dependsOn: [second] }))
    .then({ refusal: "task_not_found" });
});

Deno.test("cancel() of a dependency leaves the dependant queued and waiting", () => {
  waiting().when(cancel(ann, { taskId: second }))
    .then({ events: ["cancelled"], warnings: ["dependants"] })
    .when(claim(codex)).then({ refusal: ["nothing_to_claim", { dependency: 1 }] });
});

Deno.test("claim() that ends a stale lease tells the dependency as it is then", () => {
  waiting().and(claimed(claude, { taskId: second }), later(91))
    .when(claim(codex, { taskId: first })).then({
      events: ["lease_expired"],
      refusal: ["dependency_open", { open: [{ taskId: second, status: "queued" }] }],
      warnings: ["unfinished_edits"],
    });
});
