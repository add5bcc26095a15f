// Carries the steps of `init` out, and tells what came of them. Decides nothing about files.
import { clientOf } from "../clients/catalog.ts";
import { unifiedDiff } from "../clients/difference.ts";
import { readTextExactly } from "./client_place.ts";
import { exitCodes } from "./exit_codes.ts";
import type { Step } from "./init_plan.ts";
import type { Output } from "./output.ts";
import { Refused } from "./usage.ts";
import { visible, visibleLine } from "./visible.ts";
import { writeBeside } from "./write_beside.ts";

/** A step that was carried out, with the backup it left. */
export interface Taken extends Step {
  readonly backup?: string;
}

/** Writes every planned file; one that cannot be written is refused and the others go on. */
export function carryOut(steps: readonly Step[]): readonly Taken[] {
  return steps.map((step) => {
    if (step.action === "none" || step.action === "refuse") return step;
    try {
      const backup = writeBeside(
        { path: step.path, before: step.before, after: step.after },
        readTextExactly,
      );
      return { ...step, ...(backup !== undefined && { backup }) };
    } catch (error) {
      const reason = `Cannot write the file: ${(error as Error).message}`;
      return { ...step, action: "refuse", reason };
    }
  });
}

const done = {
  create: "Created",
  change: "Changed",
  none: "Left as it is",
  remove: "Removed our entry from",
  refuse: "Left alone",
} as const;

/**
 * Tells the steps: `done` what was written, `diff` what would change, `text` the entry as a new file holds
 * it. Gives the exit code; throws `Refused` where a file had to be left alone.
 */
export async function tellSteps(
  steps: readonly Taken[],
  options: { output: Output; as: "done" | "diff" | "text" },
): Promise<number> {
  const { output, as } = options;
  const body = { files: await Promise.all(steps.map((step) => stepBody(step, as))) };
  const refused = steps.filter(({ action }) => action === "refuse");
  if (!output.json) {
    if (steps.length === 0) output.print("Nothing to do");
    for (const step of steps) await printStep(step, options);
  }
  if (refused.length > 0) {
    const [{ path, reason }] = refused as [Taken];
    throw new Refused({
      error: {
        code: "invalid_argument",
        message: `Cannot register${path === "" ? "" : ` in "${path}"`}: ${reason}`,
        next: refused.length === 1
          ? "Put that right and run it again; that file was left as it is"
          : `Put that right and run it again; ${refused.length} files were left as they are`,
      },
      ...body,
    });
  }
  if (output.json) output.document(body);
  return exitCodes.done;
}

async function stepBody(step: Taken, as: "done" | "diff" | "text"): Promise<object> {
  const { path, action, reason, notes, backup, before, after } = step;
  const diff = as === "diff" ? await unifiedDiff(before, after, { path }) : "";
  return {
    for: step.for,
    path,
    action,
    ...(reason !== undefined && { reason }),
    ...(backup !== undefined && { backup }),
    ...(as === "text" && after !== undefined && { text: after }),
    ...(as === "diff" && writes(step) && { diff }),
    ...(notes.length > 0 && { notes }),
  };
}

function writes({ action }: Step): boolean {
  return action === "create" || action === "change" || action === "remove";
}

async function printStep(
  step: Taken,
  options: { output: Output; as: "done" | "diff" | "text" },
): Promise<void> {
  const { output, as } = options;
  const { path, action, reason, notes, backup, before, after } = step;
  const title = step.for === "agents" ? "Agents" : clientOf(step.for)!.title;
  if (as === "text" && after !== undefined) {
    output.print(`${output.paint(title, "bold")}: ${visibleLine(path)}\n`);
    output.print(visible(after));
    return;
  }
  if (as === "diff" && writes(step)) {
    output.print(visible(await unifiedDiff(before, after, { path })).trimEnd());
  } else {
    const why = reason === undefined ? "" : ` (${visibleLine(reason)})`;
    // A client that has no file in this scope has no path to show.
    const where = path === "" ? "" : ` "${visibleLine(path)}"`;
    output.print(`${output.paint(title, "bold")}: ${done[action]}${where}${why}`);
  }
  if (backup !== undefined) output.print(`  backup: "${visibleLine(backup)}"`);
  for (const note of notes) output.print(`  ${visibleLine(note)}`);
}
