// The command line of people: finds the command, reads its arguments, runs it, and tells what came of it.
import { LedgerRefusal } from "../ledger/ledger.ts";
import type { Body } from "../ledger/view.ts";
import type { Command, Entry } from "./command.ts";
import { environment } from "./environment.ts";
import { exitCodes } from "./exit_codes.ts";
import { Output, PipeClosed } from "./output.ts";
import { commands } from "./table.ts";
import { nearestName, Refused, UsageError } from "./usage.ts";
import { readValues } from "./values.ts";
import { visibleLine } from "./visible.ts";

/**
 * Runs one command and gives the exit code: 0 done, 1 refused, 2 not understood, 70 a fault. With `--json`
 * standard output holds exactly one document, whatever comes of it; without, a "no" is two lines on
 * standard error. A reader that goes away ends the program quietly.
 */
export async function runProgram(args: readonly string[]): Promise<number> {
  const output = new Output({ json: wantsJson(args), environment });
  try {
    return await runCommand(args, output);
  } catch (error) {
    return error instanceof PipeClosed ? exitCodes.done : answer(error, output);
  }
}

async function runCommand(args: readonly string[], output: Output): Promise<number> {
  const { name, rest } = split(args);
  if (name === undefined || name === "help") {
    const { printHelp } = await import("./help.ts");
    return await printHelp(name === undefined ? [] : rest, output);
  }
  const entry = await find(name);
  const command = await entry.load();
  if (asksForHelp(command, rest)) {
    const { printHelp } = await import("./help.ts");
    return await printHelp([name], output);
  }
  const values = await readValues(command, rest);
  const invocation = { command, values, output, environment };
  try {
    return await command.run(invocation);
  } catch (error) {
    const { asTyped } = await import("./call.ts");
    throw asTyped(error, invocation);
  }
}

/** Takes the command's name out of the arguments; `--root` and `--json` may stand before it. */
function split(args: readonly string[]): { name?: string; rest: string[] } {
  const before: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const one = args[index]!;
    if (one === "--help" || one === "-h") continue;
    if (!one.startsWith("-")) return { name: one, rest: [...before, ...args.slice(index + 1)] };
    if (one === "--root" && args[index + 1] !== undefined) before.push(one, args[++index]!);
    else if (one === "--json" || one.startsWith("--root=")) before.push(one);
    else {
      throw new UsageError(
        `Cannot take ${one} before a command`,
        "Type agent-handoff COMMAND first, then its options; agent-handoff --help lists the commands",
      );
    }
  }
  return { rest: before };
}

/** Finds a command by its name; `UsageError` with the nearest one. */
export async function find(name: string): Promise<Entry> {
  const found = commands.find((entry) => entry.name === name);
  if (found) return found;
  const nearest = await nearestName(name, commands.map((entry) => entry.name));
  throw new UsageError(
    `Cannot run "${name}": there is no such command`,
    nearest === undefined
      ? "Type agent-handoff --help for the commands there are"
      : `Type agent-handoff ${nearest}, or agent-handoff --help for the commands there are`,
  );
}

/** Whether help is asked for, so that missing arguments do not matter. */
function asksForHelp(command: Command, rest: readonly string[]): boolean {
  const end = rest.indexOf("--");
  const before = end < 0 ? rest : rest.slice(0, end);
  return before.some((one, index) => {
    if (one !== "--help" && one !== "-h") return false;
    // A text may be "-h" itself, as the value of the option before it.
    const option = command.options.find(({ name }) => `--${name}` === before[index - 1]);
    return option?.value === undefined;
  });
}

function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return (end < 0 ? args : args.slice(0, end)).includes("--json");
}

/** Tells an error and gives its exit code. */
function answer(error: unknown, output: Output): number {
  if (error instanceof UsageError) {
    return no({ error: error.body, ...error.beside }, { output, code: "usage" });
  }
  if (error instanceof Refused) return no(error.body, { output, code: "refused" });
  if (error instanceof LedgerRefusal) {
    return no(Refused.of(error.refusal).body, { output, code: "refused" });
  }
  return fault(error, output);
}

function no(body: Body, of: { output: Output; code: "usage" | "refused" }): number {
  const { output, code } = of;
  if (output.json) document(body, output);
  else {
    const { message, next } = body.error as { message: string; next: string };
    output.say(visibleLine(message));
    output.say(visibleLine(next));
  }
  return exitCodes[code];
}

/** Prints the document of a "no"; the exit code tells it even where nobody reads. */
function document(body: Body, output: Output): void {
  try {
    output.document(body);
  } catch (error) {
    // What standard output does not take, such as on a full disk, is left for standard error to say.
    if (!(error instanceof PipeClosed)) {
      output.say(visibleLine(String((body.error as Body).message)));
    }
  }
}

/** One line for people; a stack only where AGENT_HANDOFF_DEBUG asks for it. */
function fault(error: unknown, output: Output): number {
  const reason = error instanceof Error ? error.message.split("\n")[0]! : String(error);
  const message = `Cannot go on: a fault in agent-handoff, ${reason.slice(0, 200)}`;
  const next = "Run it again with AGENT_HANDOFF_DEBUG=1 and report what it prints";
  if (output.json) document({ error: { code: "fault", message, next } }, output);
  else output.say(visibleLine(message));
  if (environment("AGENT_HANDOFF_DEBUG") === "1" && error instanceof Error) {
    output.say(error.stack ?? "");
  }
  return exitCodes.fault;
}
