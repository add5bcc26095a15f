// Whether anything came to a directory or went from it, told by the times that the system keeps of it.
import { look } from "./look.ts";

/**
 * Coarsest step of a file system's clock, in milliseconds (FAT's). Two changes within one step look like one,
 * so a directory is believed only once its last change is older.
 */
const clockStep = 2000;

/**
 * A directory that was looked through once and need not be looked through again until something in it was made,
 * renamed or deleted: each of these changes the time of its last change, which nobody can set.
 *
 * That is one look in place of one at each file. And it leaves the files alone: where Linux was asked for the
 * times of a log, it dates the next write to it anew, which the following `fsync` has to write down as well.
 */
export class QuietDirectory {
  #known: Shape | undefined;

  /** A directory by its path, through links; `now` tells how old its last change is, in epoch milliseconds. */
  constructor(readonly path: string, private readonly now: () => number) {}

  /**
   * Whether it stands as it did when everything in it was found in place. Where it does not, `lookThrough` is asked
   * whether everything is, and its yes is remembered.
   */
  isQuiet(lookThrough: () => boolean): boolean {
    const found = look(this.path);
    if (this.#known && found && isSame(this.#known, found)) return true;
    const shape = found && shapeOf(found, this.now());
    const isInPlace = lookThrough();
    this.#known = isInPlace ? shape : undefined;
    return isInPlace;
  }
}

/** What tells one state of a directory from another; times in epoch milliseconds. */
interface Shape {
  readonly dev: number;
  readonly ino: number;
  readonly mtime: number | undefined;
  readonly ctime: number;
}

/** Undefined where the system tells too little to go by, or the last change is too fresh. */
function shapeOf({ dev, ino, mtime, ctime }: Deno.FileInfo, now: number): Shape | undefined {
  if (!ctime || !ino || now - ctime.getTime() <= clockStep) return undefined;
  return { dev, ino, mtime: mtime?.getTime(), ctime: ctime.getTime() };
}

function isSame(shape: Shape, { dev, ino, mtime, ctime }: Deno.FileInfo): boolean {
  return shape.ino === ino && shape.dev === dev && shape.mtime === mtime?.getTime() &&
    shape.ctime === ctime?.getTime();
}
