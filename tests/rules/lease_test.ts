// The arithmetic of leases: ends, lengths, grace and disagreeing clocks.
import assert from "node:assert/strict";
import {
  claimableFrom,
  clocksDisagree,
  freshTerm,
  isExpired,
  type Lease,
  leaseState,
  minutesLeft,
  type PastLease,
  renewedTerm,
  wasLost,
} from "../../lib/rules/lease.ts";
import { at, minutes } from "../support/clock.ts";

const lease: Lease = {
  fence: 1,
  taskId: "0123456789",
  agent: "codex",
  session: "s",
  ...freshTerm(90, at(0)),
  seenAt: at(0),
  since: at(0),
};

Deno.test("freshTerm() ends its length after now", () => {
  assert.deepEqual(freshTerm(1, at(5)), { minutes: 1, grantedAt: at(5), expiresAt: at(6) });
});

Deno.test("isExpired() counts the end itself as passed", () => {
  assert.equal(isExpired(lease, at(90) - 1), false);
  assert.equal(isExpired(lease, at(90)), true);
});

Deno.test("minutesLeft() rounds up and is 0 when over", () => {
  assert.equal(minutesLeft(lease, at(0)), 90);
  assert.equal(minutesLeft(lease, at(0) + 1), 90);
  assert.equal(minutesLeft(lease, at(89)), 1);
  assert.equal(minutesLeft(lease, at(90) - 1), 1);
  assert.equal(minutesLeft(lease, at(90)), 0);
  assert.equal(minutesLeft(lease, at(900)), 0);
});

Deno.test("leaseState() is live, ended where the session is known to have ended, and expired above all", () => {
  assert.equal(leaseState(lease, at(1), "alive"), "live");
  assert.equal(leaseState(lease, at(1), "unknown"), "live");
  assert.equal(leaseState(lease, at(1), "ended"), "ended");
  assert.equal(leaseState(lease, at(90), "ended"), "expired");
});

Deno.test("clocksDisagree() at more than 5 minutes before the grant", () => {
  assert.equal(clocksDisagree(lease, at(-5)), false);
  assert.equal(clocksDisagree(lease, at(-5) - 1), true);
  assert.equal(clocksDisagree(lease, at(1000)), false);
});

Deno.test("claimableFrom() is the end, or the grace after the last event of an ended session", () => {
  assert.equal(claimableFrom(lease, "alive", 10), at(90));
  assert.equal(claimableFrom(lease, "unknown", 0), at(90));
  assert.equal(claimableFrom(lease, "ended", 10), at(10));
  assert.equal(claimableFrom({ ...lease, seenAt: at(30) }, "ended", 10), at(40));
  assert.equal(claimableFrom({ ...lease, seenAt: at(85) }, "ended", 10), at(90));
});

Deno.test("renewedTerm() counts from now with the length asked for, else the lease's own", () => {
  assert.deepEqual(renewedTerm(lease, undefined, at(30)), freshTerm(90, at(30)));
  assert.deepEqual(renewedTerm(lease, 200, at(30)), freshTerm(200, at(30)));
  assert.deepEqual(renewedTerm(lease, 5, at(88)), freshTerm(5, at(88)));
});

Deno.test("renewedTerm() never brings the end nearer and keeps the length with the end", () => {
  const kept = { minutes: 90, grantedAt: at(30), expiresAt: at(90) };
  assert.deepEqual(renewedTerm(lease, 5, at(30)), kept);
  assert.deepEqual(renewedTerm(lease, undefined, at(-3)), { ...kept, grantedAt: at(0) });
});

Deno.test("renewedTerm() always ends within its length, whatever was asked for before", () => {
  let now = at(0);
  let held = lease;
  for (const asked of [1440, 1, undefined, 90, 3, 1000, undefined]) {
    now += minutes(7);
    const term = renewedTerm(held, asked, now);
    assert.ok(term.expiresAt >= held.expiresAt);
    assert.ok(term.expiresAt - now <= minutes(term.minutes));
    held = { ...held, ...term };
  }
});

Deno.test("wasLost() tells what others ended from what the holder gave back", () => {
  const lost = ["expired", "taken_over", "released", "cancelled_by_other"] as const;
  const given = ["passed", "stopped", "submitted", "completed", "cancelled"] as const;
  const past = (ended: PastLease["ended"]): PastLease => ({
    fence: 1,
    taskId: lease.taskId,
    agent: "codex",
    session: "s",
    ended,
    endedEvent: 2,
    endedBy: "dsh",
    endedAt: at(1),
    noteKept: false,
  });
  for (const ended of lost) assert.equal(wasLost(past(ended)), true, ended);
  for (const ended of given) assert.equal(wasLost(past(ended)), false, ended);
});
