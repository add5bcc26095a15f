// What was made of files that nobody has written since, so that they need not be read again.
// Knows what the system tells of a file, not what is in it.

/**
 * Coarsest step of a file system's clock, in milliseconds (FAT's). A file that was written within one step may be
 * written again and look the same, so that it is believed only once it is older; git does likewise.
 */
const clockStep = 2000;

/** More paths than one repository needs. */
const mostKept = 64;

/**
 * Values by the path of the file, or directory, that they were made of. Every file of a repository is replaced by
 * another one when git changes it, so inode, size and times tell.
 */
export class Unchanged<Value> {
  readonly #kept = new Map<string, { readonly shape: string; readonly value: Value }>();

  readonly #now: () => number;

  /** `now` reads the system's clock, epoch milliseconds. */
  constructor(options: { now?: () => number } = {}) {
    this.#now = options.now ?? (() => Date.now());
  }

  /** What `make` makes of the file at a path, or made when it was as it is; `found` is what the system tells of it. */
  of(path: string, found: Deno.FileInfo, make: () => Value): Value {
    const shape = shapeOf(found, this.#now());
    const kept = this.#kept.get(path);
    if (kept && kept.shape === shape) return kept.value;
    const value = make();
    if (shape === undefined) this.#kept.delete(path);
    else {
      if (this.#kept.size >= mostKept) this.#kept.clear();
      this.#kept.set(path, { shape, value });
    }
    return value;
  }

  /** Makes the value of a path anew the next time: it depends on more than what was looked at. */
  forget(path: string): void {
    this.#kept.delete(path);
  }
}

/** What tells one state of a file from another; undefined where the system tells too little, or it is too fresh. */
function shapeOf(
  { dev, ino, size, mtime, ctime }: Deno.FileInfo,
  now: number,
): string | undefined {
  if (!ino || !mtime || !ctime || now - ctime.getTime() <= clockStep) return undefined;
  return `${dev}:${ino}:${size}:${mtime.getTime()}:${ctime.getTime()}`;
}
