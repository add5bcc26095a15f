// The parsed arguments of each tool and command, as MCP and the command line both hand them on.
import type { clearable } from "../rules/command.ts";
import type { EntryKind } from "../rules/event.ts";
import type { Priority, TaskStatus } from "../rules/task.ts";

/** Arguments of `create_handoff`. Absent options have their defaults filled in by the action. */
export interface CreateRequest {
  readonly title: string;
  readonly objective: string;
  readonly constraints?: string;
  /** Absent: anyone. */
  readonly targetAgent?: string;
  /** 0 to 16, 4 by default. */
  readonly maxHandoffs?: number;
  readonly priority?: Priority;
  readonly dependsOn?: readonly string[];
  readonly reviewer?: string;
  readonly plan?: readonly string[];
  readonly requestId?: string;
}

/** Arguments of `claim_handoff`. */
export interface ClaimRequest {
  readonly taskId?: string;
  /** 1 to 1440, 90 by default. */
  readonly leaseMinutes?: number;
  readonly requestId?: string;
}

/** Arguments of `renew_handoff`. */
export interface RenewRequest {
  readonly taskId: string;
  readonly leaseMinutes?: number;
  /** `<fence>-<secret>`, as a claim gave it. */
  readonly leaseToken?: string;
}

/** Arguments of `pass_handoff`. */
export interface PassRequest {
  readonly taskId: string;
  readonly summary: string;
  readonly nextAction: string;
  /** An agent, or `person`; absent: anyone. */
  readonly targetAgent?: string;
  readonly changedFiles?: readonly string[];
  readonly leaseToken?: string;
}

/** Arguments of `complete_handoff`. */
export interface CompleteRequest {
  readonly taskId: string;
  readonly summary: string;
  readonly changedFiles?: readonly string[];
  readonly leaseToken?: string;
}

/** Arguments of `show_handoff`. */
export interface ShowRequest {
  readonly taskId: string;
  /** 0 to 200, 10 by default. */
  readonly history?: number;
  readonly before?: number;
}

/** Arguments of `list_handoffs`. */
export interface ListRequest {
  readonly status?: TaskStatus | "open" | "mine" | "all";
  readonly query?: string;
  readonly since?: number;
  /** 1 to 100, 20 by default. */
  readonly limit?: number;
  readonly cursor?: string;
}

/** Arguments of `log_handoff`. */
export interface LogRequest {
  readonly taskId: string;
  readonly kind: EntryKind;
  readonly text: string;
  readonly ref?: string;
  readonly stepsDone?: readonly number[];
  readonly changedFiles?: readonly string[];
  readonly leaseToken?: string;
}

/** Arguments of `submit_handoff`. */
export interface SubmitRequest {
  readonly taskId: string;
  readonly summary: string;
  readonly changedFiles?: readonly string[];
  readonly reviewer?: string;
  readonly leaseToken?: string;
}

/** Arguments of `review_handoff`. */
export interface ReviewRequest {
  readonly taskId: string;
  readonly verdict: "approve" | "changes_requested";
  readonly comments: string;
  readonly expectedVersion?: number;
}

/** Arguments of `update_handoff`. */
export interface UpdateRequest {
  readonly taskId: string;
  readonly expectedVersion: number;
  readonly title?: string;
  readonly objective?: string;
  readonly constraints?: string;
  readonly targetAgent?: string;
  readonly priority?: Priority;
  readonly dependsOn?: readonly string[];
  readonly plan?: readonly string[];
  readonly reviewer?: string;
  readonly clear?: readonly (typeof clearable)[number][];
  readonly cancel?: string;
}

/** Arguments of `wait_handoff`. */
export interface WaitRequest {
  /** 0 to 50, 25 by default. */
  readonly timeoutSeconds?: number;
}
