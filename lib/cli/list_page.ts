// Tells a list to people: a table on a terminal, plain lines parted by tabs in a pipe.
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
    for (const row of rows) output.print(cellsOf(row, now).join("\t"));
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
  const { tableLines } = await import("./columns.ts");
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
  for (const line of tableLines([head, ...lines], output.columns)) output.print(line);
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
