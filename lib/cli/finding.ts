// One thing that doctor looked at, and how findings are told. Knows no check.
import type { Output } from "./output.ts";
import { visibleLine } from "./visible.ts";

/** What came of one look. */
export interface Finding {
  /** What was looked at, such as `file system`. */
  readonly check: string;
  /** `bad` makes doctor end with exit code 1. */
  readonly state: "ok" | "note" | "bad";
  readonly fact: string;
  /** What to do about it. */
  readonly advice?: string;
}

/** Makes a finding that is as it should be. */
export function fine(check: string, fact: string): Finding {
  return { check, state: "ok", fact };
}

/** Makes a finding that a person should know. */
export function note(check: string, fact: string, advice?: string): Finding {
  return { check, state: "note", fact, ...(advice !== undefined && { advice }) };
}

/** Makes a finding that has to be put right. */
export function bad(check: string, fact: string, advice: string): Finding {
  return { check, state: "bad", fact, advice };
}

const marks = { ok: ["ok", "green"], note: ["note", "yellow"], bad: ["BAD", "red"] } as const;

/** Prints findings, one a line, with the advice below. */
export function printFindings(findings: readonly Finding[], output: Output): void {
  const width = Math.max(0, ...findings.map(({ check }) => check.length));
  for (const { check, state, fact, advice } of findings) {
    const [word, colour] = marks[state];
    output.print(
      `${output.paint(word.padEnd(4), colour)}  ${check.padEnd(width)}  ${visibleLine(fact)}`,
    );
    if (advice !== undefined) output.print(`${" ".repeat(width + 8)}→ ${visibleLine(advice)}`);
  }
}
