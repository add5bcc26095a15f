// Tells plain facts to people, one a line with its name before it.
import type { Output } from "./output.ts";
import { visibleLine } from "./visible.ts";

/** Prints names and values in two columns; a fact without a value is left out. */
export function printFacts(
  facts: readonly (readonly [name: string, value: string | undefined])[],
  output: Output,
): void {
  const told = facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
  const width = Math.max(...told.map(([name]) => name.length));
  for (const [name, value] of told) {
    output.print(`${output.paint(name.padEnd(width), "bold")}  ${visibleLine(value)}`);
  }
}
