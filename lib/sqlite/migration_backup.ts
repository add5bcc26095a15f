// The backup that is made before a newer program changes an older ledger's schema. Knows files and their names.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { backupLedger } from "./backup.ts";
import type { BeforeMigration } from "./migrate.ts";

/** How many of these backups stay. */
export const keptBackups = 5;

const madeHere = /^before-migration-(\d{8}T\d{6}Z)-schema-\d+-[0-9a-f]{8}\.sqlite3$/;

/**
 * Makes a verified backup in a directory before each migration, and removes the oldest of its own kind beyond
 * five. Its name tells when it was made and which schema it has; a person's own backups are left alone.
 *
 * Rejects as `backupLedger` does; nothing is migrated then.
 */
export function backupBeforeMigration(
  directory: string,
  options: { now: () => number },
): BeforeMigration {
  return async ({ path, from }) => {
    Deno.mkdirSync(directory, { recursive: true, mode: 0o700 });
    const time = new Date(options.now()).toISOString().replace(/[-:]|\.\d+/g, "");
    // Two programs may come to migrate at the same second.
    const name = `before-migration-${time}-schema-${from}-${
      randomBytes(4).toString("hex")
    }.sqlite3`;
    await backupLedger(path, join(directory, name));
    prune(directory, name);
  };
}

/** The one that was just made stays, even where the clock was set back since the others. */
function prune(directory: string, made: string): void {
  const others = [...Deno.readDirSync(directory)]
    .map(({ name }) => name)
    .filter((name) => name !== made && madeHere.test(name))
    .sort()
    .reverse();
  for (const name of others.slice(keptBackups - 1)) {
    try {
      Deno.removeSync(join(directory, name));
    } catch {
      // Another program has removed it, or it stays: one more backup does no harm.
    }
  }
}
