// Tells a list to people: a table on a terminal, plain lines parted by tabs in a pipe; for a search, what was found.
import type { Body } from "../ledger/view.ts";
import { leaseLine } from "./lease_line.ts";
import type { Colour, Output } from "./output.ts";
import { visibleLine } from "./visible.ts";
import { fromNow } from "./when.ts";

/** A row of the reply. */
interface Row {
  readonly task_id: string;
  readonly title: string;
  readonly status: string;
  readonly priority: string;
  readonly target_agent?: string;
  readonly reviewer?: string;
  readonly handoffs_left: number;
  readonly updated_at: string;
  readonly waits_for?: readonly string[];
  readonly excerpt?: string;
}

/** What a search has not looked at. */
interface LeftOut {
  readonly older?: true;
  readonly prefixes?: readonly string[];
}

/** Colours of the statuses. */
export const statusColours: Readonly<Record<string, Colour>> = {
  active: "green",
  queued: "cyan",
  in_review: "blue",
  needs_person: "red",
  completed: "gray",
  cancelled: "gray",
};

const headings = ["TASK", "STATUS", "PRIORITY", "FOR", "LEFT", "CHANGED", "TITLE"];

/** What a narrow terminal does without, the first first; task and title always stand there. */
const spare = ["CHANGED", "PRIORITY", "LEFT", "FOR", "STATUS"].map((name) =>
  headings.indexOf(name)
);

/** Prints a page of a list: first who holds the lease, then the tasks in claim order. */
export async function printList(
  body: Body,
  options: { output: Output; now: number },
): Promise<void> {
  const { output, now } = options;
  const rows = body.tasks as readonly Row[];
  output.print(leaseLine(body, output));
  if (rows.length === 0) {
    if (output.isTerminal) output.print(output.paint("No tasks here", "gray"));
  } else if (output.isTerminal) {
    await printTable(rows, options);
  } else {
    const lines = rows.map((row) => [...cellsOf(row, now), ...foundIn(row)].join("\t"));
    output.print(lines.join("\n"));
  }
  if (output.isTerminal && body.left_out) {
    for (const line of leftOutLines(body.left_out)) output.print(output.paint(line, "gray"));
  }
  if (body.cursor === undefined) return;
  const more = `More: --cursor ${visibleLine(String(body.cursor))}`;
  // In a pipe it would pass for a task.
  if (output.isTerminal) output.print(output.paint(more, "gray"));
  else output.say(more);
}

async function printTable(
  rows: readonly Row[],
  options: { output: Output; now: number },
): Promise<void> {
  const { output, now } = options;
  const { cut, tableLines } = await import("./columns.ts");
  const head = headings.map((text) => ({
    text,
    paint: (shown: string) => output.paint(shown, "bold"),
  }));
  const lines = rows.map((row) =>
    cellsOf(row, now).map((text, index) => {
      const colour = statusColours[row.status];
      const isColoured = index === 1 && colour !== undefined;
      return { text, ...(isColoured && { paint: (shown: string) => output.paint(shown, colour) }) };
    })
  );
  tableLines([head, ...lines], output.columns, { spare }).forEach((line, index) => {
    output.print(line);
    for (const found of index === 0 ? [] : foundIn(rows[index - 1]!)) {
      output.print(output.paint(cut(`  ${found}`, output.columns), "gray"));
    }
  });
}

/** Where a search found the task: below its row on a terminal, its last cell in a pipe. */
function foundIn(row: Row): string[] {
  return row.excerpt === undefined ? [] : [visibleLine(row.excerpt)];
}

function leftOutLines({ older, prefixes = [] }: LeftOut): string[] {
  return [
    ...(older ? ["Much was looked at: older texts are on the next page"] : []),
    ...prefixes.map((prefix) =>
      `Too many words begin with ${visibleLine(prefix)}: some were not looked up`
    ),
  ];
}

function cellsOf(row: Row, now: number): string[] {
  return [
    row.task_id,
    row.waits_for ? `${row.status} (waits)` : row.status,
    row.priority,
    forWhom(row),
    String(row.handoffs_left),
    fromNow(Date.parse(row.updated_at), now),
    row.title,
  ].map(visibleLine);
}

function forWhom(row: Row): string {
  if (row.status === "needs_person") return "a person";
  if (row.status === "in_review") return row.reviewer ?? "a reviewer";
  return row.target_agent ?? "anyone";
}
