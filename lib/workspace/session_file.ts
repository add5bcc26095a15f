// One session file: made and locked, looked at, or removed when nobody holds it.
// It knows the file and its lock; which files there are and what they prove is for its caller.
import { failureOf } from "./failure.ts";
import type { Machine } from "./machine.ts";
import { join } from "./paths.ts";

/** A session file that this process holds locked. */
export interface OwnFile {
  readonly path: string;
  readonly file: Deno.FsFile;
  /** Device and inode. */
  readonly identity: string;
}

/** What a look at a session file shows. */
export interface Sight {
  /**
   * `locked`: its process runs; `unlocked`: it does not; `unclear`: it may not be read or is no plain file;
   * `gone`: removed in the meantime.
   */
  readonly lock: "locked" | "unlocked" | "unclear" | "gone";
  /** Tells this file from one made later under the same name. */
  readonly identity?: string;
  /** When unlocked: the machine that made it; empty when its note was never written whole. */
  readonly machine?: Machine;
}

const NOTE_LIMIT = 4096;

/**
 * Makes a session file and locks it; undefined when another process looked at it at that very moment, so that
 * the caller tries once more. Throws what the file system says.
 *
 * The note is written after the lock is held, so a whole note without a lock always means an ended process.
 */
export function makeSessionFile(
  directory: string,
  options: { hash: string; machine: Machine; now: number },
): OwnFile | undefined {
  const path = join(
    directory,
    `${options.hash}.${crypto.getRandomValues(new Uint8Array(8)).toHex()}`,
  );
  const file = Deno.openSync(path, { read: true, write: true, createNew: true, mode: 0o600 });
  try {
    const own = { path, file, identity: identityOf(file.statSync()) };
    if (file.tryLockSync(true) && isInPlace(own)) {
      file.writeSync(new TextEncoder().encode(noteOf(options)));
      return own;
    }
    discard(own);
    return undefined;
  } catch (error) {
    discard({ path, file });
    throw error;
  }
}

/** The one line that a session file holds. */
function noteOf({ hash, machine, now }: { hash: string; machine: Machine; now: number }): string {
  const started_at = new Date(now).toISOString();
  return JSON.stringify({ ...machine, pid: Deno.pid, session: hash, started_at }) + "\n";
}

/** Gives up a file that was never held. */
function discard({ path, file }: Pick<OwnFile, "path" | "file">): void {
  file.close();
  try {
    Deno.removeSync(path);
  } catch {
    // It is empty, so it proves nothing, and it goes when it is a day old.
  }
}

/** Whether the locked file is still the one under its name: one deleted and made again is another lock. */
export function isInPlace({ path, identity }: OwnFile): boolean {
  try {
    return identityOf(Deno.statSync(path)) === identity;
  } catch {
    return false;
  }
}

/** Device and inode. Where a system tells neither, every file counts as the same one. */
function identityOf({ dev, ino }: Deno.FileInfo): string {
  return `${dev}:${ino}`;
}

/** Looks at a session file with a shared lock that is let go at once. Never throws. */
export function seeSessionFile(path: string): Sight {
  try {
    // Opening a pipe would wait for ever, and a link may lead anywhere.
    if (!Deno.lstatSync(path).isFile) return { lock: "unclear" };
    using file = Deno.openSync(path, { read: true });
    const identity = `${path} ${identityOf(file.statSync())}`;
    if (!file.tryLockSync(false)) return { lock: "locked", identity };
    const bytes = new Uint8Array(NOTE_LIMIT);
    const length = file.readSync(bytes) ?? 0;
    const text = new TextDecoder().decode(bytes.subarray(0, length));
    return { lock: "unlocked", identity, machine: machineIn(text) };
  } catch (error) {
    return { lock: failureOf(error) === "missing" ? "gone" : "unclear" };
  }
}

/** The machine that a note names. */
function machineIn(note: string): Machine {
  try {
    const { machine, boot } = JSON.parse(note) as Record<string, unknown>;
    return {
      ...(typeof machine === "string" && { machine }),
      ...(typeof boot === "string" && { boot }),
    };
  } catch {
    return {};
  }
}

/**
 * Removes a session file that nobody holds and that was last written before `before` (epoch milliseconds).
 * Tells whether it did. Never throws.
 */
export function removeStaleFile(path: string, before: number): boolean {
  try {
    const { isFile, mtime } = Deno.lstatSync(path);
    if (!isFile || !mtime || mtime.getTime() > before) return false;
    using file = Deno.openSync(path, { read: true });
    // A shared lock is proof enough, since nobody locks a file a second time, and it never looks like a holder's.
    if (
      !file.tryLockSync(false) || !isInPlace({ path, file, identity: identityOf(file.statSync()) })
    ) {
      return false;
    }
    Deno.removeSync(path);
    return true;
  } catch {
    return false;
  }
}
