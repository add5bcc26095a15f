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
  #known: string | undefined;

  /** A directory by its path, through links; `now` tells how old its last change is, in epoch milliseconds. */
  constructor(readonly path: string, private readonly now: () => number) {}

  /** How it stands now; undefined where nothing is told of it, or too little to go by. */
  shape(): string | undefined {
    const found = look(this.path);
    if (!found?.ctime || !found.ino) return undefined;
    const { dev, ino, mtime, ctime } = found;
    if (this.now() - ctime.getTime() <= clockStep) return undefined;
    return `${dev}:${ino}:${mtime?.getTime()}:${ctime.getTime()}`;
  }

  /** Whether a shape is the one in which everything was in place. */
  isKnown(shape: string | undefined): boolean {
    return shape !== undefined && shape === this.#known;
  }

  /** Notes that everything was in place after the directory was found in a shape. */
  know(shape: string | undefined): void {
    this.#known = shape;
  }
}
