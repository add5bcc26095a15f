// Reads the few forms of argument that looking takes, without the validation library: `list` and `show` start
// in half the time so. A test holds it equal to lib/mcp/arguments.ts, value by value.
import { accepted, agentPattern, noNames } from "../mcp/accepted.ts";
import type { Form, NamedField } from "../mcp/fields.ts";
import type { Request } from "../mcp/tool.ts";
import { type Refusal, refuse } from "../rules/refusal.ts";

/** What came of reading: the caller's name and the request, or the first thing that is wrong. */
export type Read =
  | { readonly agent?: string; readonly request: Request; readonly refusal?: undefined }
  | { readonly refusal: Refusal };

/**
 * Reads text values by the fields they belong to: only texts, words, ids, whole numbers, choices and the
 * caller's own name. Refusal: `invalid_argument`, as `parseArguments` gives it.
 */
export function readArguments(
  fields: readonly NamedField[],
  given: Readonly<Record<string, string>>,
): Read {
  const request: Record<string, unknown> = {};
  for (const { name, key, form, required } of fields) {
    const typed = given[name];
    const isAbsent = typed === undefined || isBlank(typed);
    if (isAbsent && !required) continue;
    const value = isAbsent ? undefined : valueOf(form, typed);
    if (value !== undefined) {
      request[key] = value;
      continue;
    }
    const shown = isAbsent ? undefined : shortened(typed);
    const nul = typed?.includes("\0") && ["text", "word", "task_id"].includes(form.kind);
    return {
      refusal: refuse("invalid_argument", {
        field: name,
        ...(shown !== undefined && { value: shown }),
        accepted: `${accepted(form)}${nul ? ", without U+0000" : ""}`,
      }),
    };
  }
  const { agent, ...rest } = request;
  return { ...(agent !== undefined && { agent: agent as string }), request: rest };
}

function isBlank(text: string): boolean {
  // Spares most values the classes of Unicode, which are slow to set up.
  if (/[!-~]/.test(text)) return false;
  return /^[\s\p{Cc}\p{Cf}\p{Z}]*$/u.test(text) && !text.includes("\0");
}

/** The value that a text spells; undefined where it is not of the form. */
function valueOf(form: Form, typed: string): unknown {
  const trimmed = typed.trim();
  const lowered = trimmed.toLowerCase();
  switch (form.kind) {
    case "text":
      return within(typed, form.limit);
    case "word":
      return within(trimmed, form.limit);
    case "task_id":
      return within(lowered, 64);
    case "integer": {
      const number = /^-?\d{1,16}(\.0+)?$/.test(trimmed) ? Number(trimmed) + 0 : NaN;
      return Number.isSafeInteger(number) && number >= form.least && number <= form.most
        ? number
        : undefined;
    }
    case "choice":
      return form.choices.includes(lowered) ? lowered : undefined;
    case "agent":
      return agentPattern.test(lowered) && !noNames.includes(lowered) ? lowered : undefined;
    default:
      throw new Error(`A form that takes the full parser: ${form.kind}`);
  }
}

function within(text: string, limit: number): string | undefined {
  const wellFormed = text.toWellFormed();
  if (text.includes("\0") || text.length > 2 * limit) return undefined;
  return [...wellFormed].length <= limit ? wellFormed : undefined;
}

/** At most 80 code points for an echo, U+0000 as its picture. */
function shortened(text: string): string {
  const points = [...text.slice(0, 161).toWellFormed().replaceAll("\0", "\u2400")];
  return points.length <= 80 ? points.join("") : `${points.slice(0, 79).join("")}…`;
}
