// Drives worlds step by step: who speaks, who dies, what the clock does, which reply is lost; every step is checked.
import { isDeepStrictEqual } from "node:util";
import type { Command } from "../../lib/rules/command.ts";
import type { LedgerEvent } from "../../lib/rules/event.ts";
import { evolve } from "../../lib/rules/evolve.ts";
import { emptyState, type LedgerState } from "../../lib/rules/state.ts";
import { Bookkeeper } from "./bookkeeper.ts";
import { agentNames, Intentions } from "./intentions.ts";
import { Random } from "./random.ts";
import { hold } from "./violation.ts";
import { type Decide, graceMinutes, type Speaker, World } from "./world.ts";

const minute = 60_000;

/** What a run came to: how many steps, and how often each thing happened. */
export interface Tally {
  steps: number;
  worlds: number;
  events: number;
  /** By command and answer, such as `pass done` or `claim lease_held`. */
  readonly answers: Map<string, number>;
  /** By happening: killed, restarted, clock_forward, clock_back, retried. */
  readonly happenings: Map<string, number>;
  /** By kind of event. */
  readonly kinds: Map<string, number>;
}

/** What to run. */
export interface ModelRun {
  readonly seed: number;
  readonly steps: number;
  /** Rules to run instead of the real ones. */
  readonly decide?: Decide;
  /** Told after each world, for long runs. */
  readonly onWorld?: (tally: Tally) => void;
}

/** Runs worlds of random size until so many steps are done. Throws a `Violation` that names seed and world. */
export function runModel(run: ModelRun): Tally {
  const tally: Tally = {
    steps: 0,
    worlds: 0,
    events: 0,
    answers: new Map(),
    happenings: new Map(),
    kinds: new Map(),
  };
  while (tally.steps < run.steps) {
    const seed = run.seed + tally.worlds;
    const world = new World(run.decide);
    const drive = new Drive(world, new Random(seed), { tally, drifts: seed % 10 === 7 });
    const length = Math.min(run.steps - tally.steps, 200 + (seed % 5) * 200);
    try {
      drive.go(length);
    } catch (error) {
      if (error instanceof Error) error.message += `\n${drive.trace(seed)}`;
      throw error;
    }
    tally.worlds++;
    tally.events += world.history.length;
    run.onWorld?.(tally);
  }
  return tally;
}

/** One world on its way. */
class Drive {
  readonly #books = new Bookkeeper();
  readonly #intentions: Intentions;
  readonly #sent: { command: Command; speaker: Speaker }[] = [];
  readonly #lines: string[] = [];
  #replayed: LedgerState = emptyState;
  #played = 0;
  readonly tally: Tally;
  readonly #drifts: boolean;

  /** In a world that drifts the clock is set back by little, again and again. */
  constructor(
    readonly world: World,
    readonly random: Random,
    of: { tally: Tally; drifts: boolean },
  ) {
    this.tally = of.tally;
    this.#drifts = of.drifts;
    this.#intentions = new Intentions(random, world);
    const { speakers } = world;
    speakers.push({ kind: "person", name: "ann", session: "shell of ann", life: "unknown" });
    for (const name of agentNames) this.#arrive(name);
  }

  go(steps: number): void {
    for (let step = 1; step <= steps; step++) {
      this.#happen();
      this.#speak();
      this.#replay();
      if (step % 50 === 0 || step === steps) this.#compare();
      this.tally.steps++;
    }
    this.#books.audit(this.world.history, this.world.state);
    const again = this.world.history.reduce(evolve, emptyState);
    hold(isDeepStrictEqual(again, this.world.state), "replay", "the history makes another state");
  }

  /** What led here, for a person who looks into a violation. */
  trace(seed: number): string {
    return [`world of seed ${seed}`, ...this.#lines.slice(-15)].join("\n");
  }

  /** Before a command: the clock moves, processes die and come back. */
  #happen(): void {
    const { random, world } = this;
    const jump = random.weigh<readonly [string, number]>([
      [400, ["clock_on", random.below(3 * minute)]],
      [60, ["clock_forward", random.between(5, 40) * minute]],
      [12, ["clock_forward", random.between(90, 200) * minute]],
      [2, ["clock_forward", random.between(24, 60) * 60 * minute]],
      [this.#drifts ? 400 : 12, ["clock_back", -random.below(5 * minute)]],
      [8, ["clock_back", -random.between(5, 300) * minute]],
    ]);
    world.now += jump[1];
    if (jump[0] !== "clock_on") this.#count(this.tally.happenings, jump[0]);
    if (random.odds(4)) this.#kill();
    if (random.odds(4)) this.#restart();
  }

  #kill(): void {
    const { random, world } = this;
    const alive = world.speakers.filter((speaker) => speaker.life === "alive");
    const holder = alive.find((speaker) => speaker.session === world.state.lease?.session);
    if (alive.length === 0) return;
    const victim = holder && random.odds(60) ? holder : random.pick(alive);
    victim.life = "ended";
    this.#say(`killed ${victim.session}`);
    this.#count(this.tally.happenings, "killed");
  }

  /** An agent comes back, in its old session or in a new one; some sit on another machine. */
  #restart(): void {
    const { random, world } = this;
    const ended = world.speakers.filter((speaker) => speaker.life === "ended");
    this.#count(this.tally.happenings, "restarted");
    if (ended.length > 0 && random.odds(50)) {
      const back = random.pick(ended.slice(-4));
      back.life = "alive";
      return this.#say(`${back.session} is back`);
    }
    this.#arrive(random.pick(agentNames));
  }

  #arrive(name: string): void {
    const { speakers } = this.world;
    const life = this.random.odds(20) ? "unknown" : "alive";
    const session = `${name} ${speakers.length}`;
    speakers.push({ kind: "agent", name, session, life });
    this.#say(`${session} arrives ${life}`);
  }

  #speak(): void {
    const { random, world } = this;
    const isRetry = this.#sent.length > 0 && random.odds(12);
    const sent = isRetry
      ? random.pick(this.#sent.slice(random.odds(70) ? -1 : -6))
      : this.#intend(this.#speaker());
    const command = isRetry ? this.#intentions.again(sent.command) : sent.command;
    if (isRetry) this.#count(this.tally.happenings, "retried");
    this.#sent.push({ ...sent, command });
    if (this.#sent.length > 12) this.#sent.shift();
    const { now, lifeOf } = world;
    const decision = world.send(command);
    const answer = decision.refusal?.code ??
      (decision.repeated ? "repeated" : decision.replayed ? "replayed" : "done");
    const kinds = decision.events.map((event) => event.kind);
    this.#say(`${sent.speaker.session}: ${command.type} → ${answer} ${kinds}`);
    this.#count(this.tally.answers, `${command.type} ${answer}`);
    for (const kind of kinds) this.#count(this.tally.kinds, kind);
    this.#books.check({ command, now, lifeOf, graceMinutes }, { decision, state: world.state });
  }

  #intend(speaker: Speaker): { command: Command; speaker: Speaker } {
    return { command: this.#intentions.next(speaker), speaker };
  }

  /** Mostly whoever holds the lease, else anybody: the newest sessions, and now and then one long gone. */
  #speaker(): Speaker {
    const { random, world } = this;
    const session = world.state.lease?.session;
    const holder = world.speakers.find((speaker) => speaker.session === session);
    if (holder && random.odds(35)) return holder;
    if (random.odds(12)) return world.speakers[0]!;
    return random.pick(random.odds(85) ? world.speakers.slice(1).slice(-8) : world.speakers);
  }

  /** Plays new events into a second state, as a storage would give them back: through text. */
  #replay(): void {
    const fresh = this.world.history.slice(this.#played);
    this.#played = this.world.history.length;
    for (const event of fresh) {
      const stored = JSON.parse(JSON.stringify(event)) as LedgerEvent;
      this.#replayed = evolve(this.#replayed, stored);
    }
  }

  #compare(): void {
    const isEqual = isDeepStrictEqual(this.#replayed, this.world.state);
    hold(isEqual, "replay", "events that went through text make another state");
  }

  #count(counts: Map<string, number>, what: string): void {
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }

  #say(line: string): void {
    const { newest } = this.world.state;
    const time = new Date(this.world.now).toISOString().slice(5, 19);
    this.#lines.push(`${time} after ${newest.event}: ${line}`);
    if (this.#lines.length > 40) this.#lines.shift();
  }
}
