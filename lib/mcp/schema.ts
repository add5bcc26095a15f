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
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
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

/** Types of the keys that replies carry at top level, as far as they have one type. */
const replyKeys = {
  task_id: "string",
  title: "string",
  status: "string",
  version: "integer",
  event: "integer",
  handoffs_left: "integer",
  target_agent: "string",
  priority: "string",
  lease_token: "string",
  objective: "object",
  constraints: "object",
  summary: "object",
  next_action: "object",
  review: "object",
  changed_files: "array",
  decisions: "array",
  blockers: "array",
  plan: "object",
  checkpoint: "object",
  history: "array",
  earlier_events: "integer",
  newest_event: "integer",
  tasks: "array",
  cursor: "string",
  ready: "boolean",
  why: "string",
} as const;

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
  for (const key of keys) properties[key] = { type: replyKeys[key] };
  return {
    type: "object",
    properties: { ...properties, warnings: { type: "array" }, error: { type: "object" } },
  };
}
