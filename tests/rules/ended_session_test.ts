// Leases whose holder's session is known to have ended: grace for others, none for the same name.
import { claim, first, pass, second } from "../support/commands.ts";
import { at } from "../support/clock.ts";
import { claimed, created, later, logged, noted, redated, updated } from "../support/facts.ts";
import { given } from "../support/given.ts";
import { claude, codex, codexElsewhere, dsh } from "../support/people.ts";

const ended = { life: "ended" } as const;
const held = () => given(created({ targetAgent: "codex" }), claimed(codex));

Deno.test("claim() by another name waits 10 minutes after the holder's last event, and is told from when", () => {
  held().and(later(10 - 1 / 60_000)).when(claim(claude), ended).then({
    refusal: ["lease_held", { leaseState: "ended", claimableFrom: at(10), minutesLeft: 81 }],
  });
  held().and(later(10)).when(claim(claude), ended).then({
    events: [["lease_expired", { reason: "ended", targetAgent: "codex" }], "claimed"],
    warnings: [["unfinished_edits", { by: "codex" }]],
    task: { targetAgent: undefined, handoffsUsed: 0 },
    lease: { agent: "claude-code", fence: 2 },
  });
});

Deno.test("claim() counts the grace from the holder's last recorded event of any kind and task", () => {
  const last = [
    logged(codex),
    updated(codex),
    created({ by: codex, taskId: second }),
    noted(codex, { taskId: second }),
  ];
  for (const event of last) {
    held().and(created({ taskId: second }), later(8), event, later(9))
      .when(claim(claude, { taskId: first }), ended)
      .then({ refusal: ["lease_held", { claimableFrom: at(18) }] });
  }
});

Deno.test("claim() does not count events of others towards the grace", () => {
  held().and(later(8), noted(dsh), updated(codexElsewhere), later(2))
    .when(claim(claude), ended)
    .then({ events: ["lease_expired", "claimed"], warnings: ["unfinished_edits"] });
});

Deno.test("claim() takes the grace from what the shell was told, zero included", () => {
  held().when(claim(claude), { ...ended, grace: 0 })
    .then({ events: ["lease_expired", "claimed"], warnings: ["unfinished_edits"] });
  held().and(later(59)).when(claim(claude), { ...ended, grace: 60 })
    .then({ refusal: ["lease_held", { claimableFrom: at(60) }] });
});

Deno.test("claim() never waits for the grace beyond the lease's own end", () => {
  given(created(), claimed(codex, { minutes: 5, grantedAt: at(0), expiresAt: at(5) }), later(5))
    .when(claim(claude), ended)
    .then({
      events: [["lease_expired", { reason: "expired" }], "claimed"],
      warnings: ["unfinished_edits"],
    });
});

Deno.test("claim() by the same name takes the lease over at once, with a token and a new fence", () => {
  for (const taskId of [first, undefined]) {
    held().and(later(1)).when(claim(codexElsewhere, { taskId }), ended).then({
      events: [["taken_over", { fence: 2, fromAgent: "codex", fromSession: codex.session }]],
      warnings: [["took_over", { from: "codex", since: at(0) }]],
      tokenFence: 2,
      task: { shown: "active", handoffsUsed: 0 },
      lease: { fence: 2, session: codexElsewhere.session, expiresAt: at(91) },
    });
  }
});

Deno.test("claim() of another task by the same name waits for the grace like anyone's", () => {
  const scene = held().and(created({ taskId: second }));
  scene.and(later(9)).when(claim(codexElsewhere, { taskId: second }), ended)
    .then({ refusal: "lease_held" });
  scene.and(later(10)).when(claim(codexElsewhere, { taskId: second }), ended).then({
    events: ["lease_expired", "claimed"],
    warnings: ["unfinished_edits"],
    task: { taskId: second },
  });
});

Deno.test("claim() takes an unknown session for a live one", () => {
  for (const life of ["unknown", "alive"] as const) {
    held().and(later(80)).when(claim(claude), { life })
      .then({ refusal: ["lease_held", { leaseState: "live", claimableFrom: undefined }] });
  }
});

Deno.test("claim() by the holder itself needs no takeover, whatever is known of its session", () => {
  held().and(later(20)).when(claim(codex), ended).then({ lease: { fence: 1 } });
});

Deno.test("claim() counts the grace from now where the clock was set back behind the holder's last event", () => {
  given(created(), later(100), claimed(codex), later(-60)).when(claim(claude), ended).then({
    events: ["redated"],
    refusal: ["lease_held", { leaseState: "ended", claimableFrom: at(50) }],
    warnings: ["clocks_disagree"],
  });
});

Deno.test("claim() leaves the last event of the holder where it was when the lease is dated anew", () => {
  given(created(), later(100), claimed(codex), later(-60), redated(dsh), later(6), redated(dsh))
    .when(claim(claude), ended)
    .then({ refusal: ["lease_held", { claimableFrom: at(50) }] });
});

Deno.test("pass() by the same name takes over a lease that is both over and of an ended session", () => {
  held().and(later(95)).when(pass(codexElsewhere), ended).then({
    events: ["taken_over", "passed"],
    warnings: ["took_over"],
    lease: null,
  });
});
