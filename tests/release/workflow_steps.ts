// Reads the steps of the release workflow and runs them as a runner would. Knows nothing of what they do.
import { join } from "node:path";
import { parse } from "yaml";
import { checkout } from "../../.ci/release/project.ts";
import { type Ran, run } from "./proofs/running.ts";

/** One step of a job. */
export interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

/** One job of a workflow. */
export interface Job {
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

/** A workflow as far as the tests look at it. */
export interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** Reads a workflow of this checkout. */
export async function readWorkflow(name: string): Promise<Workflow> {
  return parse(await Deno.readTextFile(join(checkout, ".github", "workflows", name)));
}

/** Every step of a workflow. */
export function stepsOf(workflow: Workflow): readonly Step[] {
  return Object.values(workflow.jobs).flatMap(({ steps }) => steps);
}

/** Every step that runs a command line, by its name. */
export function runSteps(workflow: Workflow): ReadonlyMap<string, string> {
  const steps = stepsOf(workflow).filter((step) => step.run !== undefined);
  return new Map(steps.map((step) => [step.name ?? "", step.run!]));
}

/** Runs the command line of a step in bash, with the flags that a runner gives it. */
export function runStep(
  line: string,
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Ran> {
  return run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", line], options);
}
