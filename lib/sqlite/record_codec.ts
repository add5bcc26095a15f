// Turns values into rows and back by a table of their fields. Knows no table of the ledger.
import { camelKeys, snakeJson, snakeName } from "../ledger/json_keys.ts";
import type { Row, Values } from "./statements.ts";

/** How a field is stored; `json` keeps whatever is nested, with snake_case keys. */
export type FieldKind = "text" | "integer" | "flag" | "json";

/** The kind of each field of a value; a field without one does not type-check. */
export type Fields<Value> = Readonly<Record<keyof Value & string, FieldKind>>;

/**
 * Text that SQLite gives back as it took it. A NUL would cut it and a lone surrogate would be replaced, so
 * that the row would differ from its event; arguments are refused or mended before they come here.
 */
export function exactText(text: string): string {
  if (text.includes("\0") || !text.isWellFormed()) {
    throw new Error("Store a text: it holds U+0000 or half a surrogate pair");
  }
  return text;
}

/** Data as JSON text with snake_case keys. JSON escapes what a plain text column could not keep. */
export function jsonText(value: unknown): string {
  return snakeJson(value);
}

/**
 * What a row holds is nothing that this program ever wrote: the file was damaged, or another program wrote
 * into it. Carries SQLite's number for a damaged database, since to callers it is one.
 */
export class DamagedRow extends Error {
  /** SQLITE_CORRUPT (https://sqlite.org/rescode.html#corrupt). */
  readonly errcode = 11;

  /** Names the column, and what stands there in place of its kind. */
  constructor(column: string, found: string) {
    super(`The column "${column}" holds ${found}`);
    this.name = "DamagedRow";
  }
}

/** Data from JSON text with snake_case keys. Throws `DamagedRow` for a text that is none. */
export function fromJsonText(text: unknown, column = "data"): unknown {
  let data: unknown;
  try {
    data = JSON.parse(String(text));
  } catch {
    throw new DamagedRow(column, "a text that is no JSON");
  }
  if (typeof data !== "object" || data === null) throw new DamagedRow(column, "a bare JSON value");
  return camelKeys(data);
}

/** Stores one kind of value as rows of one table. Absent fields are NULL. */
export class RecordCodec<Value extends object> {
  readonly #fields: readonly { name: string; column: string; kind: FieldKind }[];

  /** A codec for the fields given. */
  constructor(fields: Fields<Value>) {
    this.#fields = Object.entries<FieldKind>(fields)
      .map(([name, kind]) => ({ name, column: snakeName(name), kind }));
  }

  /** Names of the columns, in the order of the fields. */
  get columns(): readonly string[] {
    return this.#fields.map(({ column }) => column);
  }

  /** The columns of a value, as named parameters. */
  encode(value: Value): Values {
    const given = value as Readonly<Record<string, unknown>>;
    const values: Values = {};
    for (const { name, column, kind } of this.#fields) {
      const item = given[name];
      values[column] = item === undefined ? null : encodeField(item, kind);
    }
    return values;
  }

  /** The columns whose fields differ between two values, compared by identity. */
  encodeChanges(before: Value, after: Value): Values {
    const [old, given] = [before, after] as readonly Readonly<Record<string, unknown>>[];
    const values: Values = {};
    for (const { name, column, kind } of this.#fields) {
      const item = given![name];
      if (item === old![name]) continue;
      values[column] = item === undefined ? null : encodeField(item, kind);
    }
    return values;
  }

  /** The value that a row holds. Throws `DamagedRow` where a column is not of its kind. */
  decode(row: Row | Values): Value {
    const value: Record<string, unknown> = {};
    for (const { name, column, kind } of this.#fields) {
      const item = row[column];
      if (item === null || item === undefined) continue;
      value[name] = decodeField(item, column, kind);
    }
    return value as Value;
  }
}

function decodeField(item: unknown, column: string, kind: FieldKind): unknown {
  const isText = kind === "text" || kind === "json";
  const fits = isText ? typeof item === "string" : typeof item === "number";
  if (!fits) throw new DamagedRow(column, `a ${typeof item}`);
  if (kind === "json") return fromJsonText(item, column);
  return kind === "flag" ? item === 1 : item;
}

function encodeField(item: unknown, kind: FieldKind): string | number {
  switch (kind) {
    case "text":
      return exactText(item as string);
    case "integer":
      return item as number;
    case "flag":
      return item ? 1 : 0;
    case "json":
      return jsonText(item);
  }
}
