// What must hold of any history, told apart from the code that makes it: counts of its own, no evolve().
import assert from "node:assert/strict";
import type { LedgerEvent } from "../../lib/rules/event.ts";
import type { Lease } from "../../lib/rules/lease.ts";
import type { StoredStatus, Task } from "../../lib/rules/task.ts";

interface Account {
  status: StoredStatus;
  version: number;
  used: number;
  cap: number;
}

const silent: readonly string[] = ["logged", "noted", "renewed"];
const opening: readonly string[] = ["claimed", "taken_over"];
const needsFence: readonly string[] = [
  "renewed",
  "logged",
  "redated",
  "passed",
  "submitted",
  "completed",
  "lease_expired",
  "released",
];

/** Fails where a history breaks a promise of the contract, or where tasks and lease do not follow from it. */
export function assertSound(
  history: readonly LedgerEvent[],
  now: { tasks: Iterable<Task>; lease: Lease | undefined },
): void {
  const accounts = new Map<string, Account>();
  let open: { fence: number; taskId: string } | undefined;
  let fence = 0;
  let time = -Infinity;
  history.forEach((event, place) => {
    const told = `event ${event.event} (${event.kind})`;
    assert.equal(event.event, place + 1, "event numbers have no gaps");
    assert.ok(event.at >= time, `${told}: time never runs backwards`);
    time = event.at;
    if (opening.includes(event.kind)) {
      const given = (event.data as { fence: number }).fence;
      assert.ok(given > fence, `${told}: fences only rise`);
      if (event.kind === "claimed") assert.equal(open, undefined, `${told}: one lease at a time`);
      else assert.equal(open?.taskId, event.taskId, `${told}: what is taken over was held`);
      fence = given;
      open = { fence, taskId: event.taskId };
    } else if (needsFence.includes(event.kind)) {
      const used = (event.data as { fence: number }).fence;
      assert.deepEqual(
        open,
        { fence: used, taskId: event.taskId },
        `${told}: by the lease's fence`,
      );
    }
    if (endsLease(event)) open = undefined;
    account(accounts, event);
  });
  assert.equal(now.lease?.fence, open?.fence, "the lease is the one that the history left open");
  assert.equal(now.lease?.taskId, open?.taskId, "the lease is on the task that was claimed");
  for (const task of now.tasks) {
    const { status, version, maxHandoffs: cap, handoffsUsed: used } = task;
    assert.deepEqual({ status, version, used, cap }, accounts.get(task.taskId), task.taskId);
  }
}

function endsLease(event: LedgerEvent): boolean {
  switch (event.kind) {
    case "passed":
    case "submitted":
    case "completed":
    case "lease_expired":
    case "released":
      return true;
    case "stopped":
    case "cancelled":
      return event.data.fence !== undefined;
    default:
      return false;
  }
}

function account(accounts: Map<string, Account>, event: LedgerEvent): void {
  if (event.kind === "created") {
    assert.ok(!accounts.has(event.taskId), "a task is created once");
    const cap = event.data.maxHandoffs;
    accounts.set(event.taskId, { status: "queued", version: 1, used: 0, cap });
    return;
  }
  const task = accounts.get(event.taskId);
  assert.ok(task, `event ${event.event} is about a task that was created`);
  const isFinal = task.status === "completed" || task.status === "cancelled";
  const isAllowed = event.kind === "reopened" || event.kind === "noted";
  assert.ok(!isFinal || isAllowed, `event ${event.event}: what is final stays final`);
  if (!silent.includes(event.kind)) task.version++;
  if (event.kind === "passed" || event.kind === "rejected") task.used++;
  if (event.kind === "extended") task.cap += event.data.handoffs;
  assert.ok(task.used <= task.cap, `event ${event.event}: the budget is never overdrawn`);
  task.status = statusAfter(event, task.status);
}

function statusAfter(event: LedgerEvent, before: StoredStatus): StoredStatus {
  switch (event.kind) {
    case "submitted":
      return "in_review";
    case "stopped":
      return "needs_person";
    case "approved":
    case "completed":
      return "completed";
    case "cancelled":
      return "cancelled";
    case "passed":
    case "rejected":
    case "reopened":
      return "queued";
    case "extended":
      return before === "needs_person" ? "queued" : before;
    default:
      return before;
  }
}
