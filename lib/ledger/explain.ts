// Makes words of refusals: code, message and next step. The only place that phrases a "no".
import type { Refusal } from "../rules/refusal.ts";
import {
  leaseElsewhere,
  leaseHeld,
  leaseLost,
  noteFacts,
  noteWords,
  notHolder,
} from "./explain_lease.ts";
import { isoTime } from "./iso_time.ts";
import { explainStorage } from "./explain_storage.ts";
import type { Body } from "./view.ts";

/** Whether next steps name the MCP tools or the commands of the command line. */
export type Voice = "tools" | "commands";

/** The words of one refusal. */
export interface Words {
  /** What was asked, colon, the present fact. */
  readonly message: string;
  /** What to do now; never a ready-to-run destructive command. */
  readonly next: string;
  /** Facts for programs, beside code, message and next. */
  readonly facts?: Body;
}

/** The value of `error` in a refused reply. */
export function refusalBody(refusal: Refusal, voice: Voice = "tools"): Body {
  const { message, next, facts } = explain(refusal, voice);
  return { code: refusal.code, message, next: spoken(next, voice), ...facts };
}

/** Puts `{claim}` and the like into the names that the caller can use. */
export function spoken(text: string, voice: Voice): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (voice === "commands") return `agent-handoff ${name}`;
    return name === "list" ? "list_handoffs" : `${name}_handoff`;
  });
}

/** Finds the words for a refusal. */
export function explain(refusal: Refusal, voice: Voice = "tools"): Words {
  switch (refusal.code) {
    case "invalid_argument": {
      const { field, value, accepted } = refusal.facts;
      const given = value === undefined ? field : `${field} ${JSON.stringify(value)}`;
      return {
        message: `Cannot take ${given}: expected ${accepted}`,
        next: `Send the call again with ${field} corrected; nothing was changed`,
        facts: { field, ...(value !== undefined && { value }), accepted },
      };
    }
    case "task_not_found": {
      const { taskId, near } = refusal.facts;
      const fitting = near.filter((id) => taskId.length >= 4 && id.startsWith(taskId));
      const isPrefixOfMany = fitting.length > 1 && fitting.length === near.length;
      return {
        message: isPrefixOfMany
          ? `Cannot tell which task "${taskId}" is: the ids of several begin with it`
          : `Cannot find task "${taskId}": this ledger has no task with that id`,
        next: isPrefixOfMany
          ? `Give more digits, as in ${near.join(", ")}, or call {list} for all ids`
          : near.length > 0
          ? `Use one of the ids that come near (${near.join(", ")}), or call {list}`
          : "Call {list} for the ids; an id is 10 hex digits or a unique prefix of 4 or more",
        facts: { task_id: taskId, ...(near.length > 0 && { near }) },
      };
    }
    case "not_queued": {
      const { taskId, reviewer } = refusal.facts;
      return {
        message: `Cannot claim task ${taskId}: it is in review${
          reviewer === undefined ? "" : ` with "${reviewer}"`
        }`,
        next: "Claim another task; a verdict is given with {review} and needs no lease",
        facts: { task_id: taskId, ...(reviewer !== undefined && { reviewer }) },
      };
    }
    case "not_in_review":
      return {
        message: `Cannot review task ${refusal.facts.taskId}: it is ${refusal.facts.status}`,
        next: "Call {list} for the tasks in review, which wait for a verdict",
        facts: { task_id: refusal.facts.taskId, status: refusal.facts.status },
      };
    case "not_final":
      return {
        message: `Cannot reopen task ${refusal.facts.taskId}: it is ${refusal.facts.status}`,
        next: "It is open already; claim it, or correct it with {update}",
        facts: { task_id: refusal.facts.taskId, status: refusal.facts.status },
      };
    case "task_final": {
      const { taskId, status, endedAt } = refusal.facts;
      return {
        message: `Cannot change task ${taskId}: it is ${status} since ${isoTime(endedAt)}`,
        next: `${noteWords(refusal.facts)}Create a new task, or ask a person to reopen this one`,
        facts: { task_id: taskId, status, ...noteFacts(refusal.facts) },
      };
    }
    case "needs_person": {
      const { taskId, reason } = refusal.facts;
      const why = reason === "budget_spent"
        ? "its handoff budget is spent"
        : "an agent asked for a person";
      return {
        message: `Cannot go on with task ${taskId}: it needs a person, because ${why}`,
        next: `${
          noteWords(refusal.facts)
        }Stop and tell the person; only a person can queue it again`,
        facts: {
          task_id: taskId,
          ...(reason !== undefined && { reason }),
          ...noteFacts(refusal.facts),
        },
      };
    }
    case "nothing_to_claim": {
      const { dependency, otherAgent, inReview, needsPerson } = refusal.facts;
      return {
        message:
          `Cannot claim a task: none is ready for you; ${dependency} wait for a dependency, ` +
          `${otherAgent} for another agent, ${inReview} for a review, ${needsPerson} for a person`,
        next: "Call {list} to see them, or create a task with {create}",
        facts: {
          waiting: {
            dependency,
            other_agent: otherAgent,
            in_review: inReview,
            needs_person: needsPerson,
          },
        },
      };
    }
    case "not_addressed_to_you": {
      const { taskId, targetAgent } = refusal.facts;
      return {
        message: `Cannot claim task ${taskId}: it is addressed to "${targetAgent}"`,
        next: "Claim without naming a task to get one of yours, or leave this one to that agent",
        facts: { task_id: taskId, target_agent: targetAgent },
      };
    }
    case "dependency_open": {
      const { taskId, open } = refusal.facts;
      const isCancelled = open.some(({ status }) => status === "cancelled");
      return {
        message: `Cannot claim task ${taskId}: it waits for ${
          open.map((one) => `${one.taskId} (${one.status})`).join(", ")
        }`,
        next: isCancelled
          ? "Remove the cancelled dependency with {update}, or complete the others first"
          : "Complete those first; claim without naming a task to get one that is ready",
        facts: {
          task_id: taskId,
          waits_for: open.map((one) => ({ task_id: one.taskId, status: one.status })),
        },
      };
    }
    case "dependency_cycle":
      return {
        message: `Cannot set depends_on: the tasks would wait for each other, ${
          refusal.facts.path.join(" → ")
        }`,
        next: "Leave one of them out of depends_on",
        facts: { path: refusal.facts.path },
      };
    case "lease_held":
      return leaseHeld(refusal.facts);
    case "lease_elsewhere":
      return leaseElsewhere(refusal.facts);
    case "lease_lost":
      return leaseLost(refusal.facts);
    case "not_holder":
      return notHolder(refusal.facts);
    case "no_lease":
      return {
        message:
          `Cannot release task ${refusal.facts.taskId}: nobody holds it, it is ${refusal.facts.status}`,
        next: "Nothing is to be done",
        facts: { task_id: refusal.facts.taskId, status: refusal.facts.status },
      };
    case "budget_spent": {
      const { taskId, maxHandoffs, event } = refusal.facts;
      return {
        message: `Cannot hand task ${taskId} on: all ${maxHandoffs} of its handoffs are used; ` +
          `what you sent is saved as event ${event} and the task now needs a person`,
        next: "Do not send it again. Stop and ask the person who can raise the budget",
        facts: { task_id: taskId, saved: true, max_handoffs: maxHandoffs, event },
      };
    }
    case "review_required":
      return {
        message:
          `Cannot complete task ${refusal.facts.taskId}: "${refusal.facts.reviewer}" reviews it first`,
        next: "Call {submit} to ask for the review",
        facts: { task_id: refusal.facts.taskId, reviewer: refusal.facts.reviewer },
      };
    case "self_review":
      return {
        message:
          `Cannot let "${refusal.facts.author}" review task ${refusal.facts.taskId}: it did the work, ` +
          "and nobody reviews their own",
        next: "Leave the verdict to another agent in another session, or to a person",
        facts: { task_id: refusal.facts.taskId, author: refusal.facts.author },
      };
    case "not_reviewer":
      return {
        message:
          `Cannot review task ${refusal.facts.taskId}: its reviewer is "${refusal.facts.reviewer}"`,
        next: "Leave the verdict to that agent",
        facts: { task_id: refusal.facts.taskId, reviewer: refusal.facts.reviewer },
      };
    case "version_conflict": {
      const { taskId, expected, version } = refusal.facts;
      return {
        message: `Cannot change task ${taskId}: it is at version ${version}, not ${expected}`,
        next: "Call {show}, look at what changed, and send it again with the current version",
        facts: { task_id: taskId, expected_version: expected, version },
      };
    }
    case "request_conflict": {
      const { requestId, taskId } = refusal.facts;
      return {
        message:
          `Cannot repeat request_id "${requestId}": it came with other arguments before, for task ${taskId}`,
        next: "Use a new request_id for a new request",
        facts: { request_id: requestId, task_id: taskId },
      };
    }
    case "person_only": {
      const { action, mark } = refusal.facts;
      return {
        message: `Cannot ${action}: only a person may${
          mark === undefined ? "" : `, and the environment names an agent (${mark})`
        }`,
        next: voice === "commands" && mark !== undefined
          ? "A person does this in a terminal of their own, or types the task's id when asked"
          : "Ask the person",
        facts: { action, ...(mark !== undefined && { mark }) },
      };
    }
    default:
      return explainStorage(refusal);
  }
}
