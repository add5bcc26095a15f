// What a person can do about a ledger that is damaged, and which backup is the newest. Opens no ledger.
import { dirname, join } from "node:path";
import type { RefusalFacts } from "../rules/refusal.ts";

/**
 * Advice for a ledger that was refused as damaged: nothing is thrown away, and its log never stays behind beside
 * another file, since SQLite would merge it.
 */
export function damageAdvice({ path, detail }: RefusalFacts["ledger_damaged"]): string {
  const keep = "Stop the servers and keep a copy of the whole .agent-handoff directory";
  if (detail.startsWith("the log beside it")) {
    return `${keep}; then move that log and the -shm beside it away, and run doctor again`;
  }
  const newest = newestBackup(join(dirname(path), "backups"));
  const backup = newest === undefined
    ? "there is none in .agent-handoff/backups, so look among your own"
    : `the newest is "${newest}"`;
  return `${keep}; then move ledger.sqlite3 away together with its -wal and -shm, and copy a backup into ` +
    `its place: ${backup}`;
}

/** The backup that was written last, whoever made it; undefined where there is none or none may be seen. */
function newestBackup(directory: string): string | undefined {
  try {
    const written = (path: string) => Deno.statSync(path).mtime?.getTime() ?? 0;
    return [...Deno.readDirSync(directory)]
      .filter(({ name, isFile }) => isFile && name.endsWith(".sqlite3"))
      .map(({ name }) => join(directory, name))
      .sort((one, other) => written(other) - written(one))[0];
  } catch {
    return undefined;
  }
}
