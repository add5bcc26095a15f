// Asks a person before something is done that only people do. Knows terminals and marks, not the ledger.
import type { Invocation } from "./command.ts";
import { marksIn } from "./identity.ts";
import type { Output } from "./output.ts";
import { Refused } from "./usage.ts";
import { visibleLine } from "./visible.ts";

/** What is about to be done. */
export interface Deed {
  /** As it stands after "Cannot": `release task 0123456789`. */
  readonly action: string;
  /** Full id of the task. */
  readonly taskId: string;
  /** What it does and what may be lost, one sentence each. */
  readonly consequences: readonly string[];
}

/**
 * Lets an agent's call go no further than its mark, unless somebody sits at a terminal who can be asked.
 * Throws `Refused`: `person_only`.
 */
export function refuseAgents(action: string, { environment }: Invocation): void {
  const [mark] = marksIn(environment);
  if (mark && !isAtTerminal()) throw markRefusal(action, mark.variable);
}

/**
 * Returns once a person has agreed. Under an agent's mark the person types the task's whole id at the
 * terminal, and `--yes` skips nothing; without a mark the answer is yes or no, `--yes` answers it, and
 * where there is no terminal it is needed. Throws `Refused`: `person_only`. Source: contract, Command line.
 */
export function confirm(deed: Deed, { environment, output, values }: Invocation): void {
  const [mark] = marksIn(environment);
  if (mark) {
    if (!isAtTerminal()) throw markRefusal(deed.action, mark.variable);
    tellOf(deed, output);
    output.say(`${mark.variable} is set, which marks an agent's shell.`);
    const typed = ask(`Type the task's id, ${deed.taskId}, to go on as a person: `);
    if (typed === deed.taskId) return;
    throw markRefusal(deed.action, mark.variable);
  }
  if (values.has("yes")) return;
  if (!isAtTerminal()) {
    throw Refused.because({
      code: "person_only",
      message: `Cannot ${deed.action}: there is no terminal to confirm it at`,
      next: "Add --yes to confirm it as a person; nothing was changed",
    });
  }
  tellOf(deed, output);
  if (/^y(es)?$/i.test(ask("Go on? (y/N) "))) return;
  throw Refused.because({
    code: "person_only",
    message: `Cannot ${deed.action}: it was not confirmed`,
    next: "Nothing was changed",
  });
}

/** Whether a person can be asked: they read standard error and write on standard input. */
export function isAtTerminal(): boolean {
  return Deno.stdin.isTerminal() && Deno.stderr.isTerminal();
}

/** Asks on standard error and reads one line; empty at the end of input. */
export function ask(question: string): string {
  Deno.stderr.writeSync(new TextEncoder().encode(question));
  const bytes: number[] = [];
  const byte = new Uint8Array(1);
  while (Deno.stdin.readSync(byte) === 1 && byte[0] !== 10) bytes.push(byte[0]!);
  return new TextDecoder().decode(Uint8Array.from(bytes)).trim();
}

function tellOf(deed: Deed, output: Output): void {
  for (const sentence of deed.consequences) output.say(visibleLine(sentence));
}

function markRefusal(action: string, mark: string): Refused {
  return Refused.because({
    code: "person_only",
    message: `Cannot ${action}: only a person may, and the environment names an agent (${mark})`,
    next: "Ask the person: they do it in a terminal of their own, or type the task's id when asked",
    mark,
  });
}
