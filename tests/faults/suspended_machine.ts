// A machine that slept: under running servers the wall clock leaps ahead while their monotonic time goes on as it was.
import assert from "node:assert/strict";
import { soundHistory } from "../e2e/ledger_check.ts";
import { type Answer, Served, Workspace } from "../e2e/served.ts";
import { shiftedClock } from "./needs.ts";

/** Two servers whose wall clock is the true one plus what a file says. */
class SleepingMachine implements AsyncDisposable {
  readonly workspace: Workspace = new Workspace();
  readonly holder: Served;
  readonly other: Served;
  readonly #shift: string = `${this.workspace.root}/shift`;

  constructor() {
    this.sleep("+0");
    this.holder = this.#server("codex");
    this.other = this.#server("dsh");
  }

  /** Lets a time pass that only the wall clock knows of, such as `+2h`; counted from the start. */
  sleep(by: string): void {
    Deno.writeTextFileSync(this.#shift, by);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.holder.kill(), this.other.kill()]);
    this.workspace[Symbol.dispose]();
  }

  #server(agent: string): Served {
    const { FAKETIME: _, ...library } = shiftedClock("+0");
    return new Served({
      root: this.workspace.root,
      client: agent,
      environment: {
        ...library,
        FAKETIME_TIMESTAMP_FILE: this.#shift,
        FAKETIME_NO_CACHE: "1",
        AGENT_HANDOFF_SESSION: `session of ${agent}`,
      },
    });
  }
}

/** Codex holds a task for 90 minutes, then the machine sleeps. */
async function slept(machine: SleepingMachine, by: string): Promise<string> {
  const { holder, other } = machine;
  await Promise.all([holder.begin(), other.begin()]);
  const made = { title: "Parse dates", objective: "Read dates" };
  const { task_id } = (await holder.call("create_handoff", made))!.body as { task_id: string };
  await holder.call("claim_handoff", { task_id });
  assert.equal(lease(await other.call("list_handoffs")).minutes_left, 90);
  machine.sleep(by);
  return task_id;
}

function lease(answer: Answer | undefined): Record<string, unknown> {
  return answer!.body.lease as Record<string, unknown>;
}

Deno.test("a holder whose machine slept past its lease goes on where nobody came, and is told that the time was over", async () => {
  await using machine = new SleepingMachine();
  const task_id = await slept(machine, "+2h");
  const seen = lease(await machine.other.call("show_handoff", { task_id }));
  assert.deepEqual([seen.state, seen.minutes_left], ["expired", 0]);
  const renewed = await machine.holder.call("renew_handoff", { task_id });
  assert.equal(renewed!.code, undefined, JSON.stringify(renewed!.body));
  assert.match(String(renewed!.body.warnings), /Your lease ran out at 20/);
  assert.deepEqual([lease(renewed).state, lease(renewed).minutes_left], ["live", 90]);
  await Promise.all([machine.holder.end(), machine.other.end()]);
  const kinds = (await soundHistory(machine.workspace.ledger, [])).map(({ kind }) => kind);
  assert.deepEqual(kinds, ["created", "claimed", "renewed"]);
});

Deno.test("a holder whose machine slept past its lease is refused where another came, and its text is kept", async () => {
  await using machine = new SleepingMachine();
  const task_id = await slept(machine, "+2h");
  const claimed = await machine.other.call("claim_handoff", { task_id });
  assert.equal(claimed!.code, undefined, JSON.stringify(claimed!.body));
  assert.match(String(claimed!.body.warnings), /unfinished edits by codex/);
  const pass = { task_id, summary: "My half", next_action: "The rest" };
  const refused = await machine.holder.call("pass_handoff", pass);
  assert.equal(refused!.code, "lease_lost");
  await Promise.all([machine.holder.end(), machine.other.end()]);
  const kinds = (await soundHistory(machine.workspace.ledger, [])).map(({ kind }) => kind);
  assert.deepEqual(kinds, ["created", "claimed", "lease_expired", "claimed", "noted"]);
});

Deno.test("a machine that slept for less than the lease changes nothing but the time that is left", async () => {
  await using machine = new SleepingMachine();
  const task_id = await slept(machine, "+1h");
  assert.equal(lease(await machine.other.call("list_handoffs")).minutes_left, 30);
  assert.equal((await machine.other.call("claim_handoff", { task_id }))!.code, "lease_held");
  const pass = { task_id, summary: "Half", next_action: "The rest" };
  const passed = await machine.holder.call("pass_handoff", pass);
  assert.equal(passed!.code, undefined, JSON.stringify(passed!.body));
  assert.doesNotMatch(String(passed!.body.warnings), /lease|clock/i);
});
