// What somebody in the model wants next: a random command with random, mostly sensible arguments.
import type {
  BroughtToken,
  Caller,
  Claim,
  Command,
  Create,
  Log,
  Update,
} from "../../lib/rules/command.ts";
import { entryKinds } from "../../lib/rules/event.ts";
import { priorities } from "../../lib/rules/task.ts";
import { taskIdOf } from "../support/ids.ts";
import type { Random } from "./random.ts";
import { wish } from "./wishes.ts";
import type { Speaker, World } from "./world.ts";

/** Names of the agents in the model. */
export const agentNames = ["codex", "claude-code", "dsh", "gemini"] as const;

/** Makes commands; counts, so that every text, id and secret is written once. */
export class Intentions {
  #count = 0;

  /** Draws all chance from one source. */
  constructor(readonly random: Random, readonly world: World) {}

  /** A command of one speaker. */
  next(speaker: Speaker): Command {
    const { random } = this;
    const caller = this.#caller(speaker);
    const isHolder = this.world.state.lease?.session === speaker.session;
    const queued = [...this.world.state.tasks.values()]
      .filter((task) => task.status === "queued").length;
    const kind = wish(random, { kind: speaker.kind, isHolder, queued });
    return this.#command(kind, caller);
  }

  /** A retry after a lost reply: the same arguments; what the shell makes anew is new. */
  again(command: Command): Command {
    const { random } = this;
    if (command.type !== "create" && command.type !== "claim") return command;
    const other = command.request && random.odds(5)
      ? { request: { ...command.request, argumentsHash: this.#text("arguments") } }
      : {};
    return command.type === "create"
      ? { ...command, ...other, newTaskId: this.#taskId() }
      : { ...command, ...other, newTokenHash: this.#text("secret") };
  }

  #command(kind: Command["type"], caller: Caller): Command {
    const { random } = this;
    const taskId = kind === "review" ? this.#submitted() : this.#task();
    const holder = { caller, taskId, ...this.#token(caller.session) };
    switch (kind) {
      case "create":
        return this.#create(caller);
      case "claim":
        return this.#claim(caller);
      case "renew":
        return { type: kind, ...holder, ...this.#minutes() };
      case "pass": {
        const target = random.odds(50) ? { targetAgent: random.pick(agentNames) } : {};
        const isPerson = random.odds(8);
        const asked = { summary: this.#text("summary"), nextAction: "Go on", ...this.#files() };
        return { type: kind, ...holder, ...asked, ...target, targetPerson: isPerson };
      }
      case "submit": {
        const reviewer = random.odds(30) ? { reviewer: random.pick(agentNames) } : {};
        const summary = this.#text("summary");
        return { type: kind, ...holder, summary, ...this.#files(), ...reviewer };
      }
      case "complete":
        return { type: kind, ...holder, summary: this.#text("summary"), ...this.#files() };
      case "log":
        return this.#log(holder);
      case "review": {
        const version = this.world.state.tasks.get(taskId)?.submittedVersion;
        const isPinned = random.odds(30) && version !== undefined;
        const verdict = random.odds(50) ? "approve" : "changes_requested";
        const expected = isPinned ? { expectedVersion: version + random.below(2) } : {};
        return {
          type: kind,
          caller,
          taskId,
          verdict,
          comments: this.#text("comments"),
          ...expected,
        };
      }
      case "update":
        return this.#update(caller, taskId);
      case "extend":
        return {
          type: kind,
          caller,
          taskId,
          handoffs: random.between(1, 4),
          why: this.#text("why"),
        };
      case "release":
        return { type: kind, caller, taskId, why: this.#text("why") };
      case "reopen":
        return { type: kind, caller, taskId, answer: this.#text("answer") };
      case "cancel":
        return { type: kind, caller, taskId, reason: this.#text("reason") };
    }
  }

  #caller(speaker: Speaker): Caller {
    const { kind, name, session } = speaker;
    const caller = { kind, session, usualName: name };
    if (kind === "person" || this.random.odds(60)) return caller;
    return { ...caller, agent: this.random.odds(95) ? name : this.random.pick(agentNames) };
  }

  #create(caller: Caller): Create {
    const { random } = this;
    const title = this.#text("title");
    const known = [...this.world.state.tasks.keys()];
    const dependsOn = known.length > 0 && random.odds(20) ? [random.pick(known)] : [];
    return {
      type: "create",
      caller,
      newTaskId: this.#taskId(),
      title,
      objective: "Make it so",
      maxHandoffs: random.weigh([[2, 0], [4, 1], [6, 2], [6, 4], [1, 16]]),
      priority: random.pick(priorities),
      dependsOn,
      plan: random.odds(20) ? ["one", "two"] : [],
      ...(random.odds(30) && { targetAgent: random.pick(agentNames) }),
      ...(random.odds(15) && { reviewer: random.pick(agentNames) }),
      ...(random.odds(40) && { request: this.#request(title) }),
    };
  }

  #claim(caller: Caller): Claim {
    const asked = this.random.odds(50) ? { taskId: this.#task() } : {};
    return {
      type: "claim",
      caller,
      newTokenHash: this.#text("secret"),
      ...asked,
      ...this.#minutes(),
      ...(this.random.odds(40) && { request: this.#request(`claim ${asked.taskId ?? "any"}`) }),
    };
  }

  #log(holder: { caller: Caller; taskId: string; leaseToken?: BroughtToken }): Log {
    const { random } = this;
    const blocker = this.world.state.tasks.get(holder.taskId)?.blockers[0];
    const entry = random.pick(entryKinds);
    return {
      type: "log",
      ...holder,
      entry,
      text: this.#text("entry"),
      stepsDone: random.odds(20) ? [random.between(1, 3)] : [],
      ...this.#files(),
      ...(entry === "resolved" && blocker && { ref: String(blocker.event) }),
    };
  }

  #update(caller: Caller, taskId: string): Update {
    const { random } = this;
    const version = this.world.state.tasks.get(taskId)?.version ?? 1;
    const asked = { caller, taskId, expectedVersion: version - (random.odds(15) ? 1 : 0) };
    if (random.odds(15)) {
      return { type: "update", ...asked, clear: [], cancel: this.#text("reason") };
    }
    const known = [...this.world.state.tasks.keys()];
    return {
      type: "update",
      ...asked,
      title: this.#text("title"),
      clear: random.odds(20) ? [random.pick(["target_agent", "depends_on"] as const)] : [],
      ...(random.odds(30) && { targetAgent: random.pick(agentNames) }),
      ...(random.odds(20) && { priority: random.pick(priorities) }),
      ...(random.odds(20) && known.length > 0 && { dependsOn: [random.pick(known)] }),
      ...(random.odds(10) && { reviewer: random.pick(agentNames) }),
    };
  }

  /** Mostly the leased task, then any other; now and then one that nobody knows, or a prefix. */
  #task(): string {
    const { random, world } = this;
    const known = [...world.state.tasks.keys()];
    const leased = world.state.lease?.taskId;
    if (known.length === 0 || random.odds(2)) return "ffffffffff";
    const id = leased !== undefined && random.odds(50) ? leased : random.pick(known.slice(-8));
    return random.odds(4) ? id.slice(0, 6) : id;
  }

  /** Mostly a task in review. */
  #submitted(): string {
    const waiting = [...this.world.state.tasks.values()]
      .filter((task) => task.status === "in_review");
    const isThere = waiting.length > 0 && this.random.odds(80);
    return isThere ? this.random.pick(waiting).taskId : this.#task();
  }

  /** Mostly none; else one's own newest, an old one, another's, or one made up. */
  #token(session: string): { leaseToken?: BroughtToken } {
    const { random, world } = this;
    if (random.odds(60) || world.tokens.length === 0) return {};
    const own = world.tokens.filter((token) => token.session === session);
    const kept = random.odds(70) && own.length > 0 ? own.slice(-2) : world.tokens.slice(-4);
    const { fence, hash } = random.pick(kept);
    return { leaseToken: { fence, hash: random.odds(4) ? "made up" : hash } };
  }

  #minutes(): { leaseMinutes?: number } {
    return this.random.odds(50) ? {} : { leaseMinutes: this.random.pick([1, 5, 30, 90, 1440]) };
  }

  #files(): { changedFiles: string[] } {
    return { changedFiles: this.random.odds(30) ? [`file${this.random.below(5)}.ts`] : [] };
  }

  #request(argumentsHash: string): { id: string; argumentsHash: string } {
    return { id: `request ${this.random.below(40)}`, argumentsHash };
  }

  #taskId(): string {
    return taskIdOf(this.#count++);
  }

  #text(what: string): string {
    return `${what} ${this.#count++}`;
  }
}
