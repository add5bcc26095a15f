// How the value of each form is read: strict in meaning, lenient in form, because models and clients mangle
// arguments (contract, Arguments and Text). Every message is what would have been taken.
import * as z from "zod/v4";
import { accepted, agentPattern, nobodyWords, noNames, personWord } from "./accepted.ts";
import type { Form, ItemForm } from "./fields.ts";

/** Blank values count as absent: null, nothing, and text of white space and invisible characters alone. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === "string" && /^[\s\p{Cc}\p{Cf}\p{Z}]*$/u.test(value) &&
    !value.includes(nul);
}

const nul = "\0";

/** Reads one value of a form. `undefined` comes out where the value names nobody. */
export function reader(form: Form | ItemForm): z.ZodType {
  const error = accepted(form);
  switch (form.kind) {
    case "text": {
      const asText = "numbers" in form && form.numbers ? digits : same;
      return z.preprocess(asText, line(error, form.limit));
    }
    case "word":
      return z.preprocess(trimmed(digits), line(error, form.limit));
    case "task_id":
      return z.preprocess(lowered(digits), line(error, 64));
    case "lease_token":
      return z.preprocess(
        lowered(),
        z.string({ error }).regex(/^\d{1,15}-[a-z2-7]{20}$/, { error }),
      );
    case "integer":
      return z.preprocess(
        fromDigits,
        // Adding zero makes minus zero a plain one.
        z.number({ error }).int({ error }).min(form.least, { error }).max(form.most, { error })
          .transform((value) => value + 0),
      );
    case "choice":
      return z.preprocess(lowered(), z.enum(form.choices as [string, ...string[]], { error }));
    case "agent":
      return z.preprocess(
        lowered(),
        name(error).refine((value) => !noNames.includes(value), { error }),
      );
    case "target":
      return target(form, error);
    case "list":
      return list(form, error);
  }
}

type Step = (value: unknown) => unknown;

const same: Step = (value) => value;

/** Takes a whole number for its digits, since clients turn an id of digits alone into one. */
const digits: Step = (value) => Number.isSafeInteger(value) ? String(value) : value;

function trimmed(before: Step = same): Step {
  return (value) => {
    const text = before(value);
    return typeof text === "string" ? text.trim() : text;
  };
}

function lowered(before: Step = same): Step {
  return (value) => {
    const text = trimmed(before)(value);
    return typeof text === "string" ? text.toLowerCase() : text;
  };
}

/** Takes digits as text, with an optional `.0`, for a number. */
const fromDigits: Step = (value) => {
  const text = trimmed()(value);
  return typeof text === "string" && /^-?\d{1,16}(\.0+)?$/.test(text) ? Number(text) : text;
};

/** A text within a limit: a lone surrogate becomes U+FFFD, U+0000 is refused, the rest stays. */
function line(error: string, limit: number): z.ZodType<string> {
  return z.string({ error })
    .refine((value) => !value.includes(nul), { error: `${error}, without U+0000` })
    .transform((value) => value.toWellFormed())
    .refine((value) => isWithin(value, limit), { error });
}

/** Whether a text has at most so many code points; the long are not counted to their end. */
function isWithin(value: string, limit: number): boolean {
  if (value.length <= limit) return true;
  if (value.length > 2 * limit) return false;
  return [...value].length <= limit;
}

function name(error: string): z.ZodString {
  return z.string({ error }).regex(agentPattern, { error });
}

function target(form: Form & { kind: "target" }, error: string): z.ZodType {
  const names = name(error).refine((value) => form.person || value !== personWord, { error });
  const nobody = z.enum(nobodyWords as [string, ...string[]])
    // A model that fills in "null" says nothing; the other words ask for anyone.
    .transform((word) => form.clears && word !== "null" ? "" : undefined);
  return z.preprocess(
    lowered(),
    z.unknown().transform((value, context) => {
      const found = nobodyWords.includes(value as string)
        ? nobody.safeParse(value)
        : names.safeParse(value);
      if (found.success) return found.data;
      context.addIssue({ code: "custom", message: error });
      return z.NEVER;
    }),
  );
}

function list(form: Form & { kind: "list" }, error: string): z.ZodType {
  // Counted before the items are read: a million items make one issue, not a million.
  return z.preprocess(
    (value) => asList(value, form),
    z.array(z.unknown(), { error }).max(form.most, { error })
      .pipe(z.array(reader(form.item))),
  );
}

/** Makes a list of what was given; blank items are dropped. */
function asList(value: unknown, form: Form & { kind: "list" }): unknown {
  if (typeof value === "number" && form.item.kind === "integer") return [value];
  const items = typeof value === "string" ? jsonList(value) ?? split(value, form.commas) : value;
  return Array.isArray(items) ? items.filter((item) => !isBlank(item)) : items;
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
