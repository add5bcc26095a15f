// Keeps what others put into a ledger's schema from being run: it is named and refused. Runs nothing it finds.
import { LedgerRefusal } from "../ledger/ledger.ts";
import { refuse } from "../rules/refusal.ts";
import { type Migration, readPragma } from "./migrate.ts";
import { foreignSchema } from "./schema_check.ts";
import type { Statements } from "./statements.ts";

const viewsSql = "SELECT name FROM sqlite_schema WHERE type = 'view'";

/** Findings shown in one refusal. */
const shown = 5;

/**
 * Watches the schema of one connection. SQLite's own `schema_version` tells when it is to be looked at again,
 * so that most calls pay for one pragma.
 */
export class SchemaGuard {
  #known: { version: number; steps: number; foreign: readonly string[] } | undefined;
  #views: { version: number; names: readonly string[] } | undefined;

  /** For the ledger at a path, by a program that knows these steps. */
  constructor(private readonly path: string, private readonly steps: readonly Migration[]) {}

  /**
   * Refuses with `ledger_damaged`, naming them, where triggers, views or indexes of others are in the schema or
   * a part of our own is missing or changed: a write would run them, or run without the walls. `from` is the
   * file's schema; a blank one has nothing to look at. Call it inside the transaction that writes.
   */
  refuseForeign(statements: Statements, from: number): void {
    if (from === 0) return;
    const version = schemaVersion(statements);
    if (this.#known?.version !== version || this.#known.steps !== from) {
      const foreign = foreignSchema(statements, this.steps.slice(0, from)).filter(isHarmful);
      this.#known = { version, steps: from, foreign };
    }
    const { foreign } = this.#known;
    if (foreign.length === 0) return;
    const more = foreign.length > shown ? ` and ${foreign.length - shown} more` : "";
    throw this.#damaged(
      `its schema was changed by others (${foreign.slice(0, shown).join(", ")}${more}), ` +
        "so nothing is written to it",
    );
  }

  /** Refuses with `ledger_damaged` where a view stands in the place of a table, so that a read would run it. */
  refuseDisguised(statements: Statements): void {
    const version = schemaVersion(statements);
    if (this.#views?.version !== version) {
      this.#views = { version, names: statements.all(viewsSql).map((row) => String(row.name)) };
    }
    const { names } = this.#views;
    if (names.length === 0) return;
    const own = new Set(foreignSchema(statements, this.steps).flatMap(missingTable));
    const disguised = names.find((name) => own.has(name));
    if (disguised === undefined) return;
    throw this.#damaged(`a view stands in the place of its table "${disguised}"`);
  }

  #damaged(detail: string): LedgerRefusal {
    return new LedgerRefusal(refuse("ledger_damaged", { path: this.path, detail }));
  }
}

/** A table of others beside ours is never read, written or run. */
function isHarmful(finding: string): boolean {
  return !finding.startsWith("Foreign table");
}

function missingTable(finding: string): string[] {
  const name = /^Missing table "(.*)"$/s.exec(finding)?.[1];
  return name === undefined ? [] : [name];
}

function schemaVersion(statements: Statements): number {
  return readPragma(statements, "schema_version");
}
