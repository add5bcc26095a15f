// Tells a task to people: its brief first, then its history as a timeline. Stored texts are indented, so that
// none of them can pass for a line of ours.
import type { Body } from "../ledger/view.ts";
import { leaseLine } from "./lease_line.ts";
import { statusColours } from "./list_page.ts";
import type { Output } from "./output.ts";
import { timeline } from "./timeline.ts";
import { visible, visibleLine } from "./visible.ts";
import { fromNow, whenText } from "./when.ts";

interface Said {
  readonly by: string;
  readonly at: string;
  readonly text: string;
}

interface PageOptions {
  readonly output: Output;
  /** The present, epoch milliseconds. */
  readonly now: number;
}

/** Prints the page of a task, as `show` and `claim` reply it. */
export function printTask(body: Body, options: PageOptions): void {
  const { output } = options;
  const lines = [
    leaseLine(body, output),
    "",
    ...headLines(body, options),
    ...briefLines(body, options),
    ...timeline(body, options),
  ];
  output.print(lines.join("\n"));
}

function headLines(body: Body, { output, now }: PageOptions): string[] {
  const told = body as Record<string, string | number>;
  const status = String(told.status);
  const facts = [
    output.paint(status, statusColours[status] ?? "bold"),
    `priority ${told.priority}`,
    `for ${told.target_agent ?? "anyone"}`,
    ...(told.reviewer === undefined ? [] : [`reviewed by ${told.reviewer}`]),
    `version ${told.version}`,
    `${told.handoffs_left} handoffs left`,
  ];
  const dependencies = (body.depends_on ?? []) as readonly { task_id: string; status: string }[];
  return [
    `${output.paint(String(told.task_id), "bold")}  ${visibleLine(String(told.title))}`,
    facts.join(" · "),
    ...(told.created_by === undefined ? [] : [
      `created by ${visibleLine(String(told.created_by))} at ${
        whenText(String(told.created_at), now)
      }; changed ${fromNow(Date.parse(String(told.updated_at)), now)}`,
    ]),
    ...(dependencies.length === 0 ? [] : [
      `depends on ${dependencies.map((one) => `${one.task_id} (${one.status})`).join(", ")}`,
    ]),
  ];
}

function briefLines(body: Body, options: PageOptions): string[] {
  const said = (heading: string, key: string): string[] => {
    const value = body[key] as Said | undefined;
    return value ? section(`${heading}, ${byLine(value, options)}`, [value.text], options) : [];
  };
  return [
    ...said("Objective", "objective"),
    ...said("Constraints", "constraints"),
    ...said("Summary so far", "summary"),
    ...said("Next action", "next_action"),
    ...reviewLines(body, options),
    ...entryLines("Open blockers", "blockers", { body, options }),
    ...entryLines("Decisions", "decisions", { body, options }),
    ...planLines(body, options),
    ...said("Checkpoint", "checkpoint"),
    ...pathLines(body, options),
  ];
}

function byLine({ by, at }: Said, { now }: PageOptions): string {
  return `by ${visibleLine(by)} at ${whenText(at, now)}`;
}

/** A heading of ours at the left edge and texts of others indented below it. */
function section(heading: string, texts: readonly string[], { output }: PageOptions): string[] {
  const indented = texts.flatMap((text) => visible(text).split("\n").map((line) => `  ${line}`));
  return ["", output.paint(heading, "bold"), ...indented];
}

function reviewLines(body: Body, options: PageOptions): string[] {
  const review = body.review as (Said & { verdict: string }) | undefined;
  if (!review) return [];
  const heading = `Review: ${review.verdict}, ${byLine(review, options)}`;
  return section(heading, [review.text], options);
}

function entryLines(
  heading: string,
  key: string,
  of: { body: Body; options: PageOptions },
): string[] {
  const entries = of.body[key] as readonly (Said & { event: number })[] | undefined;
  if (!entries) return [];
  const left = of.body[`${key}_left`];
  const texts = entries.map((entry) =>
    `#${entry.event} ${byLine(entry, of.options)}: ${entry.text}`
  );
  return section(
    heading,
    [...texts, ...(left === undefined ? [] : [`and ${left} more`])],
    of.options,
  );
}

function planLines(body: Body, options: PageOptions): string[] {
  const plan = body.plan as {
    done: number;
    of: number;
    left: readonly { step: number; text: string }[];
    more?: number;
  } | undefined;
  if (!plan) return [];
  const steps = plan.left.map(({ step, text }) => `${step}. ${text}`);
  const more = plan.more === undefined ? [] : [`and ${plan.more} more`];
  return section(`Plan, ${plan.done} of ${plan.of} steps done`, [...steps, ...more], options);
}

function pathLines(body: Body, options: PageOptions): string[] {
  const paths = body.changed_files as readonly string[] | undefined;
  if (!paths) return [];
  const left = body.changed_files_left;
  const shown = paths.map(visibleLine);
  return section(
    "Changed files",
    [...shown, ...(left === undefined ? [] : [`and ${left} more`])],
    options,
  );
}
