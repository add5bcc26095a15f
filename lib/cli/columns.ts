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

/** Fewest columns that the last cell of a row gets before a cell beside it is left out. */
const leastLast = 20;

/**
 * Lines of a table. Every column is as wide as its widest cell but the last, which takes what is left of
 * `columns` and is cut there. Where less than 20 is left, the columns named by their index in `spare` are
 * left out, the first first, until that much is there.
 */
export function tableLines(
  rows: readonly (readonly Cell[])[],
  columns: number,
  { spare = [] }: { spare?: readonly number[] } = {},
): string[] {
  const [first, ...rest] = spare;
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from(
    { length: Math.max(0, count - 1) },
    (_, index) => Math.max(0, ...rows.map((row) => stringWidth(row[index]?.text ?? ""))),
  );
  const used = widths.reduce((sum, width) => sum + width + gap, 0);
  if (columns - used < leastLast && first !== undefined) {
    const fewer = rows.map((row) => row.filter((_, index) => index !== first));
    const moved = rest.map((index) => index > first ? index - 1 : index);
    return tableLines(fewer, columns, { spare: moved });
  }
  const last = Math.max(1, columns - used);
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
