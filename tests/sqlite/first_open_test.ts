// A file whose schema another process makes at this very moment is a ledger, not another program's database.
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrate, migrations, schemaOf } from "../../lib/sqlite/migrate.ts";
import { Statements } from "../../lib/sqlite/statements.ts";

Deno.test("schemaOf() sees one state although another connection makes the schema between its reads", () => {
  const directory = Deno.makeTempDirSync();
  const path = join(directory, "ledger.sqlite3");
  const [reader, writer] = [new DatabaseSync(path), new DatabaseSync(path)];
  try {
    writer.prepare("PRAGMA journal_mode = WAL").get();
    const statements = new Statements(reader);
    const first = statements.first.bind(statements);
    let isMade = false;
    statements.first = (sql, ...values) => {
      const row = first(sql, ...values);
      if (isMade) return row;
      isMade = true;
      writer.prepare("BEGIN IMMEDIATE").run();
      migrate(new Statements(writer), { from: 0, steps: migrations });
      writer.prepare("COMMIT").run();
      return row;
    };
    const known = migrations.length;
    assert.equal(schemaOf(statements, { path, known }), 0, "as it was when the look began");
    assert.ok(isMade);
    assert.equal(schemaOf(statements, { path, known }), known);
    assert.equal(reader.isTransaction, false);
  } finally {
    reader.close();
    writer.close();
    Deno.removeSync(directory, { recursive: true });
  }
});
