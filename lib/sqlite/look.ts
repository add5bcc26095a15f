// Looks at files by name. Opens nothing: closing a second handle would drop the locks that SQLite holds.

/** What the system tells of a file, through links; undefined where there is none. */
export function look(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch (error) {
    const isMissing = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory;
    if (isMissing) return undefined;
    throw error;
  }
}

/** Size of a file in bytes; 0 where there is none. */
export function sizeOf(path: string): number {
  return look(path)?.size ?? 0;
}

/** Device and inode of a file; undefined where there is none. */
export function identityOf(path: string): string | undefined {
  const found = look(path);
  return found && `${found.dev}:${found.ino}`;
}

/** Whether a name is a link that leads elsewhere. */
export function isLink(path: string): boolean {
  return Deno.lstatSync(path).isSymlink;
}
