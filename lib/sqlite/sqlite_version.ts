// Which SQLite is inside. Loads nothing else, so that `--version` starts at once.
import { DatabaseSync } from "node:sqlite";

/** Version of the SQLite that is inside. */
export function sqliteVersion(): string {
  const database = new DatabaseSync(":memory:");
  try {
    return String(database.prepare("SELECT sqlite_version() AS version").get()?.version);
  } finally {
    database.close();
  }
}
