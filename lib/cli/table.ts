// The command table: what commands there are. A command is loaded only when it runs or when its help is read.
import type { Command, Entry, Group } from "./command.ts";

type Loading = () => Promise<{ command: Command }>;

function entries(
  group: Group,
  rows: readonly (readonly [name: string, summary: string, loading: Loading])[],
): Entry[] {
  return rows.map(([name, summary, loading]) => ({
    name,
    group,
    summary,
    load: async () => (await loading()).command,
  }));
}

/** Every command but the server, in the order of help. */
export const commands: readonly Entry[] = [
  ...entries("Work on tasks", [
    ["create", "Make a task", () => import("./commands/create.ts")],
    ["claim", "Take the writer lease and read the brief", () => import("./commands/claim.ts")],
    ["renew", "Make the lease longer", () => import("./commands/renew.ts")],
    ["pass", "Hand a task on, or ask a person", () => import("./commands/pass.ts")],
    ["complete", "End a task as done", () => import("./commands/complete.ts")],
    ["log", "Add to a task's journal", () => import("./commands/log.ts")],
    ["submit", "Ask for a review", () => import("./commands/submit.ts")],
    ["review", "Give a verdict on submitted work", () => import("./commands/review.ts")],
    ["update", "Correct a task", () => import("./commands/update.ts")],
    ["wait", "Wait for something to claim or review", () => import("./commands/wait.ts")],
  ]),
  ...entries("For people only", [
    ["extend", "Give a task more handoffs", () => import("./commands/extend.ts")],
    ["release", "End another's lease", () => import("./commands/release.ts")],
    ["reopen", "Queue a task again, with an answer", () => import("./commands/reopen.ts")],
    ["cancel", "End a task without a result", () => import("./commands/cancel.ts")],
  ]),
  ...entries("Look", [
    ["list", "List tasks and tell who holds the lease", () => import("./commands/list.ts")],
    ["show", "Show a task with its brief and history", () => import("./commands/show.ts")],
    ["watch", "Show events as they happen", () => import("./commands/watch.ts")],
  ]),
  ...entries("Look after the ledger", [
    ["where", "Print every path in use", () => import("./commands/where.ts")],
    ["doctor", "Find what is wrong and what to do", () => import("./commands/doctor.ts")],
    ["verify", "Check the history and the stored rows", () => import("./commands/verify.ts")],
    ["backup", "Make a checked copy", () => import("./commands/backup.ts")],
    ["export", "Print everything as text", () => import("./commands/export.ts")],
    ["import", "Read an export into an empty ledger", () => import("./commands/import.ts")],
  ]),
  ...entries("Set up", [
    ["init", "Register the server with MCP clients", () => import("./commands/init.ts")],
    [
      "completions",
      "Print completions for a shell",
      () => import("./commands/completions.ts"),
    ],
    ["changelog", "Print what changed", () => import("./commands/changelog.ts")],
  ]),
];
