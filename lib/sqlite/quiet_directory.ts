// Whether anything came to a directory or went from it, told by the times that the system keeps of it.
import { hasShape, type Shape, shapeOf } from "../system/shape.ts";
import { look } from "./look.ts";

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
    if (this.#known && found && hasShape(this.#known, found)) return true;
    const shape = found && shapeOf(found, this.now());
    const isInPlace = lookThrough();
    this.#known = isInPlace ? shape : undefined;
    return isInPlace;
  }
}
