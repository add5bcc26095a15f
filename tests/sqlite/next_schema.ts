// A schema that no release has: what a later program would make of a ledger. For tests of upgrades.
import { type Migration, migrations } from "../../lib/sqlite/migrate.ts";

/** Every step so far and one more. */
export const nextSchema: readonly Migration[] = [
  ...migrations,
  [
    "CREATE TABLE later (task_id TEXT NOT NULL REFERENCES task (task_id)) STRICT",
    "INSERT INTO later SELECT task_id FROM task",
  ],
];
