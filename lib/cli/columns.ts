// Lays rows out in columns that fit a terminal. Measures with string-width, since one character may take two
// columns or none. Knows nothing of what stands in the cells.
import stringWidth from "string-width";

/** A cell: its text, already safe to show, and how it is coloured once it is laid out. */
export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

/** Columns between two cells. */
const gap = 2;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Cuts a text to so many columns, between whole characters; a cut one ends in `…`. */
export function cut(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let result = "";
  let width = 1;
  for (const { segment } of graphemes.segment(text)) {
    width += stringWidth(segment);
    if (width > columns) break;
    result += segment;
  }
  return columns > 0 ? `${result}…` : "";
}

/**
 * Lines of a table. Every column is as wide as its widest cell but the last, which takes what is left of
 * `columns` (at least 20) and is cut there.
 */
export function tableLines(rows: readonly (readonly Cell[])[], columns: number): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from(
    { length: Math.max(0, count - 1) },
    (_, index) => Math.max(0, ...rows.map((row) => stringWidth(row[index]?.text ?? ""))),
  );
  const used = widths.reduce((sum, width) => sum + width + gap, 0);
  const last = Math.max(20, columns - used);
  return rows.map((row) =>
    row.map(({ text, paint = (same) => same }, index) => {
      const shown = index === count - 1 ? cut(text, last) : text;
      const space = index === row.length - 1
        ? ""
        : " ".repeat((widths[index] ?? 0) - stringWidth(shown) + gap);
      return paint(shown) + space;
    }).join("")
  );
}
