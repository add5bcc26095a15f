// Makes the request of an action out of the arguments of a call, or the refusal that names what is wrong.
// Knows the fields of tools, neither the protocol nor the ledger. Never throws.
import { closestMatch } from "leven";
import * as z from "zod/v4";
import { type Refusal, refuse } from "../rules/refusal.ts";
import type { NamedField } from "./fields.ts";
import { isBlank, reader } from "./forms.ts";
import type { Request, Tool } from "./tool.ts";

/** What came of parsing: the caller's name and the request, or the first thing that is wrong. */
export type Parsed =
  | { readonly agent?: string; readonly request: Request; readonly refusal?: undefined }
  | { readonly refusal: Refusal };

/**
 * Parses the arguments of a call.
 *
 * Refusals: `invalid_argument` with the field, the value shortened to 80 code points (never a token)
 * and what would have been taken; unknown arguments first, then the fields in their order. Missing or
 * null arguments count as none. Source: contract, "Arguments" and "Text".
 */
export function parseArguments(tool: Pick<Tool, "fields">, given: unknown): Parsed {
  const told: unknown = given ?? {};
  if (!isObject(told)) {
    const accepted = `an object with ${list(tool.fields)}`;
    return { refusal: invalid("arguments", { value: told, accepted }) };
  }
  const { names, schema } = planOf(tool.fields);
  for (const key of Object.keys(told)) {
    if (!names.has(key)) return { refusal: unknownArgument(key, tool.fields) };
  }
  const result = schema.safeParse(told);
  if (!result.success) return { refusal: firstFault(result.error, { told, fields: tool.fields }) };

  const request: Record<string, unknown> = {};
  let agent: unknown;
  for (const { name, key } of tool.fields) {
    const value = result.data[name];
    if (value === undefined) continue;
    if (key === "agent") agent = value;
    else request[key] = value;
  }
  return agent === undefined ? { request } : { agent: agent as string, request };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What every call of a tool needs of its fields. */
interface Plan {
  readonly names: ReadonlySet<string>;
  readonly schema: z.ZodObject;
}

const plans = new WeakMap<readonly NamedField[], Plan>();

function planOf(fields: readonly NamedField[]): Plan {
  const made = plans.get(fields);
  if (made) return made;
  const shape = fields.map(({ name, form, required }) => [name, reader(form, required)] as const);
  const plan = {
    names: new Set(fields.map(({ name }) => name)),
    schema: z.object(Object.fromEntries(shape)),
  };
  plans.set(fields, plan);
  return plan;
}

function firstFault(
  error: z.ZodError,
  of: { told: Readonly<Record<string, unknown>>; fields: readonly NamedField[] },
): Refusal {
  const issue = error.issues[0]!;
  const [name, index] = issue.path;
  const field = of.fields.find((field) => field.name === name)!;
  const whole = of.told[field.name];
  const value = typeof index === "number" && Array.isArray(whole) ? whole[index] : whole;
  // A token is a secret, and what is blank counts as absent.
  const isHidden = field.form.kind === "lease_token" || isBlank(whole);
  const shown = isHidden ? undefined : value;
  return invalid(field.name, { value: shown, accepted: issue.message });
}

function unknownArgument(key: string, fields: readonly NamedField[]): Refusal {
  const names = fields.map((field) => field.name);
  // Cut, because the distance to a very long key would take long to find and say nothing.
  const nearest = closestMatch(key.slice(0, 64).toLowerCase(), names, { maxDistance: 3 });
  const hint = nearest === undefined ? "" : `; the nearest is ${nearest}`;
  return invalid(shortened(key), { accepted: `only ${list(fields)}${hint}` });
}

function list(fields: readonly NamedField[]): string {
  return fields.map((field) => field.required ? field.name : `${field.name}?`).join(", ");
}

function invalid(field: string, found: { value?: unknown; accepted: string }): Refusal {
  const { value, accepted } = found;
  return refuse("invalid_argument", {
    field,
    ...(value !== undefined && { value: shortened(value) }),
    accepted,
  });
}

const echoLength = 80;

/** A value as text for an echo: at most 80 code points, whole characters, never U+0000. */
function shortened(value: unknown): string {
  // A slice of twice the length holds enough code points, whatever they are.
  const text = spelled(value).slice(0, 2 * echoLength + 1).toWellFormed().replaceAll(
    "\0",
    "\u2400",
  );
  const points = [...text];
  return points.length <= echoLength ? text : `${points.slice(0, echoLength - 1).join("")}…`;
}

function spelled(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  } catch {
    return typeof value;
  }
}
