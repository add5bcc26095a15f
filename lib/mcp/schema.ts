// The plain JSON schemas that tools advertise, made from their fields. Knows no validation: what is taken
// is wider than what is advertised (contract, Arguments).
import type { Form, ItemForm, NamedField } from "./fields.ts";

/** One node of a plain schema: one type, no combinators, no references. */
export interface PlainSchema {
  readonly type: "object" | "string" | "integer" | "boolean" | "array";
  readonly [keyword: string]: unknown;
}

/** A schema whose root is an object, as every client takes it. */
export interface ObjectSchema extends PlainSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, PlainSchema>>;
}

/**
 * Schema of a tool's arguments: properties in the order of the fields, nothing else allowed.
 * Texts carry no length: clients that check for themselves would refuse without naming a next step.
 */
export function inputSchema(fields: readonly NamedField[]): ObjectSchema {
  const required = fields.filter((field) => field.required).map((field) => field.name);
  return {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.name, property(field)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function property(field: NamedField): PlainSchema {
  const node = nodeOf(field.form);
  return field.description === "" ? node : { ...node, description: field.description };
}

function nodeOf(form: Form | ItemForm): PlainSchema {
  switch (form.kind) {
    case "integer":
      return {
        type: "integer",
        minimum: form.least,
        // A bound that only says "fits into a number" tells an agent nothing.
        ...(form.most < Number.MAX_SAFE_INTEGER && { maximum: form.most }),
      };
    case "choice":
      return { type: "string", enum: form.choices };
    case "list":
      return form.asText ? { type: "string" } : { type: "array", items: nodeOf(form.item) };
    default:
      return { type: "string" };
  }
}

const text = { type: "string" } as const;
const integer = { type: "integer" } as const;
const object = { type: "object" } as const;
const texts = { type: "array", items: text } as const;
const objects = { type: "array", items: object } as const;

/** Schemas of the keys that replies carry at top level. */
const replyKeys = {
  task_id: text,
  title: text,
  status: text,
  version: integer,
  event: integer,
  handoffs_left: integer,
  target_agent: text,
  priority: text,
  lease_token: text,
  objective: object,
  constraints: object,
  summary: object,
  next_action: object,
  review: object,
  changed_files: texts,
  decisions: objects,
  blockers: objects,
  plan: object,
  checkpoint: object,
  history: objects,
  earlier_events: integer,
  tasks: objects,
  cursor: text,
  ready: { type: "boolean" },
  why: text,
} as const satisfies Readonly<Record<string, PlainSchema>>;

/** A key that a reply may carry at top level. */
export type ReplyKey = keyof typeof replyKeys;

/** The keys that every reply about one task carries (contract, Replies). */
export const taskKeys = ["task_id", "status", "version", "event", "handoffs_left"] as const;

/** The keys of a brief (contract, Replies). */
export const briefKeys = [
  "objective",
  "constraints",
  "summary",
  "next_action",
  "review",
  "changed_files",
  "decisions",
  "blockers",
  "plan",
  "checkpoint",
] as const;

/**
 * Schema of a tool's replies: requires nothing and forbids nothing, so that refusals satisfy it too,
 * since older clients check those as well (contract, Annotations). `lease` is not described: it is null
 * when nobody holds it, and a node here has one type.
 */
export function outputSchema(keys: readonly ReplyKey[]): ObjectSchema {
  const properties: Record<string, PlainSchema> = {};
  for (const key of keys) properties[key] = replyKeys[key];
  return { type: "object", properties: { ...properties, warnings: texts, error: object } };
}
