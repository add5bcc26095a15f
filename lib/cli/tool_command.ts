// Makes a command of a tool: options named like its arguments, the same reading, the same action.
import { accepted } from "../mcp/accepted.ts";
import type { Form, NamedField } from "../mcp/fields.ts";
import type { Request, Tool } from "../mcp/tool.ts";
import type { Call, Reply } from "../ledger/reply.ts";
import type { Body } from "../ledger/view.ts";
import { callerIn, callIn, dashed, inPlace, spelled, tell, wrongValue } from "./call.ts";
import type { Command, Example, Invocation, Option, Positional } from "./command.ts";
import type { Part } from "./identity.ts";
import type { Read } from "./light_arguments.ts";
import type { Output } from "./output.ts";
import { textOf } from "./texts.ts";

/** How a command that only looks does without the validation library and without the actions that it is not. */
export interface LightWay {
  /** Reads values as `parseArguments` would. */
  readonly read: (fields: readonly NamedField[], given: Readonly<Record<string, string>>) => Read;
  /** Does what the tool does. */
  readonly run: (call: Call, request: Request) => Promise<Reply>;
}

/** What a command adds to its tool. */
export interface ToolCommandSpec {
  readonly name: string;
  readonly tool: Tool;
  readonly part: Part;
  /** The argument that may stand without its name; `task_id` where the tool has it. */
  readonly positional?: { readonly field: string; readonly name: string };
  readonly about?: string;
  /** Descriptions that differ from the tool's, by argument. */
  readonly words?: Readonly<Record<string, string>>;
  readonly examples: Command["examples"];
  /** For commands that only look: in place of what other tools need. */
  readonly light?: LightWay;
  /** Options beside the tool's. */
  readonly extra?: readonly Option[];
  /** Tells a reply to people. */
  readonly print: (body: Body, output: Output, invocation: Invocation) => void | Promise<void>;
}

/** The option `--by`, for commands that a person may give as well. */
export const byOption: Option = {
  name: "by",
  value: "NAME",
  about: "The person who does this; default: USER, LOGNAME or USERNAME",
};

/** Makes a command of a tool. */
export function toolCommand(spec: ToolCommandSpec): Command {
  const { tool, part, examples } = spec;
  const positional = positionalOf(spec);
  const fields = tool.fields;
  const options = fields
    .filter((field) => dashed(field.name) !== positional?.option)
    .map((field) => optionOf(field, spec.words?.[field.name]));
  return {
    name: spec.name,
    about: spec.about ?? spelled(tool.description),
    options: [
      ...options,
      ...(part === "anyone" ? [byOption] : []),
      ...(spec.extra ?? []),
    ],
    ...(positional && { positionals: [positional] }),
    examples: examples as readonly [Example, ...Example[]],
    run: (invocation) => runTool(spec, invocation),
  };
}

async function runTool(spec: ToolCommandSpec, invocation: Invocation): Promise<number> {
  const { tool, part, print } = spec;
  const given = argumentsOf(tool.fields, invocation);
  const read = await parsed(spec, given);
  if (read.refusal) throw wrongValue(read.refusal, invocation);
  const { agent, request } = read;
  const caller = callerIn(invocation, { part, ...(agent !== undefined && { agent }) });
  return await inPlace(invocation, async (place) => {
    const { run } = spec.light ?? tool;
    const reply = await run(callIn(place, caller), request);
    return await tell(invocation.output, reply, (body, output) => print(body, output, invocation));
  });
}

async function parsed(
  spec: ToolCommandSpec,
  given: Readonly<Record<string, unknown>>,
): Promise<Read> {
  if (spec.light) return spec.light.read(spec.tool.fields, given as Record<string, string>);
  const { parseArguments } = await import("../mcp/arguments.ts");
  return parseArguments(spec.tool, given);
}

/** The arguments as a caller of the tool would send them. */
export function argumentsOf(
  fields: readonly NamedField[],
  invocation: Invocation,
): Record<string, unknown> {
  const { values, environment } = invocation;
  const given: Record<string, unknown> = {};
  for (const field of fields) {
    const option = optionOf(field);
    const typed = values.all(option.name).map((value) => textOf(option, value));
    if (typed.length > 0) given[field.name] = together(field.form, typed);
    else if (field.form.kind === "lease_token") {
      const lease = environment("AGENT_HANDOFF_LEASE");
      if (lease !== undefined) given[field.name] = lease;
    }
  }
  return given;
}

/** One value as typed; several are the items of one list, each split as it would be alone. */
function together(form: Form, typed: readonly string[]): unknown {
  if (form.kind !== "list" || typed.length === 1) return typed.join("\n");
  return typed.flatMap((value) =>
    value.split(form.commas && !value.trim().includes("\n") ? "," : "\n").map((item) => item.trim())
  );
}

function positionalOf(spec: ToolCommandSpec): Positional | undefined {
  const taskId = spec.tool.fields.find(({ name }) => name === "task_id");
  const { field, name } = spec.positional ?? { field: "task_id", name: "TASK" };
  const found = spec.tool.fields.find((one) => one.name === field);
  if (!found && !taskId) return undefined;
  if (!found) return undefined;
  return {
    name,
    option: dashed(field),
    needed: found.required,
    about: found.description || accepted(found.form),
  };
}

const placeholders: Readonly<Record<Form["kind"], string>> = {
  text: "TEXT",
  word: "ID",
  task_id: "TASK",
  lease_token: "TOKEN",
  integer: "N",
  choice: "WORD",
  agent: "AGENT",
  target: "AGENT",
  list: "LIST",
};

/** The option that gives an argument. */
export function optionOf(field: NamedField, words?: string): Option {
  const { form, name, required } = field;
  const choices = form.kind === "choice"
    ? form.choices
    : form.kind === "list" && form.item.kind === "choice"
    ? form.item.choices
    : undefined;
  const isPaths = form.kind === "list" && form.asText === true;
  const takesText = form.kind === "list" || (form.kind === "text" && form.limit >= 2000);
  return {
    name: dashed(name),
    value: isPaths ? "PATHS" : placeholders[form.kind],
    about: spelled(words ?? (field.description || capital(accepted(form)))),
    ...(choices && { choices }),
    ...(takesText && { takesText }),
    ...(form.kind === "list" && { many: true as const }),
    ...(isPaths && { completes: "file" as const }),
    ...(required && { needed: true as const }),
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
