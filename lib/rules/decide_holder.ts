// What the holder of the lease does with it: renew, pass, submit, complete, log.
import type { Complete, HolderCommand, Log, Pass, Renew, Submit } from "./command.ts";
import { unknownTask } from "./decide_claim.ts";
import type { Decision, Draft } from "./draft.ts";
import type { Handover } from "./event.ts";
import { renewedTerm } from "./lease.ts";
import { type Refusal, refuse } from "./refusal.ts";
import { repeated } from "./repeat.ts";
import { finalFacts, judgeHolder, keepNote, lossFacts, standOf, warnOver } from "./standing.ts";
import { handoffsLeft, isFinal, type Task } from "./task.ts";
import { warnUnknown } from "./names.ts";

/** Decides a command that only the holder may give, checked in the same transaction as its effect. */
export function decideHolder(command: HolderCommand, draft: Draft): Decision {
  const task = draft.named();
  if (!task) return draft.refused(unknownTask(command.taskId, draft));
  const again = repeated(command, draft);
  if (again) return again;
  const objection = objectionTo(command, draft, task);
  const refusal = judgeHolder(draft, task, { command, objection });
  if (refusal) return draft.refused(refusal);
  switch (command.type) {
    case "renew":
      return renew(command, draft, task);
    case "pass":
      return pass(command, draft, task);
    case "submit":
      return submit(command, draft, task);
    case "complete":
      return complete(command, draft, task);
  }
}

/** What the task itself has against a command of its holder. */
function objectionTo(command: HolderCommand, draft: Draft, task: Task): Refusal | undefined {
  const { taskId, reviewer } = task;
  switch (command.type) {
    case "renew":
      return undefined;
    case "pass": {
      const { targetAgent } = command;
      const isReviewer = targetAgent !== undefined && targetAgent === reviewer;
      return isReviewer ? sameAsReviewer(targetAgent) : undefined;
    }
    case "submit":
      return wrongReviewer(command, draft, task);
    case "complete":
      return reviewer === undefined ? undefined : refuse("review_required", { taskId, reviewer });
  }
}

/** A submission names a reviewer only where none is, and nobody reviews its own work. */
function wrongReviewer(command: Submit, draft: Draft, task: Task): Refusal | undefined {
  const { taskId, reviewer } = task;
  if (command.reviewer !== undefined && reviewer !== undefined && command.reviewer !== reviewer) {
    return refuse("invalid_argument", {
      field: "reviewer",
      value: command.reviewer,
      accepted: `nothing or "${reviewer}", the reviewer of this task`,
    });
  }
  return (command.reviewer ?? reviewer) === draft.actor.name
    ? refuse("self_review", { taskId, author: draft.actor.name })
    : undefined;
}

function renew(command: Renew, draft: Draft, task: Task): Decision {
  const lease = draft.state.lease!;
  const term = renewedTerm(lease, command.leaseMinutes, draft.now);
  draft.record("renewed", task.taskId, { fence: lease.fence, ...term });
  return draft.done({ taskId: task.taskId });
}

function pass(command: Pass, draft: Draft, task: Task): Decision {
  const { taskId } = task;
  const { targetAgent } = command;
  const { fence } = draft.state.lease!;
  const told = { ...handover(command), fence, ...(targetAgent !== undefined && { targetAgent }) };
  if (command.targetPerson) {
    draft.record("stopped", taskId, { ...told, reason: "person_asked" });
    return draft.done({ taskId });
  }
  if (handoffsLeft(task) === 0) {
    const event = draft.record("stopped", taskId, { ...told, reason: "budget_spent" });
    return draft.refused(budgetSpent(task, event));
  }
  draft.record("passed", taskId, told);
  warnUnknown(draft, "target_agent", targetAgent);
  return draft.done({ taskId });
}

function submit(command: Submit, draft: Draft, task: Task): Decision {
  const { taskId } = task;
  warnNoProgress(command, draft, task);
  draft.record("submitted", taskId, {
    ...handover(command),
    fence: draft.state.lease!.fence,
    ...(command.reviewer !== undefined && { reviewer: command.reviewer }),
  });
  warnUnknown(draft, "reviewer", command.reviewer);
  return draft.done({ taskId });
}

/** Work that comes back to review with nothing changed since the last verdict is a loop: say so. */
function warnNoProgress(command: Submit, draft: Draft, task: Task): void {
  const last = task.submission;
  if (task.rounds === 0 || !last) return;
  const isSame = last.summary === command.summary && last.commit === command.git?.commit &&
    last.changedFiles.join("\n") === command.changedFiles.join("\n");
  if (isSame) draft.warn("no_progress", { since: last.at });
}

function complete(command: Complete, draft: Draft, task: Task): Decision {
  const { taskId } = task;
  draft.record("completed", taskId, { ...handover(command), fence: draft.state.lease!.fence });
  return draft.done({ taskId });
}

/** Decides a journal entry: by the holder an entry that also renews, by anyone else a note. */
export function decideLog(command: Log, draft: Draft): Decision {
  const task = draft.named();
  if (!task) return draft.refused(unknownTask(command.taskId, draft));
  const { taskId } = task;
  const stand = standOf(draft, task, command.leaseToken);
  if (stand.tokenGiven && stand.standing !== "holder") {
    const status = draft.status(task);
    if (stand.past) {
      const note = keepNote(draft, task, { stand, command });
      if (isFinal(status)) {
        return draft.refused(refuse("task_final", finalFacts(draft, task, note)));
      }
      const facts = lossFacts(task, { draft, past: stand.past, note });
      return draft.refused(refuse("lease_lost", facts));
    }
    return draft.refused(refuse("not_holder", { taskId, status, tokenGiven: true }));
  }
  const isHolder = stand.standing === "holder";
  const refusal = wrongSteps(command, task, isHolder) ?? wrongBlocker(command, task);
  if (refusal) return draft.refused(refusal);
  const entry = {
    entry: command.entry,
    text: command.text,
    changedFiles: command.changedFiles,
    ...(command.ref !== undefined && { ref: command.ref }),
  };
  if (!isHolder) {
    draft.record("noted", taskId, entry);
    return draft.done({ taskId });
  }
  const lease = draft.state.lease!;
  warnOver(draft);
  const term = renewedTerm(lease, undefined, draft.now);
  draft.record("logged", taskId, {
    ...entry,
    ...term,
    fence: lease.fence,
    stepsDone: command.stepsDone,
  });
  return draft.done({ taskId });
}

function wrongSteps(command: Log, task: Task, isHolder: boolean): Refusal | undefined {
  if (command.stepsDone.length === 0) return undefined;
  const wrong = isHolder
    ? command.stepsDone.find((step) => step > task.plan.length)
    : command.stepsDone[0];
  if (wrong === undefined) return undefined;
  const accepted = !isHolder
    ? "nothing from anyone but the holder of the lease"
    : task.plan.length === 0
    ? "nothing, since this task has no plan"
    : `step numbers from 1 to ${task.plan.length}`;
  return refuse("invalid_argument", { field: "steps_done", value: String(wrong), accepted });
}

function wrongBlocker(command: Log, task: Task): Refusal | undefined {
  if (command.entry !== "resolved") return undefined;
  if (task.blockers.some((open) => String(open.event) === command.ref)) return undefined;
  const open = task.blockers.map((blocker) => blocker.event).join(", ");
  return refuse("invalid_argument", {
    field: "ref",
    ...(command.ref !== undefined && { value: command.ref }),
    accepted: open === ""
      ? "the event number of an open blocker, but this task has none"
      : `the event number of an open blocker: ${open}`,
  });
}

/** A pass or a rejection that found no handoff left; all it said is kept. */
export function budgetSpent(task: Task, event: number): Refusal {
  const { taskId, maxHandoffs } = task;
  return refuse("budget_spent", { taskId, maxHandoffs, saved: true, event });
}

/** Target and reviewer must be two. */
export function sameAsReviewer(targetAgent: string): Refusal {
  return refuse("invalid_argument", {
    field: "target_agent",
    value: targetAgent,
    accepted: "another agent than the task's reviewer",
  });
}

function handover(command: Pass | Submit | Complete): Handover {
  return {
    summary: command.summary,
    changedFiles: command.changedFiles,
    ...("nextAction" in command && { nextAction: command.nextAction }),
    ...(command.git && { git: command.git }),
  };
}
