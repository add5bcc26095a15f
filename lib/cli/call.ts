// One call of an action from the command line: its place, its caller, and the way its reply is told.
import type { Call, Reply } from "../ledger/reply.ts";
import type { Body } from "../ledger/view.ts";
import type { Caller } from "../rules/command.ts";
import { LedgerRefusal } from "../ledger/ledger.ts";
import { type Refusal, refuse } from "../rules/refusal.ts";
import type { Invocation } from "./command.ts";
import { commandCaller, type Part } from "./identity.ts";
import type { Output } from "./output.ts";
import { Place } from "./place.ts";
import { exitCodes } from "./exit_codes.ts";
import { Refused, UsageError } from "./usage.ts";
import { visibleLine } from "./visible.ts";

/**
 * The place of one command. It leaves no session file: a command ends at once, and a file would tell others
 * that its session has ended (contract, Ended session).
 */
export class CommandPlace extends Place {
  /** Does nothing. */
  override holdSession(): void {}
}

/** The place that a command works in. */
export function placeOf({ values, environment }: Invocation): CommandPlace {
  const root = values.text("root");
  return new CommandPlace({ environment, ...(root !== undefined && { root }) });
}

/** Runs work in the place of a command, and gives the place up afterwards. */
export async function inPlace<Value>(
  invocation: Invocation,
  work: (place: CommandPlace) => Promise<Value>,
): Promise<Value> {
  const place = placeOf(invocation);
  try {
    return await work(place);
  } finally {
    place.close();
  }
}

/** Settles the caller of a command. */
export function callerIn(invocation: Invocation, of: { part: Part; agent?: string }): Caller {
  const { command, environment, values } = invocation;
  const by = values.text("by");
  return commandCaller({
    environment,
    part: of.part,
    command: command.name,
    processSession: crypto.randomUUID(),
    ...(of.agent !== undefined && { agent: of.agent }),
    ...(by !== undefined && { by }),
  });
}

/** The call of an action, in the words of the command line. */
export function callIn(place: Place, caller: Caller): Call {
  return { workplace: place, caller, voice: "commands" };
}

/**
 * Tells a reply: the JSON document, or what `print` makes of it with the warnings on standard error. Throws
 * `Refused` for a "no".
 */
export async function tell(
  output: Output,
  reply: Reply,
  print: (body: Body, output: Output) => void | Promise<void>,
): Promise<number> {
  if (reply.refused) throw new Refused(reply.body);
  if (output.json) {
    output.document(reply.body);
  } else {
    await print(reply.body, output);
    warnOf(reply.body, output);
  }
  return exitCodes.done;
}

/** Puts the warnings of a reply on standard error. */
export function warnOf(body: Body, output: Output): void {
  const { warnings } = body as { warnings?: readonly string[] };
  for (const warning of warnings ?? []) output.say(`Warning: ${visibleLine(warning)}`);
}

/** A value that could not be read, as a usage error in the spelling of the command line. */
export function wrongValue(refusal: Refusal, invocation: Invocation): UsageError {
  if (refusal.code !== "invalid_argument") throw Refused.of(refusal);
  const { field, value, accepted } = refusal.facts;
  const { command } = invocation;
  const positional = command.positionals?.find(({ option }) => option === dashed(field));
  const name = positional?.name ?? `--${dashed(field)}`;
  const given = value === undefined ? name : `${name} ${JSON.stringify(value)}`;
  return new UsageError(
    `Cannot take ${given}: expected ${spelled(accepted)}`,
    `Run it again with ${name} corrected; nothing was changed`,
  );
}

/**
 * An error of a command, with a value that only the ledger could judge told as a usage error in the spelling
 * of the command line, the lease beside it. Every other error is given back as it is.
 */
export function asTyped(error: unknown, invocation: Invocation): unknown {
  const { command } = invocation;
  const body = error instanceof LedgerRefusal
    ? Refused.of(error.refusal).body
    : error instanceof Refused
    ? error.body
    : {};
  const { error: told = {}, ...beside } = body;
  const { code, field, value, accepted } = told as Partial<Record<string, string>>;
  if (code !== "invalid_argument" || field === undefined || accepted === undefined) return error;
  if (field === command.name) {
    return new UsageError(
      `Cannot run ${command.name}: expected ${spelled(accepted)}`,
      `Type agent-handoff ${command.name} --help for what it takes; nothing was changed`,
      { beside },
    );
  }
  const options = [...command.positionals ?? [], ...command.options];
  const names = options.map((one) => "option" in one ? one.option ?? one.name : one.name);
  // The command line's own refusals spell an option as it is typed.
  const name = dashed(field.replace(/^--/, ""));
  if (!names.includes(name)) return error;
  const facts = { field: name, accepted, ...(value !== undefined && { value }) };
  const { message, next } = wrongValue(refuse("invalid_argument", facts), invocation);
  return new UsageError(message, next, { beside });
}

/** A name as options are spelled. */
export function dashed(name: string): string {
  return name.replaceAll("_", "-");
}

/** Words about a tool in the spelling of the command line. */
export function spelled(text: string): string {
  return text
    .replace(/\b([a-z]+)_handoffs?\b/g, (_, verb: string) => verb)
    .replace(/\b(task_id|lease_token)\b/g, (name) => dashed(name));
}
