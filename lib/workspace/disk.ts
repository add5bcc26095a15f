// Whether a place stands on a disk of this machine, told at once. What else there is to a place is for mounts.ts.

/** The major part of a device number as Linux packs it. */
export function majorOf(device: number): number {
  const [high, low] = [Math.floor(device / 2 ** 32), device >>> 0];
  return (low >>> 8 & 0xfff) + (high & ~0xfff);
}

/**
 * Whether a directory lies on a disk as Linux numbers devices: a file system without one, network and FUSE among
 * them, has a device with major number 0. So `chooseJournal` may choose either journal there, but never refuses.
 * False where it cannot be told, which says nothing. Never throws.
 */
export function isOnDisk(directory: string): boolean {
  if (Deno.build.os !== "linux") return false;
  try {
    return majorOf(Deno.statSync(directory).dev) !== 0;
  } catch {
    return false;
  }
}
