// Tells events to people, one line each: number, time, who, what, and the facts in short. Full texts: --json.
import { shortText } from "../ledger/reply_text.ts";
import type { Body } from "../ledger/view.ts";
import type { Output } from "./output.ts";
import { visibleLine } from "./visible.ts";
import { clockText, fromNow } from "./when.ts";

/** How much of one text a line tells, in code points. */
const textLength = 160;

/** Keys that every event has; the rest are the facts of its kind. */
const common: ReadonlySet<string> = new Set([
  "event",
  "kind",
  "at",
  "agent",
  "person",
  "task_id",
]);

/** The history of a reply as lines; none where it carries none. */
export function timeline(body: Body, options: { output: Output; now: number }): string[] {
  const history = body.history as readonly Body[] | undefined;
  if (!history) return [];
  const { output } = options;
  const earlier = Number(body.earlier_events ?? 0);
  const first = history[0]?.event;
  return [
    "",
    output.paint("History", "bold"),
    ...(earlier > 0 && first !== undefined
      ? [output.paint(`  ${earlier} earlier events: --before ${first}`, "gray")]
      : []),
    ...history.map((event) => `  ${eventLine(event, options)}`),
  ];
}

/** One event on one line. */
export function eventLine(
  event: Body,
  options: { output: Pick<Output, "paint">; now: number },
): string {
  const { output, now } = options;
  const at = String(event.at);
  const who = event.person === undefined ? String(event.agent) : `${event.person} (a person)`;
  const facts = Object.entries(event)
    .filter(([key]) => !common.has(key))
    .map(([key, value]) => `${output.paint(key, "gray")} ${factText(key, value)}`);
  return [
    output.paint(`#${event.event}`, "gray"),
    `${clockText(at)} (${fromNow(Date.parse(at), now)})`,
    output.paint(visibleLine(who), "bold"),
    output.paint(String(event.kind), "cyan"),
    ...facts,
  ].join("  ");
}

function factText(key: string, value: unknown): string {
  if (key === "git") return headText(value as { branch?: string; commit?: string });
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const shown = visibleLine(shortText(text, textLength));
  return typeof value === "string" && /\s/.test(text) ? `"${shown}"` : shown;
}

/** Branch and the beginning of the commit; what else was noted of the workspace is for programs. */
function headText({ branch, commit }: { branch?: string; commit?: string }): string {
  const known = [branch, commit?.slice(0, 10)].filter((part) => part !== undefined);
  return visibleLine(known.join(" ")) || "no commit";
}
