// Verdicts on submitted work: pinned to a version, never by its author.
import type { Review } from "./command.ts";
import { unknownTask } from "./decide_claim.ts";
import { budgetSpent } from "./decide_holder.ts";
import { wrongVersion } from "./decide_task.ts";
import type { Decision, Draft } from "./draft.ts";
import { type Refusal, refuse } from "./refusal.ts";
import { repeated } from "./repeat.ts";
import { judgeStatus } from "./standing.ts";
import { handoffsLeft, type Task } from "./task.ts";

/** Decides a verdict: approval completes the task, a rejection queues it for its author and uses a handoff. */
export function decideReview(command: Review, draft: Draft): Decision {
  const task = draft.named();
  if (!task) return draft.refused(unknownTask(command.taskId, draft));
  const again = repeated(command, draft);
  if (again) return again;
  const reviewedVersion = command.expectedVersion ?? task.submittedVersion ?? task.version;
  const refusal = judgeStatus(draft, task, "review") ??
    wrongVersion(draft, task, reviewedVersion) ??
    wrongReviewer(draft, task);
  if (refusal) return draft.refused(refusal);
  const { taskId } = task;
  const { comments } = command;
  if (command.verdict === "approve") {
    draft.record("approved", taskId, { comments, reviewedVersion });
    return draft.done({ taskId });
  }
  if (handoffsLeft(task) > 0) {
    draft.record("rejected", taskId, { comments, reviewedVersion });
    return draft.done({ taskId });
  }
  const event = draft.record("stopped", taskId, {
    reason: "budget_spent",
    comments,
    reviewedVersion,
    ...(task.author && { targetAgent: task.author.name }),
  });
  return draft.refused(budgetSpent(task, event));
}

/** The author, by name or session, gives no verdict; where a reviewer is named, nobody else does. */
function wrongReviewer(draft: Draft, task: Task): Refusal | undefined {
  const { taskId, author, reviewer } = task;
  const { name, session } = draft.actor;
  if (author && (author.name === name || author.session === session)) {
    return refuse("self_review", { taskId, author: author.name });
  }
  return reviewer !== undefined && reviewer !== name
    ? refuse("not_reviewer", { taskId, reviewer })
    : undefined;
}
