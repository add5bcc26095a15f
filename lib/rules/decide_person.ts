// What only people do: raise the budget, end a lease, reopen, cancel.
import type { Cancel, Extend, Release, Reopen } from "./command.ts";
import { unfinishedFacts, unknownTask } from "./decide_claim.ts";
import { cancelTask } from "./decide_task.ts";
import type { Decision, Draft } from "./draft.ts";
import { refuse } from "./refusal.ts";
import { judgeStatus } from "./standing.ts";

/** Decides a person's command; an agent that gives one is refused. */
export function decidePerson(command: Extend | Release | Reopen | Cancel, draft: Draft): Decision {
  if (draft.actor.kind !== "person") {
    return draft.refused(refuse("person_only", { action: command.type }));
  }
  const task = draft.named();
  if (!task) return draft.refused(unknownTask(command.taskId, draft));
  const refusal = judgeStatus(draft, task, command.type);
  if (refusal) return draft.refused(refusal);
  const { taskId } = task;
  switch (command.type) {
    case "extend":
      draft.record("extended", taskId, {
        handoffs: command.handoffs,
        ...(command.why !== undefined && { why: command.why }),
      });
      break;
    case "release": {
      const lease = draft.state.lease!;
      draft.record("released", taskId, {
        fence: lease.fence,
        holder: lease.agent,
        holderSession: lease.session,
        ...(command.why !== undefined && { why: command.why }),
        ...(task.targetAgent !== undefined && { targetAgent: task.targetAgent }),
      });
      draft.warn("unfinished_edits", unfinishedFacts(draft.named()!.unfinished!));
      break;
    }
    case "reopen":
      draft.record("reopened", taskId, {
        ...(command.answer !== undefined && { answer: command.answer }),
      });
      break;
    case "cancel":
      cancelTask(draft, task, command.reason);
  }
  return draft.done({ taskId });
}
