// Reading TOML into positions: where the keys of one table stand, however the file spells them.
// It may not know whose table it is.
import { type AST, getStaticTOMLValue, parseTOML } from "toml-eslint-parser";
import { type Refused, refused } from "./edit.ts";

/** A parsed file: its tables and keys with their places, and its value. */
export interface ParsedToml {
  readonly kind: "parsed";
  readonly program: AST.TOMLProgram;
  readonly value: Record<string, unknown>;
}

/** One `key = value`, with the full path of its key and how much of that path stands at the key itself. */
export interface TomlPair {
  readonly path: readonly string[];
  /** Path of the table or inline table that the pair stands in. */
  readonly within: readonly string[];
  readonly node: AST.TOMLKeyValue;
}

/** One `[table]`, with its path; `[[lists]]` of tables are left out, their paths hold a number. */
export interface TomlTable {
  readonly path: readonly string[];
  readonly node: AST.TOMLTable;
}

/** Parses a text (without byte order mark), or says which line is at fault. */
export function parsedToml(text: string): ParsedToml | Refused {
  try {
    const program = parseTOML(text);
    return { kind: "parsed", program, value: getStaticTOMLValue(program) };
  } catch (error) {
    // The parser throws its own error type with a line; anything else is a fault of the program.
    const { message, lineNumber } = error as { message?: unknown; lineNumber?: unknown };
    if (typeof lineNumber !== "number") throw error;
    return faultOf(text, String(message), lineNumber);
  }
}

/** Names the fault in our words; the parser notices an unfinished pair only on a later line. */
function faultOf(text: string, message: string, line: number): Refused {
  if (message === "Defining a key multiple times is invalid") {
    return refused("A key or table stands here a second time", line);
  }
  const earlier = text.split(/\r?\n/).slice(0, line).map((content, index) => ({ content, index }));
  const lastButOne = earlier.slice(0, -1).findLast(({ content }) => !/^\s*(#.*)?$/.test(content));
  const unfinished = [earlier.at(-1), lastButOne].find((item) =>
    item !== undefined && /^\s*[^#=[]+=\s*(#.*)?$/.test(item.content)
  );
  if (unfinished !== undefined) return refused("A value is missing here", unfinished.index + 1);
  if (message === "Expected equal (=) token" && lastButOne !== undefined) {
    const own = earlier.at(-1)?.content.trim() === "" ? lastButOne.index + 1 : line;
    return refused("An equals sign and a value are missing here", own);
  }
  return refused(`The TOML does not parse (${message})`, line);
}

function namesOf(key: AST.TOMLKey): string[] {
  return key.keys.map((part) => part.type === "TOMLBare" ? part.name : part.value);
}

/** Every table of a file in order. */
export function tablesOf(program: AST.TOMLProgram): TomlTable[] {
  return program.body[0].body.flatMap((node) =>
    node.type === "TOMLTable" ? [{ path: node.resolvedKey.map(String), node }] : []
  );
}

/** Every pair of a file in order, those inside inline tables too. */
export function pairsOf(program: AST.TOMLProgram): TomlPair[] {
  const within = (path: readonly string[], nodes: readonly AST.TOMLKeyValue[]): TomlPair[] =>
    nodes.flatMap((node) => {
      const own = { path: [...path, ...namesOf(node.key)], within: path, node };
      return node.value.type === "TOMLInlineTable"
        ? [own, ...within(own.path, node.value.body)]
        : [own];
    });
  return program.body[0].body.flatMap((node) =>
    node.type === "TOMLTable" ? within(node.resolvedKey.map(String), node.body) : within([], [node])
  );
}

/** True when `path` is `start` or lies under it. */
export function isUnder(path: readonly string[], start: readonly string[]): boolean {
  return start.every((part, index) => path[index] === part);
}

/** Writes a key, in quotes only where TOML asks for them. */
export function writtenKey(path: readonly string[]): string {
  return path.map((part) => /^[A-Za-z0-9_-]+$/.test(part) ? part : writtenToml(part)).join(".");
}

/** Writes a text, number, truth value, list or table on one line. */
export function writtenToml(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value).replaceAll("\u007F", "\\u007F");
  }
  if (Array.isArray(value)) return `[${value.map(writtenToml).join(", ")}]`;
  if (value !== null && typeof value === "object") {
    const inner = Object.entries(value).map(([key, item]) =>
      `${writtenKey([key])} = ${writtenToml(item)}`
    );
    return inner.length === 0 ? "{}" : `{ ${inner.join(", ")} }`;
  }
  return String(value);
}

/** The end of the line at `offset`, its line ending left out. */
export function endOfLine(text: string, offset: number): number {
  const found = text.slice(offset).search(/\r?\n/);
  return found < 0 ? text.length : offset + found;
}

/** The start of the line at `offset`. */
export function startOfLine(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** A table as a value. */
export type Table = Record<string, unknown>;

/** True for a table, false for lists, dates and plain values. */
export const isTable = (value: unknown): value is Table =>
  value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof Date);

/** The value under a path; undefined where there is none. */
export function valueAt(parsed: ParsedToml, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => isTable(value) ? value[key] : undefined,
    parsed.value,
  );
}

/** A table without what stands under a path, nor tables left empty by that: for "others untouched". */
export function others(value: Table, path: readonly string[]): Table {
  const [key = "", ...rest] = path;
  const copy = { ...value };
  const inner = copy[key];
  if (rest.length === 0) delete copy[key];
  else if (isTable(inner)) {
    const left = others(inner, rest);
    if (Object.keys(left).length === 0) delete copy[key];
    else copy[key] = left;
  }
  return copy;
}
