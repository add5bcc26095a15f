// Every command in every status by everyone it can come from, against a table written out from the contract.
// The table below is not read from the code: it is the second opinion.
import assert from "node:assert/strict";
import type { BroughtToken, Command } from "../../lib/rules/command.ts";
import { statusOf } from "../../lib/rules/state.ts";
import { type TaskStatus, taskStatuses } from "../../lib/rules/task.ts";
import { statusChanges } from "../../lib/rules/transitions.ts";
import {
  cancel,
  claim,
  complete,
  extend,
  first,
  log,
  pass,
  release,
  renew,
  reopen,
  review,
  submit,
  token,
  update,
} from "../support/commands.ts";
import { cancelled, claimed, completed, created, later, released } from "../support/facts.ts";
import { type Fact, stopped, submitted } from "../support/facts.ts";
import { given, type Scene } from "../support/given.ts";
import { agent, ann, claude, codex, codexElsewhere, maker, type Who } from "../support/people.ts";

const loser = agent("loser");

/** Who stands how to a task that `codex` held last and that `loser` had lost before. */
const standings: Record<string, { who: Who; token?: BroughtToken; ended?: true }> = {
  holder: { who: codex },
  token: { who: claude, token: token(2, codex) },
  namesake: { who: codexElsewhere },
  namesakeOfEnded: { who: codexElsewhere, ended: true },
  lost: { who: loser },
  oldToken: { who: claude, token: token(1, loser) },
  other: { who: claude },
  otherOfEnded: { who: claude, ended: true },
  creator: { who: maker },
  person: { who: ann },
};

/** Words that no command here repeats: a repeat is answered as what it repeats. */
const before = { summary: "Before" };

const ways: Record<TaskStatus, Fact[]> = {
  queued: [],
  active: [claimed(codex)],
  in_review: [claimed(codex), submitted(codex, before)],
  needs_person: [claimed(codex), stopped(codex, before)],
  completed: [claimed(codex), completed(codex, before)],
  cancelled: [claimed(codex), cancelled(ann)],
};

const commands: Record<string, (who: Who, of: Asked) => Command> = {
  claim: (who) => claim(who, { taskId: first }),
  renew: (who, { leaseToken }) => renew(who, { leaseToken }),
  pass: (who, { leaseToken }) => pass(who, { leaseToken }),
  submit: (who, { leaseToken }) => submit(who, { leaseToken }),
  complete: (who, { leaseToken }) => complete(who, { leaseToken }),
  log: (who, { leaseToken }) => log(who, { leaseToken }),
  review: (who) => review(who),
  update: (who, { version }) => update(who, { expectedVersion: version }),
  "update to cancel": (who, { version }) => update(who, { expectedVersion: version, cancel: "No" }),
  extend: (who) => extend(who),
  release: (who) => release(who),
  reopen: (who) => reopen(who),
  cancel: (who) => cancel(who),
};

interface Asked {
  readonly version: number;
  readonly leaseToken?: BroughtToken;
}

/** What comes of a command: the code of a refusal or the status afterwards; `rest`: who is not named. */
type Row = Readonly<Record<string, string>> & { readonly rest: string };
type Table = Readonly<Record<TaskStatus, Row>>;

const everywhere = (rest: string): Row => ({ rest });
const fromOutside: Row = { rest: "not_holder", lost: "lease_lost", oldToken: "lease_lost" };
const holders = (done: string): Table => ({
  // The token of codex is an old one wherever codex holds no more.
  queued: { ...fromOutside, token: "not_holder" },
  active: {
    holder: done,
    token: done,
    namesake: "lease_elsewhere",
    namesakeOfEnded: done,
    lost: "lease_lost",
    oldToken: "lease_lost",
    rest: "not_holder",
  },
  in_review: { ...fromOutside, token: "lease_lost" },
  needs_person: everywhere("needs_person"),
  completed: everywhere("task_final"),
  cancelled: everywhere("task_final"),
});
const persons = (row: Record<TaskStatus, string>): Table =>
  Object.fromEntries(
    taskStatuses.map((status) => [status, { rest: "person_only", person: row[status] }]),
  ) as unknown as Table;

const expected: Record<string, Table> = {
  claim: {
    queued: everywhere("active"),
    active: { rest: "lease_held", holder: "active", namesakeOfEnded: "active" },
    in_review: everywhere("not_queued"),
    needs_person: everywhere("needs_person"),
    completed: everywhere("task_final"),
    cancelled: everywhere("task_final"),
  },
  renew: holders("active"),
  pass: holders("queued"),
  submit: holders("in_review"),
  complete: holders("completed"),
  log: {
    queued: { rest: "queued", oldToken: "lease_lost", token: "not_holder" },
    active: { rest: "active", oldToken: "lease_lost" },
    in_review: { rest: "in_review", oldToken: "lease_lost", token: "lease_lost" },
    needs_person: { rest: "needs_person", oldToken: "lease_lost", token: "lease_lost" },
    completed: { rest: "completed", oldToken: "task_final", token: "task_final" },
    cancelled: { rest: "cancelled", oldToken: "task_final", token: "task_final" },
  },
  review: {
    queued: everywhere("not_in_review"),
    active: everywhere("not_in_review"),
    in_review: {
      rest: "completed",
      holder: "self_review",
      namesake: "self_review",
      namesakeOfEnded: "self_review",
    },
    needs_person: everywhere("needs_person"),
    completed: everywhere("task_final"),
    cancelled: everywhere("task_final"),
  },
  update: {
    queued: everywhere("queued"),
    active: { rest: "lease_held", holder: "active" },
    in_review: everywhere("in_review"),
    needs_person: everywhere("needs_person"),
    completed: everywhere("task_final"),
    cancelled: everywhere("task_final"),
  },
  "update to cancel": {
    queued: { rest: "not_holder", creator: "cancelled", person: "cancelled" },
    active: { rest: "lease_held", holder: "cancelled" },
    in_review: { rest: "not_holder", creator: "cancelled", person: "cancelled" },
    needs_person: everywhere("needs_person"),
    completed: everywhere("task_final"),
    cancelled: everywhere("task_final"),
  },
  extend: persons({
    queued: "queued",
    active: "active",
    in_review: "in_review",
    needs_person: "queued",
    completed: "task_final",
    cancelled: "task_final",
  }),
  release: persons({
    queued: "no_lease",
    active: "queued",
    in_review: "no_lease",
    needs_person: "no_lease",
    completed: "no_lease",
    cancelled: "no_lease",
  }),
  reopen: persons({
    queued: "not_final",
    active: "not_final",
    in_review: "queued",
    needs_person: "queued",
    completed: "queued",
    cancelled: "queued",
  }),
  cancel: persons({
    queued: "cancelled",
    active: "cancelled",
    in_review: "cancelled",
    needs_person: "cancelled",
    completed: "task_final",
    cancelled: "task_final",
  }),
};

for (const [name, table] of Object.entries(expected)) {
  for (const status of taskStatuses) {
    Deno.test(`decide() answers ${name} of a task that is ${status} as the contract's table`, () => {
      const found: Record<string, string> = {};
      const wanted: Record<string, string> = {};
      for (const [standing, { token: leaseToken, ...of }] of Object.entries(standings)) {
        const scene = given(created(), claimed(loser), released(ann), ...ways[status], later(1));
        const { version } = scene.state.tasks.get(first)!;
        const command = commands[name]!(of.who, { version, ...(leaseToken && { leaseToken }) });
        if (leaseToken && !("leaseToken" in command)) continue;
        found[standing] = outcome(scene, command, of);
        wanted[standing] = table[status][standing] ?? table[status].rest;
      }
      assert.deepEqual(found, wanted);
    });
  }
}

/** The code of the refusal, or the status of the task afterwards. */
function outcome(scene: Scene, command: Command, of: { ended?: true }): string {
  const life = of.ended ? "ended" : "alive";
  const { decision, scene: after } = scene.when(command, { life });
  if (decision.refusal) return decision.refusal.code;
  return statusOf(after.state.tasks.get(first)!, after.state.lease);
}

Deno.test("decide() ends a stale or ended lease at a claim first, then answers as it left the task: queued", () => {
  const scene = given(created(), claimed(loser), released(ann), claimed(codex), later(90));
  for (const [standing, { who, token: leaseToken }] of Object.entries(standings)) {
    if (leaseToken) continue;
    const { decision } = scene.when(claim(who, { taskId: first }));
    const kinds = decision.events.map((event) => event.kind);
    const isHolder = standing === "holder";
    assert.deepEqual(kinds, isHolder ? ["renewed"] : ["lease_expired", "claimed"], standing);
  }
});

Deno.test("statusChanges() are those of the contract and no others", () => {
  const found = statusChanges().map(({ from, to }) => `${from} → ${to}`).sort();
  assert.deepEqual(found, [
    "active → cancelled",
    "active → completed",
    "active → in_review",
    "active → needs_person",
    "active → queued",
    "cancelled → queued",
    "completed → queued",
    "in_review → cancelled",
    "in_review → completed",
    "in_review → needs_person",
    "in_review → queued",
    "needs_person → cancelled",
    "needs_person → queued",
    "queued → active",
    "queued → cancelled",
  ]);
});
