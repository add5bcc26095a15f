// What was made of files that nobody has written since, so that they need not be read again: of one file, or of all
// that were looked at on the way. Knows what the system tells of a file, not what is in it.
import { hasShape, type Shape, shapeOf } from "../system/shape.ts";
import { failureOf } from "./failure.ts";

/** More paths than one repository needs. */
const mostKept = 64;

/**
 * Values by the path of the file, or directory, that they were made of. Every file of a repository is replaced by
 * another one when git changes it, so inode, size and times tell.
 */
export class Unchanged<Value> {
  readonly #kept = new Map<string, { readonly shape: Shape; readonly value: Value }>();

  readonly #now: () => number;

  /** `now` reads the system's clock, epoch milliseconds. */
  constructor(options: { now?: () => number } = {}) {
    this.#now = options.now ?? (() => Date.now());
  }

  /** What `make` makes of the file at a path, or made when it was as it is; `found` is what the system tells of it. */
  of(path: string, found: Deno.FileInfo, make: () => Value): Value {
    const shape = shapeOf(found, this.#now());
    const kept = this.#kept.get(path);
    if (kept && shape && hasShape(kept.shape, found)) return kept.value;
    const value = make();
    if (shape === undefined) this.#kept.delete(path);
    else {
      if (this.#kept.size >= mostKept) this.#kept.clear();
      this.#kept.set(path, { shape, value });
    }
    return value;
  }
}

/**
 * A value made of several files, whichever its making looks at by {@linkcode look}. It is made anew once one of them
 * looks otherwise, has come or is gone.
 */
export class UnchangedTogether<Value> {
  #kept: { readonly value: Value; readonly looks: readonly Look[] } | undefined;

  readonly #now: () => number;

  /** `now` reads the system's clock, epoch milliseconds. */
  constructor(options: { now?: () => number } = {}) {
    this.#now = options.now ?? (() => Date.now());
  }

  /**
   * What `make`, which may not wait, makes of the files, or made when all were as they are. What is not `sound` is
   * made anew each time.
   */
  of(make: () => Value, { sound }: { sound: (value: Value) => boolean }): Value {
    if (this.#kept?.looks.every(stillHolds)) return this.#kept.value;
    looking = { now: this.#now, looks: [], isSure: true };
    try {
      const value = make();
      const { looks, isSure } = looking;
      this.#kept = isSure && sound(value) ? { value, looks } : undefined;
      return value;
    } finally {
      looking = undefined;
    }
  }
}

/** Runs work whose looks are not remembered: what it finds stays as it is for as long as the other files do. */
export function unremembered<Value>(work: () => Value): Value {
  const outer = looking;
  looking = undefined;
  try {
    return work();
  } finally {
    looking = outer;
  }
}

/** What the system tells of a file or directory; throws as `Deno.statSync`. A value being made remembers the look. */
export function look(path: string): Deno.FileInfo {
  if (!looking) return Deno.statSync(path);
  try {
    const found = Deno.statSync(path);
    const shape = shapeOf(found, looking.now());
    if (shape) looking.looks.push({ path, shape });
    else looking.isSure = false;
    return found;
  } catch (error) {
    if (failureOf(error) === "missing") looking.looks.push({ path });
    else looking.isSure = false;
    throw error;
  }
}

/** A path and how it looked; without a shape nothing was there. */
interface Look {
  readonly path: string;
  readonly shape?: Shape;
}

interface Looking {
  readonly now: () => number;
  readonly looks: Look[];
  /** Whether every look can be told from a later one. */
  isSure: boolean;
}

/** Of the value that is being made; nothing waits in between. */
let looking: Looking | undefined;

function stillHolds({ path, shape }: Look): boolean {
  try {
    const found = Deno.statSync(path);
    return shape !== undefined && hasShape(shape, found);
  } catch (error) {
    return shape === undefined && failureOf(error) === "missing";
  }
}
