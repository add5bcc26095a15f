// What a write transaction is given and gives back, and how it is told that others wrote. Knows no table.
import { readPragma } from "./migrate.ts";
import type { Statements } from "./statements.ts";

/** What came of the work in a write transaction. */
export interface Written<Value> {
  readonly value: Value;
  /** Whether anything is to be committed; else the transaction is rolled back. */
  readonly isChanged: boolean;
  /** Called once the transaction has ended as it should, before anything else runs. */
  readonly ended?: () => void;
}

/** Work in a write transaction; `mark` changes when another connection has committed to the file. */
export type Writing<Value> = (statements: Statements, mark: number) => Written<Value>;

/** A number that changes when another connection commits to the file. */
export function changeMarkOf(statements: Statements): number {
  return readPragma(statements, "data_version");
}
