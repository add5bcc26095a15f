// Reading a DeepSeek Harness patch list into positions, and writing YAML values. It edits nothing.
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type ParsedNode,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { SERVER_NAME, type Value } from "./client.ts";
import { lineAt, type Refused, refused } from "./edit.ts";

/** The id of our row, unique in a composed tree. */
export const ROW_ID = "mcp-agent-handoff";

/** The part of a YAML node that positions need: start, end of the value, end with what follows. */
export type Node = { range?: readonly [number, number, number] | null; flow?: boolean };

/** Our row, with the lists it stands in. */
export interface Row {
  /** The patch of the list that inserts the row. */
  readonly patch: YAMLMap;
  readonly rows: YAMLSeq;
  readonly row: YAMLMap;
  readonly config: YAMLMap | undefined;
}

/** A parsed patch list; `list` is undefined for a file without one. */
export interface PatchList {
  readonly kind: "list";
  readonly document: Document.Parsed;
  readonly list: YAMLSeq | undefined;
}

/** Where a node begins. */
export const startOf = (node: unknown): number => (node as Node).range?.[0] ?? 0;
/** Where a node's value ends. */
export const endOf = (node: unknown): number => (node as Node).range?.[1] ?? 0;
/** The start of the line at `offset`. */
export const startOfLine = (text: string, offset: number): number =>
  text.lastIndexOf("\n", offset - 1) + 1;
/** A text with the characters from `start` to `end` replaced. */
export const spliced = (
  text: string,
  start: number,
  end: number,
  insert: string,
): string => text.slice(0, start) + insert + text.slice(end);

/**
 * Parses a text (without byte order mark), or says which line is at fault. The library looks at the
 * variables LOG_STREAM and LOG_TOKENS, so the process needs leave to read these two.
 */
export function parsedList(text: string): PatchList | Refused {
  // `!!js` is the harness's own tag; that it stays unresolved here is no fault of the file.
  const document = parseDocument(text);
  const first = document.errors[0];
  if (first !== undefined) {
    const reason = first.code === "DUPLICATE_KEY"
      ? "A key stands here a second time"
      : first.code === "MULTIPLE_DOCS"
      ? "A second document begins here, and the harness reads one"
      : `The YAML does not parse (${first.message.split(" at line ")[0]})`;
    return refused(reason, first.linePos?.[0].line ?? lineAt(text, first.pos[0]));
  }
  const contents: ParsedNode | null = document.contents;
  if (contents === null || (isScalar(contents) && contents.value === null)) {
    return { kind: "list", document, list: undefined };
  }
  return isSeq(contents)
    ? { kind: "list", document, list: contents }
    : refused("The file is not a list of patches", lineAt(text, startOf(contents)));
}

/** Our row in a patch list: the one with our id, or any that names our server. */
export function ourRow(list: YAMLSeq | undefined): Row | undefined {
  for (const patch of list?.items ?? []) {
    const rows = isMap(patch) ? patch.get("insert") : undefined;
    if (!isMap(patch) || !isSeq(rows)) continue;
    for (const row of rows.items) {
      if (!isMap(row)) continue;
      const config = row.get("config");
      const ours = row.get("id") === ROW_ID ||
        (isMap(config) && config.get("serverName") === SERVER_NAME);
      if (ours) return { patch, rows, row, config: isMap(config) ? config : undefined };
    }
  }
  return undefined;
}

/** Writes a value on one line, quoted wherever a plain word could be read as something else. */
export function written(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (value !== null && typeof value === "object") {
    const inner = Object.entries(value).map(([key, item]) => `${key}: ${written(item)}`);
    return `{ ${inner.join(", ")} }`;
  }
  const plain = typeof value === "string" && /^[A-Za-z_/][A-Za-z0-9_/-]*$/.test(value) &&
    !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value);
  return plain ? value : JSON.stringify(value);
}
