// The one place that says yes or no. Pure: what it sees is the slice, what it knows of time is `now`.
import { actingName } from "./acting_name.ts";
import type { Command } from "./command.ts";
import { decideClaim } from "./decide_claim.ts";
import { decideHolder, decideLog } from "./decide_holder.ts";
import { decidePerson } from "./decide_person.ts";
import { decideReview } from "./decide_review.ts";
import { decideCreate, decideUpdate } from "./decide_task.ts";
import { type Decision, Draft } from "./draft.ts";
import { clocksDisagree, freshTerm } from "./lease.ts";
import { minute } from "./limits.ts";
import type { Slice } from "./state.ts";

export type { Decision } from "./draft.ts";

/**
 * Decides one command on the slice loaded for it. `now` is the system clock in epoch milliseconds, read
 * after the write lock was held. The first refusal that applies is given, in the contract's order.
 */
export function decide(command: Command, slice: Slice, now: number): Decision {
  const { kind, session, about } = command.caller;
  const name = actingName(command.caller, slice.ledger.lease);
  const draft = new Draft(slice, { kind, name, session }, { now, ...(about && { about }) });
  dateAnew(draft);
  switch (command.type) {
    case "create":
      return decideCreate(command, draft);
    case "claim":
      return decideClaim(command, draft);
    case "renew":
    case "pass":
    case "submit":
    case "complete":
      return decideHolder(command, draft);
    case "log":
      return decideLog(command, draft);
    case "review":
      return decideReview(command, draft);
    case "update":
      return decideUpdate(command, draft);
    case "extend":
    case "release":
    case "reopen":
    case "cancel":
      return decidePerson(command, draft);
  }
}

/**
 * A lease granted in what is now the future: the clock was set back. Dated from now with its full
 * length, so that it is neither taken early nor stuck for longer than one length (contract, Time).
 */
function dateAnew(draft: Draft): void {
  const { lease } = draft.state;
  if (!lease || !clocksDisagree(lease, draft.now)) return;
  const minutes = Math.round((lease.grantedAt - draft.now) / minute);
  draft.warn("clocks_disagree", { minutes });
  const term = freshTerm(lease.minutes, draft.now);
  draft.record("redated", lease.taskId, { fence: lease.fence, ...term });
}
