// The tools after the first seven as clients see them, written down once more: a change changes the product.
import type { Pinned } from "./pinned.ts";

/** The tools for journal, review, correction and waiting. */
export const pinnedLater: Readonly<Record<string, Pinned>> = {
  log_handoff: {
    title: "Log to the journal",
    description:
      "Call while you work: adds a journal entry and, as the holder, renews your lease. Decisions, open blockers and the last checkpoint stand in every brief.",
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: false,
    },
    properties: {
      task_id: { type: "string" },
      kind: {
        type: "string",
        enum: [
          "progress",
          "decision",
          "blocker",
          "resolved",
          "command",
          "test",
          "checkpoint",
          "commit",
        ],
      },
      text: { type: "string" },
      ref: {
        type: "string",
        description: "Commit, command and result, or the event of a resolved blocker",
      },
      steps_done: {
        type: "array",
        items: { type: "integer", minimum: 1, maximum: 100 },
        description: "Plan steps done, from 1",
      },
      changed_files: { type: "string", description: "Paths, one a line" },
      agent: { type: "string", description: "Your agent name; default: the client's" },
      lease_token: {
        type: "string",
        description: "From claim_handoff; proves the lease if your session changed",
      },
    },
    required: ["task_id", "kind", "text"],
    gives: "task_id status version event handoffs_left warnings error",
  },
  submit_handoff: {
    title: "Submit for review",
    description:
      "Call when work is ready for a verdict: frees the lease and asks for a review. Stop writing then.",
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: false,
    },
    properties: {
      task_id: { type: "string" },
      summary: { type: "string", description: "What was done, for a reader without your context" },
      changed_files: { type: "string", description: "Paths, one a line" },
      reviewer: {
        type: "string",
        description: "Only where none is named yet; default: any other agent",
      },
      agent: { type: "string", description: "Your agent name; default: the client's" },
      lease_token: {
        type: "string",
        description: "From claim_handoff; proves the lease if your session changed",
      },
    },
    required: ["task_id", "summary"],
    gives: "task_id status version event handoffs_left warnings error",
  },
  review_handoff: {
    title: "Review submitted work",
    description:
      "Never review your own work: approve completes the task, changes_requested returns it to its author and uses one handoff. Needs no lease. On budget_spent ask a person.",
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: false,
    },
    properties: {
      task_id: { type: "string" },
      verdict: { type: "string", enum: ["approve", "changes_requested"] },
      comments: { type: "string" },
      expected_version: {
        type: "integer",
        minimum: 1,
        description: "Version you read; default: the one submitted",
      },
      agent: { type: "string", description: "Your agent name; default: the client's" },
    },
    required: ["task_id", "verdict", "comments"],
    gives: "task_id status version event handoffs_left warnings error",
  },
  update_handoff: {
    title: "Correct a task",
    description: "Corrects or cancels a task that nobody else holds. Lists given replace the old.",
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: false,
    },
    properties: {
      task_id: { type: "string" },
      expected_version: { type: "integer", minimum: 1, description: "Version you read" },
      title: { type: "string" },
      objective: { type: "string" },
      constraints: { type: "string" },
      target_agent: { type: "string" },
      priority: { type: "string", enum: ["low", "normal", "high", "urgent"] },
      depends_on: { type: "array", items: { type: "string" } },
      plan: { type: "array", items: { type: "string" } },
      reviewer: { type: "string" },
      clear: {
        type: "array",
        items: { type: "string", enum: ["constraints", "target_agent", "depends_on", "plan"] },
        description: "Fields to empty",
      },
      cancel: { type: "string", description: "Reason; ends the task. Creator or holder only" },
      agent: { type: "string", description: "Your agent name; default: the client's" },
    },
    required: ["task_id", "expected_version"],
    gives: "task_id status version event handoffs_left warnings error",
  },
  wait_handoff: {
    title: "Wait for work",
    description:
      "Waits until you could claim a task or owe a review; claims nothing. ready: false means that the time is over: call again.",
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: false,
    },
    properties: {
      agent: { type: "string", description: "Your agent name; default: the client's" },
      timeout_seconds: { type: "integer", minimum: 0, maximum: 50, description: "Default 25" },
    },
    required: [],
    gives: "ready task_id why warnings error",
  },
};
