// Several servers write at once and are killed at random moments: the ledger stays whole, and nothing said is lost.
import assert from "node:assert/strict";
import { Random } from "../model/random.ts";
import { type Acknowledged, soundHistory } from "./ledger_check.ts";
import { binary, Served, Workspace } from "./served.ts";

/** How often a server is killed; the long run goes on for longer. */
const kills = Deno.env.get("SOAK") ? 400 : 12;

/** One agent that works until it is told to stop, and starts again, in its old session, whenever it is killed. */
class Agent {
  readonly acknowledged: Acknowledged[] = [];
  starts = 0;
  #served: Served | undefined;
  #isOver = false;
  #answers = 0;
  readonly #waiting: { at: number; go: () => void }[] = [];

  constructor(readonly root: string, readonly name: string) {}

  /** Works until `stop`. */
  async work(): Promise<void> {
    while (!this.#isOver) {
      this.starts++;
      await using served = new Served({
        root: this.root,
        client: this.name,
        environment: { AGENT_HANDOFF_SESSION: `session of ${this.name}` },
        ...(binary !== undefined && { binary }),
      });
      this.#served = served;
      await served.begin();
      while (!this.#isOver && await this.#turn(served));
    }
  }

  /** Waits for so many more answers of the server. */
  answered(more: number): Promise<void> {
    return new Promise((go) => this.#waiting.push({ at: this.#answers + more, go }));
  }

  /** Kills the server as a crash would. */
  async kill(): Promise<void> {
    await this.#served?.kill();
  }

  /** Lets the agent end after its turn. */
  stop(): void {
    this.#isOver = true;
  }

  /** One turn; false once the server is gone. */
  async #turn(served: Served): Promise<boolean> {
    const made = { title: `Task of ${this.name}`, objective: "Be there", max_handoffs: 16 };
    if (!await this.#call(served, { tool: "create_handoff", args: made })) return false;
    const claimed = await this.#call(served, { tool: "claim_handoff", args: {} });
    if (claimed === undefined) return false;
    const task_id = claimed.task_id;
    if (claimed.error !== undefined || task_id === undefined) return true;
    const steps = [
      { tool: "renew_handoff", args: { task_id } },
      { tool: "complete_handoff", args: { task_id, summary: "Done" } },
    ];
    for (const step of steps) if (!await this.#call(served, step)) return false;
    return true;
  }

  async #call(
    served: Served,
    of: { tool: string; args: Record<string, unknown> },
  ): Promise<Readonly<Record<string, unknown>> | undefined> {
    const answer = await served.call(of.tool, of.args);
    if (answer === undefined) return undefined;
    this.#answers++;
    for (const { at, go } of this.#waiting) if (at <= this.#answers) go();
    const { task_id, event, lease_token } = answer.body;
    // The same lease once more is no event.
    const isNews = of.tool !== "claim_handoff" || lease_token !== undefined;
    if (!answer.isError && isNews) {
      this.acknowledged.push({ tool: of.tool, taskId: String(task_id), event: Number(event) });
    } else if (answer.isError) {
      assert.match(answer.code!, /^(lease_held|nothing_to_claim)$/, JSON.stringify(answer.body));
    }
    return answer.body;
  }
}

Deno.test("four servers killed with -9 at random moments leave a whole ledger that holds all they acknowledged", async () => {
  using workspace = new Workspace();
  const random = new Random(9);
  const agents = ["codex", "dsh", "gemini", "opencode"].map((name) =>
    new Agent(workspace.root, name)
  );
  const working = Promise.all(agents.map((agent) => agent.work()));
  const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
  for (let kill = 0; kill < kills; kill++) {
    const victim = random.pick(agents);
    await victim.answered(random.between(1, 9));
    await pause(random.below(12));
    await victim.kill();
    // A whole check now and then, while the others go on.
    if (kill % 4 === 3) await soundHistory(workspace.ledger, [], `after kill ${kill}`);
  }
  agents.forEach((agent) => agent.stop());
  await working;
  const acknowledged = agents.flatMap((agent) => agent.acknowledged);
  const history = await soundHistory(workspace.ledger, acknowledged);
  assert.ok(acknowledged.length > kills, `${acknowledged.length} replies`);
  assert.ok(agents.some((agent) => agent.starts > 1));
  // What nobody was told of is at most the one call that each kill cut off.
  assert.ok(history.length - acknowledged.length <= kills + agents.length);
});
