// The arguments of tools as values: their form, limits and description. Knows no protocol, no validation
// library and no store, so that the command line and the help can read the same list cheaply.
import { snakeName } from "../ledger/json_keys.ts";

/** Form of one item of a list argument. */
export type ItemForm =
  | { readonly kind: "text"; readonly limit: number }
  | { readonly kind: "task_id" }
  | { readonly kind: "integer"; readonly least: number; readonly most: number }
  | { readonly kind: "choice"; readonly choices: readonly string[] };

/**
 * Form of one argument.
 *
 * - `text`: stored as it is, at most `limit` code points; `numbers` takes a whole number for its digits.
 * - `word`: trimmed, at most `limit` code points, for ids that mean something to the caller alone.
 * - `task_id`: trimmed, lower case; a full id or a prefix. Whether it exists is the ledger's to say.
 * - `lease_token`: trimmed, lower case, `<fence>-<secret>`; never echoed.
 * - `integer`: from `least` to `most`.
 * - `choice`: one of `choices`, without case.
 * - `agent`: the caller's own name.
 * - `target`: the name of another agent. A word for nobody makes it absent, or `""` where `clears` is
 *   set (there absent means unchanged). `person` is taken only where it is set.
 * - `list`: of items; given as text it is split at newlines, and where `commas` is set and there is no
 *   newline, at commas. `asText` advertises it as text, one item a line.
 */
export type Form =
  | { readonly kind: "text"; readonly limit: number; readonly numbers?: true }
  | { readonly kind: "word"; readonly limit: number }
  | { readonly kind: "task_id" }
  | { readonly kind: "lease_token" }
  | { readonly kind: "integer"; readonly least: number; readonly most: number }
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  | { readonly kind: "agent" }
  | { readonly kind: "target"; readonly person?: true; readonly clears?: true }
  | {
    readonly kind: "list";
    readonly item: ItemForm;
    readonly most: number;
    readonly commas: boolean;
    readonly asText?: true;
  };

declare const carried: unique symbol;

/** One argument of a tool. `Value` is the type that parsing gives; it exists for the compiler alone. */
export interface Field<Value = unknown, Required extends boolean = boolean> {
  readonly form: Form;
  readonly required: Required;
  /** What an agent must know to fill it in; empty where the name says it. */
  readonly description: string;
  readonly [carried]?: Value;
}

/** A field under its name on the wire (`task_id`) and its key in a request (`taskId`). */
export interface NamedField extends Field {
  readonly name: string;
  readonly key: string;
}

/** The fields that a request needs: each of its keys, required where it is, in the order of the wire. */
export type FieldsOf<Request> = {
  readonly [Key in keyof Request]-?: undefined extends Request[Key]
    ? Field<Exclude<Request[Key], undefined>, false>
    : Field<Request[Key], true>;
};

/** Makes a field required: blank and missing values are refused by name. */
export function required<Value>(field: Field<Value, false>): Field<Value, true> {
  return { ...field, required: true };
}

function optional<Value>(form: Form, description: string): Field<Value, false> {
  return { form, required: false, description };
}

/** A text of at most `limit` code points. */
export function text(limit: number, description = ""): Field<string, false> {
  return optional({ kind: "text", limit }, description);
}

/** A text that may also come as a whole number, such as an event's. */
export function textOrNumber(limit: number, description = ""): Field<string, false> {
  return optional({ kind: "text", limit, numbers: true }, description);
}

/** A caller's own id of at most `limit` code points, trimmed. */
export function word(limit: number, description = ""): Field<string, false> {
  return optional({ kind: "word", limit }, description);
}

/** A task's id or a unique prefix of it. */
export function taskId(description = ""): Field<string, false> {
  return optional({ kind: "task_id" }, description);
}

/** The token that a claim gave. */
export function leaseToken(description = ""): Field<string, false> {
  return optional({ kind: "lease_token" }, description);
}

/** A whole number within bounds; both ends are taken. */
export function integer(
  bounds: { least: number; most?: number },
  description = "",
): Field<number, false> {
  const most = bounds.most ?? Number.MAX_SAFE_INTEGER;
  return optional({ kind: "integer", least: bounds.least, most }, description);
}

/** One of a few words. */
export function choice<const Choice extends string>(
  choices: readonly Choice[],
  description = "",
): Field<Choice, false> {
  return optional({ kind: "choice", choices }, description);
}

/** The caller's own name. */
export function ownName(description = ""): Field<string, false> {
  return optional({ kind: "agent" }, description);
}

/** The name of another agent, or a word for nobody. */
export function otherName(
  description = "",
  options: { person?: true; clears?: true } = {},
): Field<string, false> {
  return optional({ kind: "target", ...options }, description);
}

/** Paths, advertised as a text with one path a line (contract, Arguments). */
export function paths(
  limits: { most: number; limit: number },
  description = "",
): Field<readonly string[], false> {
  const item = { kind: "text", limit: limits.limit } as const;
  return optional(
    { kind: "list", item, most: limits.most, commas: true, asText: true },
    description,
  );
}

/** Sentences, which may hold commas: as text they are split at newlines alone. */
export function sentences(
  limits: { most: number; limit: number },
  description = "",
): Field<readonly string[], false> {
  const item = { kind: "text", limit: limits.limit } as const;
  return optional({ kind: "list", item, most: limits.most, commas: false }, description);
}

/** Ids of tasks. */
export function taskIds(most: number, description = ""): Field<readonly string[], false> {
  return optional({ kind: "list", item: { kind: "task_id" }, most, commas: true }, description);
}

/** Whole numbers, from `least` on. */
export function integers(
  limits: { most: number; least: number; highest: number },
  description = "",
): Field<readonly number[], false> {
  const item = { kind: "integer", least: limits.least, most: limits.highest } as const;
  return optional({ kind: "list", item, most: limits.most, commas: true }, description);
}

/** Some of a few words. */
export function choicesOf<const Choice extends string>(
  choices: readonly Choice[],
  description = "",
): Field<readonly Choice[], false> {
  const item = { kind: "choice", choices } as const;
  return optional({ kind: "list", item, most: choices.length, commas: true }, description);
}

/** Gives each field its name on the wire, in the order in which they stand. */
export function named(fields: Readonly<Record<string, Field | undefined>>): readonly NamedField[] {
  return Object.entries(fields).flatMap(([key, field]) =>
    field ? [{ ...field, key, name: snakeName(key) }] : []
  );
}
