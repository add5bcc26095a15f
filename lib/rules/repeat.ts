// Answers a pass, submission, completion or verdict that repeats the task's newest event (contract, Retries).
import type { HolderCommand, Review } from "./command.ts";
import type { Decision, Draft } from "./draft.ts";
import type { LedgerEvent } from "./event.ts";
import { refuse } from "./refusal.ts";

/** The answer to a repeated command: as that one was, nothing recorded. */
export function repeated(command: HolderCommand | Review, draft: Draft): Decision | undefined {
  const event = draft.slice.newestOfNamed;
  if (!event || event.actor.session !== draft.actor.session) return undefined;
  const { agent } = command.caller;
  if (agent !== undefined && agent !== event.actor.name) return undefined;
  if (!isSame(command, event) || !isTokenOf(command, event, draft)) return undefined;
  const task = draft.named()!;
  if (event.kind === "stopped" && event.data.reason === "budget_spent") {
    const facts = {
      taskId: task.taskId,
      maxHandoffs: task.maxHandoffs,
      saved: true as const,
      event: event.event,
    };
    return draft.refused(refuse("budget_spent", facts), { repeated: true });
  }
  return draft.done({ taskId: task.taskId, repeated: true });
}

/** A token that came along must be the one of the lease that the event ended. */
function isTokenOf(command: HolderCommand | Review, event: LedgerEvent, draft: Draft): boolean {
  const token = "leaseToken" in command ? command.leaseToken : undefined;
  if (token === undefined) return true;
  const isFence = "fence" in event.data && event.data.fence === token.fence;
  return isFence && draft.state.pastLeases.get(token.fence)?.tokenHash === token.hash;
}

function isSame(command: HolderCommand | Review, event: LedgerEvent): boolean {
  switch (command.type) {
    case "renew":
      return false;
    case "pass":
      if (event.kind !== "passed" && event.kind !== "stopped") return false;
      if (event.kind === "stopped") {
        const asked = event.data.reason === "person_asked";
        if (asked !== command.targetPerson || event.data.comments !== undefined) return false;
      } else if (command.targetPerson) return false;
      return sameTexts(command, event.data) && event.data.nextAction === command.nextAction &&
        event.data.targetAgent === command.targetAgent;
    case "submit":
      return event.kind === "submitted" && sameTexts(command, event.data) &&
        event.data.reviewer === command.reviewer;
    case "complete":
      return event.kind === "completed" && sameTexts(command, event.data);
    case "review":
      if (event.kind !== "approved" && event.kind !== "rejected" && event.kind !== "stopped") {
        return false;
      }
      return (event.kind === "approved") === (command.verdict === "approve") &&
        event.data.comments === command.comments &&
        (command.expectedVersion ?? event.data.reviewedVersion) === event.data.reviewedVersion;
  }
}

function sameTexts(
  one: { summary: string; changedFiles: readonly string[] },
  other: { summary?: string; changedFiles?: readonly string[] },
): boolean {
  return one.summary === other.summary &&
    one.changedFiles.join("\n") === (other.changedFiles ?? []).join("\n");
}
