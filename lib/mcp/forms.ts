// How the value of each form is read: strict in meaning, lenient in form, because models and clients mangle
// arguments (contract, Arguments and Text). Every message is what would have been taken.
import { $ZodTransform, type $ZodTransformDef, type $ZodType } from "zod/v4/core";
import { accepted, agentPattern, nobodyWords, noNames, personWord } from "./accepted.ts";
import type { Form, ItemForm } from "./fields.ts";

/** Blank values count as absent: null, nothing, and text of white space and invisible characters alone. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value !== "string") return false;
  // Most texts begin with a plain character, which spares them the classes of Unicode.
  const first = value.charCodeAt(0);
  if (first > 0x20 && first < 0x7f) return false;
  return /^[\s\p{Cc}\p{Cf}\p{Z}]*$/u.test(value) && !value.includes(nul);
}

const nul = "\0";

/**
 * Makes the schema that reads one argument. `undefined` comes out of a blank value that need not be there,
 * and where the value names nobody. An issue has the index of the item that is wrong as its path.
 *
 * One layer for the whole form, and a bare one: passing a layer costs more than what most of them check.
 */
export function reader(form: Form, required: boolean): $ZodType {
  const read = valueReader(form);
  const transform: $ZodTransformDef["transform"] = (given, payload) => {
    const input = isBlank(given) ? undefined : given;
    if (input === undefined && !required) return undefined;
    const found = read(input);
    if (!(found instanceof Wrong)) return found;
    payload.issues.push({ code: "custom", message: found.accepted, path: [...found.path], input });
  };
  return new $ZodTransform({ type: "transform", transform });
}

/** Stands in the place of a value that is not of its form, or in a list for the first item that is not. */
class Wrong {
  readonly accepted: string;
  readonly path: readonly number[];

  constructor(accepted: string, path: readonly number[] = []) {
    this.accepted = accepted;
    this.path = path;
  }
}

/** Gives the value of what was given, or what is wrong with it. Never throws. */
type Read = (given: unknown) => unknown;

function valueReader(form: Form | ItemForm): Read {
  const wrong = new Wrong(accepted(form));
  switch (form.kind) {
    case "text":
      return lineReader(wrong, form.limit, "numbers" in form && form.numbers ? digits : undefined);
    case "word":
      return lineReader(wrong, form.limit, (given) => trimmed(digits(given)));
    case "task_id":
      return lineReader(wrong, 64, (given) => lowered(digits(given)));
    case "lease_token":
      return matching(wrong, (text) => /^\d{1,15}-[a-z2-7]{20}$/.test(text));
    case "integer":
      return integerReader(form, wrong);
    case "choice":
      return matching(wrong, (text) => form.choices.includes(text));
    case "agent":
      return matching(wrong, (text) => agentPattern.test(text) && !noNames.includes(text));
    case "target":
      return targetReader(form, wrong);
    case "list":
      return listReader(form, wrong);
  }
}

/** Takes a whole number for its digits, since clients turn an id of digits alone into one. */
function digits(given: unknown): unknown {
  return Number.isSafeInteger(given) ? String(given) : given;
}

function trimmed(given: unknown): unknown {
  return typeof given === "string" ? given.trim() : given;
}

function lowered(given: unknown): unknown {
  return typeof given === "string" ? given.trim().toLowerCase() : given;
}

/** A text without case that fits. */
function matching(wrong: Wrong, fits: (text: string) => boolean): Read {
  return (given) => {
    const text = lowered(given);
    return typeof text === "string" && fits(text) ? text : wrong;
  };
}

/** A text within a limit: a lone surrogate becomes U+FFFD, U+0000 is refused, the rest stays. */
function lineReader(wrong: Wrong, limit: number, before?: (given: unknown) => unknown): Read {
  const withNul = new Wrong(`${wrong.accepted}, without U+0000`);
  return (given) => {
    const text = before ? before(given) : given;
    if (typeof text !== "string") return wrong;
    if (text.includes(nul)) return withNul;
    return isWithin(text, limit) ? text.toWellFormed() : wrong;
  };
}

/** Whether a text has at most so many code points; the long are not counted to their end. */
function isWithin(value: string, limit: number): boolean {
  if (value.length <= limit) return true;
  if (value.length > 2 * limit) return false;
  return [...value].length <= limit;
}

/** A whole number within bounds; also digits as text, with an optional `.0`. */
function integerReader(form: ItemForm & { kind: "integer" }, wrong: Wrong): Read {
  const { least, most } = form;
  return (given) => {
    const text = trimmed(given);
    const isDigits = typeof text === "string" && /^-?\d{1,16}(\.0+)?$/.test(text);
    const value = isDigits ? Number(text) : given;
    const fits = typeof value === "number" && Number.isSafeInteger(value) &&
      value >= least && value <= most;
    // Adding zero makes minus zero a plain one.
    return fits ? value + 0 : wrong;
  };
}

function targetReader(form: Form & { kind: "target" }, wrong: Wrong): Read {
  return (given) => {
    const text = lowered(given);
    if (typeof text !== "string") return wrong;
    // A model that fills in "null" says nothing; the other words ask for anyone.
    if (nobodyWords.includes(text)) return form.clears && text !== "null" ? "" : undefined;
    return agentPattern.test(text) && (form.person || text !== personWord) ? text : wrong;
  };
}

function listReader(form: Form & { kind: "list" }, wrong: Wrong): Read {
  const read = valueReader(form.item);
  return (given) => {
    const items = asList(given, form);
    // Counted before the items are read, so that a million items are not.
    if (!Array.isArray(items) || items.filter(isGiven).length > form.most) return wrong;
    const values: unknown[] = [];
    for (let index = 0; index < items.length; index++) {
      if (isBlank(items[index])) continue;
      const value = read(items[index]);
      if (value instanceof Wrong) return new Wrong(value.accepted, [index]);
      values.push(value);
    }
    return values;
  };
}

/** Makes a list of what was given; its blank items do not count. */
function asList(value: unknown, form: Form & { kind: "list" }): unknown {
  if (typeof value === "number" && form.item.kind === "integer") return [value];
  return typeof value === "string" ? jsonList(value) ?? split(value, form.commas) : value;
}

function isGiven(item: unknown): boolean {
  return !isBlank(item);
}

/** The list that a text spells in JSON; nothing where it is none, such as the path `[id].ts`. */
function jsonList(text: string): unknown[] | undefined {
  if (!text.trimStart().startsWith("[")) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function split(text: string, commas: boolean): string[] {
  const separator = /[\r\n]/.test(text.trim()) || !commas ? /\r\n|\r|\n/ : ",";
  return text.split(separator).map((item) => item.trim());
}
