// Prints results as Markdown tables that also read well in a terminal. Knows no measurement.

/** One row of a table; every row of a table has the same keys, which are its headings. */
export type TableRow = Readonly<Record<string, string | number>>;

/** Prints a heading and a table under it; numbers stand to the right. */
export function printTable(title: string, rows: readonly TableRow[]): void {
  const headings = Object.keys(rows[0] ?? {});
  const isNumber = headings.map((heading) => rows.some((row) => typeof row[heading] === "number"));
  const cells = [headings, ...rows.map((row) => headings.map((heading) => spelled(row[heading])))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    `| ${
      row.map((cell, column) =>
        isNumber[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)
      ).join(" | ")
    } |`;
  const rule = `| ${
    widths.map((width, column) =>
      isNumber[column] ? `${"-".repeat(width - 1)}:` : "-".repeat(width)
    ).join(" | ")
  } |`;
  console.log(`\n### ${title}\n`);
  console.log([line(cells[0]!), rule, ...cells.slice(1).map(line)].join("\n"));
}

/** What became of a target: an upper bound on a ratio. */
export function verdict(value: number, atMost: number): string {
  return value <= atMost ? "met" : "MISSED";
}

/** Three digits that matter: whole above a hundred, two decimals below ten. */
export function rounded(value: number): number {
  if (!Number.isFinite(value)) return value;
  const decimals = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return Number(value.toFixed(decimals));
}

function spelled(value: string | number | undefined): string {
  return typeof value === "number" ? rounded(value).toLocaleString("en-US") : value ?? "";
}
