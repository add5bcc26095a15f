// Writes over a file of somebody else's: a backup beside it first, then the new text in one step.
import { basename, dirname, join } from "node:path";

/** What is to happen to a file. */
export interface Writing {
  readonly path: string;
  /** The text it was planned from; undefined where there was no file. */
  readonly before: string | undefined;
  /** The new text; undefined takes the file away. */
  readonly after: string | undefined;
}

/**
 * Writes a planned text. A file that was there is copied beside itself first, with its mode, and keeps its
 * mode; a symbolic link keeps leading where it led. Gives the backup's path, if one was made. Throws what
 * the file system says, and where the file is not the one that was planned from.
 */
export function writeBeside(
  { path, before, after }: Writing,
  readNow: (path: string) => string | undefined,
): string | undefined {
  if (readNow(path) !== before) {
    throw new Error("it was changed by another program meanwhile");
  }
  if (before === undefined) {
    Deno.mkdirSync(dirname(path), { recursive: true });
    if (after !== undefined) Deno.writeTextFileSync(path, after, { createNew: true });
    return undefined;
  }
  const real = Deno.realPathSync(path);
  const backup = backupName(real);
  Deno.copyFileSync(real, backup);
  if (after === undefined) {
    Deno.removeSync(path);
    return backup;
  }
  const { mode } = Deno.statSync(real);
  const fresh = join(dirname(real), `.${basename(real)}.agent-handoff-${Deno.pid}`);
  Deno.writeTextFileSync(fresh, after, { createNew: true, mode: 0o600 });
  try {
    if (mode !== null && Deno.build.os !== "windows") Deno.chmodSync(fresh, mode & 0o7777);
    Deno.renameSync(fresh, real);
  } catch (error) {
    Deno.removeSync(fresh);
    throw error;
  }
  return backup;
}

/** A name beside the file that is not taken, with the time in it. */
function backupName(path: string): string {
  const time = new Date().toISOString().replace(/[-:]/g, "").replace(/\..*/, "Z");
  for (let number = 0;; number++) {
    const name = `${path}.${time}${number === 0 ? "" : `-${number}`}.bak`;
    try {
      Deno.lstatSync(name);
    } catch {
      return name;
    }
  }
}
