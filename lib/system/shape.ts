// What the system tells of a file or directory by which one state of it is told from another. Opens nothing.

/**
 * Coarsest step of a file system's clock, in milliseconds (FAT's); Deno tells the time of a change of a file's data in
 * milliseconds, of any change in whole seconds. What changed within one step may change again and look the same, so
 * that it is believed only once its last change is older; git does likewise.
 */
const clockStep = 2000;

/** One state of a file or directory; times in epoch milliseconds. */
export interface Shape {
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
}

/** The shape of what was found; undefined where the system tells too little to go by, or the last change is too fresh. */
export function shapeOf(
  { dev, ino, size, mtime, ctime }: Deno.FileInfo,
  now: number,
): Shape | undefined {
  if (!ino || !mtime || !ctime || now - ctime.getTime() <= clockStep) return undefined;
  return { dev, ino, size, mtime: mtime.getTime(), ctime: ctime.getTime() };
}

/** Whether what is found now stands as it did. */
export function hasShape(shape: Shape, found: Deno.FileInfo): boolean {
  return shape.ino === found.ino && shape.dev === found.dev && shape.size === found.size &&
    shape.mtime === found.mtime?.getTime() && shape.ctime === found.ctime?.getTime();
}
