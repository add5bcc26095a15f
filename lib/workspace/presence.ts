// Who is still there: a lock that the kernel holds for each session a process serves, and a look at others' locks.
// It knows files and locks only. What an ended session means for a lease is for the rules to say.
import { sha256 } from "../system/digest.ts";
import { type Failure, failureOf } from "./failure.ts";
import { isSameMachine, type Machine, readMachine } from "./machine.ts";
import { join } from "./paths.ts";
import {
  isInPlace,
  makeSessionFile,
  type OwnFile,
  removeStaleFile,
  seeSessionFile,
  type Sight,
} from "./session_file.ts";

/** Whether the processes that served a session still run, as far as that is proved. */
export type SessionLife = "alive" | "ended" | "unknown";

/** Whether this process now shows that it serves the session; if not, others will say `unknown` of it. */
export type Held = { readonly ok: true } | { readonly ok: false; readonly reason: Failure };

/** How long an unlocked session file stays as evidence, in milliseconds. */
export const SESSION_FILE_AGE = 24 * 60 * 60 * 1000;

/** How long a session file that was seen in its place is believed to be there, in milliseconds. */
const BELIEVED = 1000;

const FILE_NAME = /^([0-9a-f]{32})\.[0-9a-f]{16}$/;
const MOST_TRIES = 16;

/**
 * The session files of one process under one state directory.
 *
 * A file is made and locked at the first {@linkcode Presence.hold} and never locked again by anyone, so an
 * unlocked file with its note belongs to a process that has ended: by its own will, by a crash, or with the
 * machine. Only holders take exclusive locks; who looks takes a shared one for a moment.
 * All of it is synchronous and costs a few system calls. Source: contract, "Ended session".
 */
export class Presence implements Disposable {
  readonly #directory: string;
  #known: Machine | undefined;
  /** By session, with the time at which the file was seen in its place last. */
  readonly #own = new Map<string, { readonly held: OwnFile; seenAt: number }>();
  readonly #seenLocked = new Set<string>();

  /** `directory` is `sessions` of the state directory; `machine` is read from the system when left out. */
  constructor(directory: string, options: { machine?: Machine } = {}) {
    this.#directory = directory;
    this.#known = options.machine;
  }

  /** Read when a session file is made or found unlocked: most looks need no machine. */
  get #machine(): Machine {
    return this.#known ??= readMachine();
  }

  /**
   * Shows for the rest of this process that it serves `session`. Calling it again is cheap, and makes the file
   * again if somebody removed it; it looks once a second. `now`, epoch milliseconds, is noted for people.
   *
   * Never throws. Where the file cannot be made or locked none is left behind, nor any that an earlier process
   * of the session left, as far as they may be removed: one without a lock would say that the session has ended.
   */
  hold(session: string, options: { now: number }): Held {
    const own = this.#own.get(session);
    if (own && isThere(own, options.now)) return { ok: true };
    const hash = hashOf(session);
    try {
      this.#makeDirectory();
      for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
        const made = makeSessionFile(this.#directory, { hash, machine: this.#machine, ...options });
        if (!made) continue;
        own?.held.file.close();
        this.#own.set(session, { held: made, seenAt: options.now });
        return { ok: true };
      }
      this.#forget(hash);
      return { ok: false, reason: "other" };
    } catch (error) {
      this.#forget(hash);
      return { ok: false, reason: failureOf(error) };
    }
  }

  /**
   * Tells whether a session is alive.
   *
   * - `alive`: this process holds it, or one of its files is locked.
   * - `ended`: it has files, none is locked, and each was made by this machine, or was seen locked by this
   *   process before (which proves that locks are seen across whatever lies between).
   * - `unknown`, which counts as alive: no file; a file of another machine, or of one that cannot be told; a
   *   file or directory that may not be read; a file system without locks.
   *
   * Where no machine can be told (macOS, Windows, some containers), `ended` needs a process that saw the
   * session alive.
   * Never throws.
   */
  look(session: string): SessionLife {
    if (this.#own.has(session)) return "alive";
    const names = this.#names();
    // Where no file tells of anybody the hash is spared, and with it the loading of what makes it.
    if (names.length === 0) return "unknown";
    const hash = hashOf(session);
    const sights = names
      .filter((name) => name.startsWith(hash))
      .map((name) => seeSessionFile(join(this.#directory, name)))
      .filter(({ lock }) => lock !== "gone");
    for (const { lock, identity } of sights) {
      if (lock === "locked") this.#seenLocked.add(identity!);
    }
    if (sights.some(({ lock }) => lock === "locked")) return "alive";
    const isEnded = sights.length > 0 && sights.every((sight) => this.#provesEnd(sight));
    return isEnded ? "ended" : "unknown";
  }

  /**
   * Removes session files that are unlocked, a day old by `now` (epoch milliseconds) and of no session in
   * `keep`, where the lease holder's belongs. Returns how many went. Never throws; what may not be removed stays.
   */
  sweep(options: { now: number; keep: readonly string[] }): number {
    const kept = new Set(options.keep.map(hashOf));
    return this.#names()
      .filter((name) => !kept.has(FILE_NAME.exec(name)![1]!))
      .filter((name) =>
        removeStaleFile(join(this.#directory, name), options.now - SESSION_FILE_AGE)
      )
      .length;
  }

  /** Lets go of all locks, as the end of the process does. The files stay, as evidence. */
  [Symbol.dispose](): void {
    for (const { held } of this.#own.values()) held.file.close();
    this.#own.clear();
  }

  /** Removes what would prove that a session has ended which this process serves without a lock. */
  #forget(hash: string): void {
    this.#names()
      .filter((name) => name.startsWith(hash))
      .forEach((name) => removeStaleFile(join(this.#directory, name), Infinity));
  }

  /** Makes the directory, but none above it: without a state directory there is nothing to be present in. */
  #makeDirectory(): void {
    try {
      Deno.mkdirSync(this.#directory, { mode: 0o700 });
    } catch (error) {
      if (failureOf(error) !== "exists") throw error;
    }
  }

  /** Whether an unlocked file shows that its process has ended. */
  #provesEnd({ lock, identity, machine }: Sight): boolean {
    if (lock !== "unlocked") return false;
    return this.#seenLocked.has(identity!) || isSameMachine(machine!, this.#machine);
  }

  /** The names of all session files; none when the directory may not be read. */
  #names(): string[] {
    try {
      return [...Deno.readDirSync(this.#directory)]
        .map(({ name }) => name)
        .filter((name) => FILE_NAME.test(name));
    } catch {
      return [];
    }
  }
}

/** Whether an own file is in its place: seen there a moment ago, or now. */
function isThere(own: { readonly held: OwnFile; seenAt: number }, now: number): boolean {
  const age = now - own.seenAt;
  if (age >= 0 && age < BELIEVED) return true;
  if (!isInPlace(own.held)) return false;
  own.seenAt = now;
  return true;
}

/** Names a session in a file name, whatever characters its id has, without giving the id away. */
function hashOf(session: string): string {
  return sha256(session).slice(0, 32);
}
