// Compares the schema of an open ledger with the one that this program makes. Runs nothing it finds.
import { DatabaseSync } from "node:sqlite";
import { migrate, type Migration, migrations } from "./migrate.ts";
import { Statements } from "./statements.ts";

const schemaSql = "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name";

/** Schemas that steps make; they are the same for the life of the process. */
const made = new Map<string, ReadonlyMap<string, string>>();

/**
 * What was added to, changed in or taken from the schema that the steps make, the newest one by default:
 * foreign triggers and views among it.
 */
export function foreignSchema(
  statements: Statements,
  steps: readonly Migration[] = migrations,
): readonly string[] {
  const expected = expectedSchema(steps);
  const found = schemaOf(statements);
  return [
    ...[...found].filter(([name]) => !expected.has(name)).map(([name]) => `Foreign ${name}`),
    ...[...expected].filter(([name]) => !found.has(name)).map(([name]) => `Missing ${name}`),
    ...[...expected]
      .filter(([name, sql]) => found.has(name) && found.get(name) !== sql)
      .map(([name]) => `Changed ${name}`),
  ];
}

function expectedSchema(steps: readonly Migration[]): ReadonlyMap<string, string> {
  const key = steps.flat().join(";");
  const kept = made.get(key);
  if (kept) return kept;
  const blank = new Statements(new DatabaseSync(":memory:"));
  migrate(blank, { from: 0, steps });
  const expected = schemaOf(blank);
  blank.database.close();
  made.set(key, expected);
  return expected;
}

function schemaOf(statements: Statements): Map<string, string> {
  return new Map(
    statements.all(schemaSql).map((row) => [`${row.type} "${row.name}"`, String(row.sql)]),
  );
}
