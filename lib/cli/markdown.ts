// The ledger as a Markdown page for people. Stored texts stand in blocks, so that none can pass for a heading.
import { isoTime } from "../ledger/iso_time.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { eventView } from "../ledger/view.ts";
import { statusOf } from "../rules/state.ts";
import type { Lease } from "../rules/lease.ts";
import { handoffsLeft, type Said, type Task } from "../rules/task.ts";
import type { Output } from "./output.ts";
import { eventLine } from "./timeline.ts";
import { visible, visibleLine } from "./visible.ts";

const pageSize = 200;
const plain = { paint: (text: string): string => text };

/** Prints every task with its brief, then the history. */
export async function printMarkdown(ledger: Ledger, output: Output): Promise<void> {
  const lease = (await ledger.lease())?.lease;
  output.print("# Agent handoff ledger\n");
  output.print(
    lease
      ? `${inline(lease.agent)} holds the writer lease for task ${lease.taskId} until ${
        isoTime(lease.expiresAt)
      }.\n`
      : "Nobody holds the writer lease.\n",
  );
  output.print("## Tasks\n");
  for (let afterCreated = 0;;) {
    const page = await ledger.tasks({ afterCreated, limit: pageSize });
    for (const task of page) output.print(taskText(task, lease));
    if (page.length < pageSize) break;
    afterCreated = page.at(-1)!.createdEvent;
  }
  output.print("## History\n");
  for (let after = 0;;) {
    const page = await ledger.events({ after, limit: pageSize });
    for (const event of page) {
      const line = eventLine(eventView(event), { output: plain, now: Date.now() });
      output.print(`- ${event.taskId} ${inline(line)}`);
    }
    if (page.length < pageSize) return;
    after = page.at(-1)!.event;
  }
}

function taskText(task: Task, lease: Lease | undefined): string {
  const texts: readonly [string, Said | undefined][] = [
    ["Objective", task.objective],
    ["Constraints", task.constraints],
    ["Summary", task.summary],
    ["Next action", task.nextAction],
    ["Review", task.review],
  ];
  const lines = [
    `### ${task.taskId} ${inline(task.title)}\n`,
    `- status: ${statusOf(task, lease)}`,
    `- priority: ${task.priority}`,
    `- for: ${inline(task.targetAgent ?? "anyone")}`,
    `- handoffs left: ${handoffsLeft(task)}`,
    `- created: ${isoTime(task.createdAt)} by ${inline(task.createdBy.name)}`,
    `- changed: ${isoTime(task.updatedAt)}`,
    ...(task.changedFiles.length > 0
      ? [`- changed files: ${task.changedFiles.map(inline).join(", ")}`]
      : []),
    "",
    ...texts.flatMap(([heading, said]) => said ? block(heading, said) : []),
  ];
  return lines.join("\n");
}

/** A text in a fence that is longer than any inside it. */
function block(heading: string, said: Said): string[] {
  const text = visible(said.text);
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return [
    `**${heading}**, by ${inline(said.by)} at ${isoTime(said.at)}:\n`,
    `${fence}text`,
    text,
    `${fence}\n`,
  ];
}

/** A text on one line without any mark of Markdown or HTML. */
function inline(text: string): string {
  return visibleLine(text).replace(/[\\`*_{}[\]<>#|~]/g, "\\$&");
}
