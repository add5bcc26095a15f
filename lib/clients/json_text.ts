// Reading JSON with comments into positions, and putting a property into an object or out of it without
// touching another character. It may not know which properties are ours.
import {
  createScanner,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import type { Format, Value } from "./client.ts";
import { lineAt, lineEnding, type Refused, refused } from "./edit.ts";

/** The JSON a client reads: whether comments and a comma before a closing bracket are allowed. */
export type Dialect = Extract<Format, { kind: "json" }>;

/** A property of an object: the whole node, its key and its value. */
export interface Property {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly value: Node;
}

const REASONS: Readonly<Record<string, string>> = {
  InvalidSymbol: "A value is not valid JSON",
  InvalidNumberFormat: "A number is not valid JSON",
  PropertyNameExpected: "A property name in double quotes is missing here",
  ValueExpected: "A value is missing here",
  ColonExpected: "A colon is missing here",
  CommaExpected: "A comma is missing here",
  CloseBraceExpected: 'A closing "}" is missing',
  CloseBracketExpected: 'A closing "]" is missing',
  EndOfFileExpected: "Something follows the end of the JSON value",
  InvalidCommentToken: "A comment stands here, and the client reads plain JSON only",
  UnexpectedEndOfComment: "A comment does not end",
  UnexpectedEndOfString: "A text does not end on its line",
  UnexpectedEndOfNumber: "A number does not end",
  InvalidUnicode: "A text holds an incomplete \\u escape",
  InvalidEscapeCharacter: "A text holds an unknown escape",
  InvalidCharacter: "A text holds a control character",
};

/** Parses a text (without byte order mark) into a tree of positions, or says which line is at fault. */
export function parsedJson(text: string, dialect: Dialect): Node | Refused {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, {
    allowTrailingComma: dialect.trailingCommas,
    disallowComments: !dialect.comments,
  });
  const first = errors.toSorted((one, other) => one.offset - other.offset)[0];
  if (first !== undefined) {
    const reason = REASONS[printParseErrorCode(first.error)] ?? "The JSON does not parse";
    return refused(reason, lineAt(text, first.offset));
  }
  return tree ?? refused("The JSON does not parse", 1);
}

/** True for the refusal of `parsedJson`. */
export function isRefused(tree: Node | Refused): tree is Refused {
  return "kind" in tree;
}

/** The properties of an object under one key, in file order; JSON allows the same key twice. */
export function propertiesOf(object: Node, key?: string): Property[] {
  return (object.children ?? []).flatMap((node): Property[] => {
    const [name, value] = node.children ?? [];
    if (name === undefined || value === undefined) return [];
    if (key !== undefined && name.value !== key) return [];
    return [{ key: name.value, start: node.offset, end: node.offset + node.length, value }];
  });
}

/** The spaces and tabs before the first visible character of the line at `offset`. */
export function indentationAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

function startsItsLine(text: string, offset: number): boolean {
  return /(^|\n)[ \t]*$/.test(text.slice(0, offset));
}

/** One step of indentation: that of the first property of the file, two spaces where none shows it. */
export function indentationStep(text: string, root: Node): string {
  const first = propertiesOf(root)[0];
  if (first === undefined || !startsItsLine(text, first.start)) return "  ";
  return indentationAt(text, first.start).slice(indentationAt(text, root.offset).length) || "  ";
}

/** Writes a value over several lines, the later ones indented by `indentation`; lists stay on one. */
export function writtenValue(
  value: Value,
  style: { indentation: string; step: string; ending: string },
): string {
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    return writtenInline(value);
  }
  const indentation = style.indentation + style.step;
  const lines = Object.entries(value).map(([key, item]) =>
    `${indentation}${JSON.stringify(key)}: ${writtenValue(item, { ...style, indentation })}`
  );
  if (lines.length === 0) return "{}";
  const { ending } = style;
  return `{${ending}${lines.join(`,${ending}`)}${ending}${style.indentation}}`;
}

/** Writes a value on one line. */
export function writtenInline(value: Value): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writtenInline).join(", ")}]`;
  const inner = Object.entries(value).map(([key, item]) =>
    `${JSON.stringify(key)}: ${writtenInline(item)}`
  );
  return inner.length === 0 ? "{}" : `{ ${inner.join(", ")} }`;
}

// The scanner's token numbers: its enumeration is of types only and has no values at run time.
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const WHITE_SPACE = 15;

/** What follows a property: its own comma, and the end of comments on the same line. */
function tailOf(text: string, offset: number): { comma?: number; end: number } {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  // The kinds are compared as plain numbers, see above.
  const scan = (): number => scanner.scan();
  let comma: number | undefined;
  let end = offset;
  for (let token = scan();; token = scan()) {
    const stop = scanner.getTokenOffset() + scanner.getTokenLength();
    if (token === COMMA && comma === undefined) {
      comma = scanner.getTokenOffset();
      end = stop;
    } else if (token === LINE_COMMENT || token === BLOCK_COMMENT) {
      end = stop;
    } else if (token === LINE_BREAK && comma === undefined && restHasComma(text, stop)) {
      continue;
    } else if (token !== WHITE_SPACE) {
      return { comma, end };
    }
  }
}

/** True when the next token after white space and comments is a comma, as in "value // why, newline, comma". */
function restHasComma(text: string, offset: number): boolean {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  const token: number = scanner.scan();
  return token === COMMA;
}

/** Puts a property at the end of an object, in the layout that the object has. */
export function withProperty(
  text: string,
  object: Node,
  property: { key: string; value: Value; step: string },
): string {
  const inside = text.slice(object.offset, object.offset + object.length);
  const ending = lineEnding(text);
  const name = `${JSON.stringify(property.key)}: `;
  const last = propertiesOf(object).at(-1);
  const outer = indentationAt(text, object.offset);
  if (last !== undefined) {
    const { comma, end } = tailOf(text, last.end);
    const withComma = comma === undefined
      ? `${text.slice(0, last.end)},${text.slice(last.end, end)}`
      : text.slice(0, end);
    const own = comma === undefined ? "" : ",";
    if (!inside.includes("\n")) {
      return `${withComma} ${name}${writtenInline(property.value)}${own}${text.slice(end)}`;
    }
    const first = propertiesOf(object).find((item) => startsItsLine(text, item.start));
    const indentation = first ? indentationAt(text, first.start) : outer + property.step;
    const value = writtenValue(property.value, { indentation, step: property.step, ending });
    return `${withComma}${ending}${indentation}${name}${value}${own}${text.slice(end)}`;
  }
  const close = object.offset + object.length - 1;
  const end = text.slice(0, close).trimEnd().length;
  const indentation = outer + property.step;
  const value = writtenValue(property.value, { indentation, step: property.step, ending });
  const before = text.slice(end, close).includes("\n") ? text.slice(end, close) : ending + outer;
  return `${text.slice(0, end)}${ending}${indentation}${name}${value}${before}${text.slice(close)}`;
}

/** Takes a property out of its object, with its comma, its line and the comment behind it. */
export function withoutProperty(text: string, object: Node, property: Property): string {
  const all = propertiesOf(object);
  const index = all.findIndex((item) => item.start === property.start);
  const previous = all[index - 1];
  const next = all[index + 1];
  const { comma, end } = tailOf(text, property.end);
  let start = property.start;
  let stop = end;
  if (startsItsLine(text, property.start) && !(next && /^[ \t]*[^\s]/.test(text.slice(end)))) {
    start -= indentationAt(text, property.start).length;
    start -= text.slice(0, start).endsWith("\r\n")
      ? 2
      : text.slice(0, start).endsWith("\n")
      ? 1
      : 0;
  } else if (next !== undefined) {
    stop = next.start;
  } else if (previous !== undefined) {
    start = Math.max(tailOf(text, previous.end).end, previous.end);
  }
  const kept = text.slice(0, start) + text.slice(stop);
  if (next !== undefined || previous === undefined || comma !== undefined) return kept;
  const needless = tailOf(text, previous.end).comma;
  return needless === undefined ? kept : kept.slice(0, needless) + kept.slice(needless + 1);
}
