// Submissions and verdicts: who reviews whom, which version, and what a verdict leads to.
import { claim, complete, review, submit } from "../support/commands.ts";
import { at } from "../support/clock.ts";
import {
  approved,
  claimed,
  created,
  extended,
  later,
  noted,
  rejected,
  submitted,
  updated,
} from "../support/facts.ts";
import { given } from "../support/given.ts";
import { agent, ann, claude, codex, codexElsewhere, dsh } from "../support/people.ts";

const submittedTask = (reviewer?: string) =>
  given(created({ by: dsh, ...(reviewer && { reviewer }) }), claimed(codex), submitted(codex));

Deno.test("submit() frees the lease and puts the task in review, with its author", () => {
  given(created({ by: claude }), claimed(codex))
    .when(submit(codex, { reviewer: "claude-code", changedFiles: ["a"] })).then({
      events: [["submitted", { fence: 1, reviewer: "claude-code" }]],
      lease: null,
      task: {
        shown: "in_review",
        reviewer: "claude-code",
        submittedVersion: 3,
        version: 3,
        changedFiles: ["a"],
        handoffsUsed: 0,
      },
    });
});

Deno.test("submit() names a reviewer only where none is named, and never its author", () => {
  const held = given(created({ by: dsh, reviewer: "dsh" }), claimed(codex));
  held.when(submit(codex)).then({ events: ["submitted"], task: { reviewer: "dsh" } });
  held.when(submit(codex, { reviewer: "dsh" })).then({ events: ["submitted"] });
  held.when(submit(codex, { reviewer: "claude-code" }))
    .then({ refusal: ["invalid_argument", { field: "reviewer" }], lease: { fence: 1 } });
  given(created(), claimed(codex)).when(submit(codex, { reviewer: "codex" }))
    .then({ refusal: "self_review" });
  given(created({ reviewer: "codex" }), claimed(codex)).when(submit(codex))
    .then({ refusal: ["self_review", { author: "codex" }] });
});

Deno.test("review() that approves completes the task, without a lease", () => {
  submittedTask("dsh").when(review(dsh)).then({
    events: [["approved", { comments: "Reads well", reviewedVersion: 3 }]],
    task: {
      shown: "completed",
      review: { by: "dsh", at: at(0), text: "Reads well", verdict: "approve", version: 3 },
    },
  });
});

Deno.test("review() that asks for changes queues the task for its author and uses one handoff", () => {
  submittedTask("dsh").when(review(dsh, { verdict: "changes_requested" })).then({
    events: ["rejected"],
    task: { shown: "queued", targetAgent: "codex", handoffsUsed: 1, rounds: 1 },
  }).when(claim(codexElsewhere)).then({ events: ["claimed"] });
});

Deno.test("review() refuses the author with self_review, by name from any session and by session under any name", () => {
  const disguised = agent("dsh", codex.session);
  for (const who of [codex, codexElsewhere, disguised]) {
    submittedTask().when(review(who)).then({ refusal: ["self_review", { author: "codex" }] });
  }
  submittedTask("dsh").when(review(disguised)).then({ refusal: "self_review" });
});

Deno.test("review() refuses with not_reviewer anybody but the one named", () => {
  submittedTask("dsh").when(review(claude))
    .then({ refusal: ["not_reviewer", { reviewer: "dsh" }] });
  submittedTask().when(review(claude)).then({ events: ["approved"] });
});

Deno.test("review() refuses with not_in_review where nothing was submitted", () => {
  given(created()).when(review(dsh)).then({ refusal: ["not_in_review", { status: "queued" }] });
  given(created(), claimed(codex)).when(review(dsh))
    .then({ refusal: ["not_in_review", { status: "active" }] });
});

Deno.test("review() without a version means the one submitted, and refuses once the task has changed", () => {
  submittedTask("dsh").and(noted(claude)).when(review(dsh)).then({ events: ["approved"] });
  for (const change of [updated(claude, { title: "Other" }), extended(ann)]) {
    const changed = submittedTask("dsh").and(change);
    changed.when(review(dsh))
      .then({ refusal: ["version_conflict", { expected: 3, version: 4 }] });
    changed.when(review(dsh, { expectedVersion: 4 }))
      .then({ events: [["approved", { reviewedVersion: 4 }]] });
  }
});

Deno.test("review() names the version before the reviewer", () => {
  submittedTask("dsh").when(review(claude, { expectedVersion: 2 }))
    .then({ refusal: "version_conflict" });
});

Deno.test("complete() refuses with review_required where a reviewer is named", () => {
  given(created({ reviewer: "dsh" }), claimed(codex)).when(complete(codex))
    .then({ refusal: ["review_required", { reviewer: "dsh" }], lease: { fence: 1 } });
});

Deno.test("complete() refuses with review_required where an earlier submission named the reviewer", () => {
  given(
    created({ by: dsh }),
    claimed(codex),
    submitted(codex, { reviewer: "dsh" }),
    rejected(dsh),
    claimed(codex),
  ).when(complete(codex)).then({ refusal: "review_required" });
});

Deno.test("submit() warns of no progress where the same work comes back to review", () => {
  const again = given(
    created({ by: dsh }),
    claimed(codex),
    submitted(codex, { changedFiles: ["a"] }),
    later(5),
    rejected(dsh),
    claimed(codex),
  );
  again.when(submit(codex, { changedFiles: ["a"] }))
    .then({ events: ["submitted"], warnings: [["no_progress", { since: at(0) }]] });
  again.when(submit(codex, { changedFiles: ["a", "b"] })).then({ events: ["submitted"] });
  again.when(submit(codex, { changedFiles: ["a"], git: { commit: "bbb" } }))
    .then({ events: ["submitted"] });
});

Deno.test("review() after an approval refuses with task_final", () => {
  submittedTask("dsh").and(approved(dsh)).when(review(claude)).then({ refusal: "task_final" });
});
