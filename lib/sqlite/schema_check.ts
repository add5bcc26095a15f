// Compares the schema of an open ledger with the one that this program makes. Runs nothing it finds.
import { DatabaseSync } from "node:sqlite";
import { migrate, migrations } from "./migrate.ts";
import { Statements } from "./statements.ts";

const schemaSql = "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name";

/** What was added to, changed in or taken from the newest schema: foreign triggers and views among it. */
export function foreignSchema(statements: Statements): readonly string[] {
  const blank = new Statements(new DatabaseSync(":memory:"));
  migrate(blank, { from: 0, steps: migrations });
  const expected = schemaOf(blank);
  blank.database.close();
  const found = schemaOf(statements);
  return [
    ...[...found].filter(([name]) => !expected.has(name)).map(([name]) => `Foreign ${name}`),
    ...[...expected].filter(([name]) => !found.has(name)).map(([name]) => `Missing ${name}`),
    ...[...expected]
      .filter(([name, sql]) => found.has(name) && found.get(name) !== sql)
      .map(([name]) => `Changed ${name}`),
  ];
}

function schemaOf(statements: Statements): Map<string, string> {
  return new Map(
    statements.all(schemaSql).map((row) => [`${row.type} "${row.name}"`, String(row.sql)]),
  );
}
