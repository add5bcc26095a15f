// Puts our entry into a TOML file and takes it out again by editing its own lines only; what it did is
// checked by parsing before and after. It may not know where the file lives or whose it is.
import { isDeepStrictEqual } from "node:util";
import { SERVER_NAME, type ServerEntry } from "./client.ts";
import {
  addressConflict,
  edited,
  type EditResult,
  type Found,
  launchFields,
  launchOf,
  lineAt,
  lineEnding,
  mergedLaunch,
  newFields,
  type Refused,
  refused,
  splitMark,
} from "./edit.ts";
import {
  endOfLine,
  isTable,
  isUnder,
  others,
  pairsOf,
  type ParsedToml,
  parsedToml,
  startOfLine,
  type Table,
  tablesOf,
  valueAt,
  writtenKey,
  writtenToml,
} from "./toml_text.ts";

const spliced = (text: string, range: readonly [number, number], insert: string): string =>
  text.slice(0, range[0]) + insert + text.slice(range[1]);

function newSection(entry: ServerEntry, path: readonly string[], ending: string): string {
  const fields = Object.entries(newFields(entry));
  const plain = fields.filter(([, value]) => !isTable(value));
  const tables = fields.filter(([, value]) => isTable(value) && Object.keys(value).length > 0);
  const lines = [`[${writtenKey(path)}]`, ...plain.map(([k, v]) => `${k} = ${writtenToml(v)}`)];
  for (const [key, value] of tables) {
    lines.push("", `[${writtenKey([...path, key])}]`);
    for (const [name, item] of Object.entries(value as Table)) {
      lines.push(`${writtenKey([name])} = ${writtenToml(item)}`);
    }
  }
  return lines.join(ending);
}

function added(text: string, parsed: ParsedToml, entry: ServerEntry): string | Refused {
  const path = [...entry.container, SERVER_NAME];
  const ending = lineEnding(text);
  const closed = pairsOf(parsed.program).find((pair) =>
    isDeepStrictEqual(pair.path, entry.container)
  );
  if (closed !== undefined) {
    const { value } = closed.node;
    const line = value.loc.start.line;
    if (value.type !== "TOMLInlineTable") {
      return refused(`"${writtenKey(entry.container)}" is not a table`, line);
    }
    const last = value.body.at(-1);
    const written = `${SERVER_NAME} = ${writtenToml(newFields(entry))}`;
    return last === undefined
      ? spliced(text, value.range, `{ ${written} }`)
      : spliced(text, [last.range[1], last.range[1]], `, ${written}`);
  }
  const section = newSection(entry, path, ending);
  if (text === "") return section + ending;
  // A file whose last line is open keeps it so: taking the section out again then gives it back exactly.
  return text.endsWith("\n")
    ? `${text}${ending}${section}${ending}`
    : `${text}${ending}${ending}${section}`;
}

function corrected(text: string, parsed: ParsedToml, entry: ServerEntry): string | Refused {
  const path = [...entry.container, SERVER_NAME];
  const fields = valueAt(parsed, path);
  if (fields === undefined) return added(text, parsed, entry);
  const pairs = pairsOf(parsed.program);
  const tables = tablesOf(parsed.program);
  const place = pairs.find((pair) => isUnder(pair.path, path))?.node ??
    tables.find((table) => isUnder(table.path, path))?.node;
  const line = place?.loc.start.line;
  if (!isTable(fields)) return refused(`"${writtenKey(path)}" is not a table`, line);
  const conflict = addressConflict(fields);
  if (conflict !== undefined) return refused(conflict, line);
  const wanted = launchFields(mergedLaunch(launchOf(fields), entry.launch), entry.shape);
  // Backwards, because a missing key is put first: the command then stands before its arguments.
  for (const [key, value] of Object.entries(wanted).toReversed()) {
    if (isDeepStrictEqual(fields[key], value)) continue;
    const pair = pairs.find((item) => isDeepStrictEqual(item.path, [...path, key]));
    if (pair !== undefined) return spliced(text, pair.node.value.range, writtenToml(value));
    const written = `${key} = ${writtenToml(value)}`;
    const inline = pairs.find((item) => isDeepStrictEqual(item.path, path))?.node.value;
    if (inline?.type === "TOMLInlineTable") {
      const start = inline.range[0] + 1;
      const first = inline.body.length === 0;
      return spliced(text, [start, start], first ? ` ${written} ` : ` ${written},`);
    }
    const ending = lineEnding(text);
    const header = tables.find((table) => isDeepStrictEqual(table.path, path));
    if (header !== undefined) {
      const end = endOfLine(text, header.node.key.range[1]);
      return spliced(text, [end, end], ending + written);
    }
    const dotted = pairs.find((item) =>
      isUnder(item.path, path) && item.within.length < path.length
    );
    if (dotted !== undefined) {
      const start = startOfLine(text, dotted.node.range[0]);
      const prefix = writtenKey(path.slice(dotted.within.length));
      return spliced(text, [start, start], `${prefix}.${written}${ending}`);
    }
    const sub = tables.find((table) => isUnder(table.path, path));
    const start = startOfLine(text, sub?.node.range[0] ?? 0);
    return spliced(
      text,
      [start, start],
      `[${writtenKey(path)}]${ending}${written}${ending}${ending}`,
    );
  }
  return text;
}

function checked(before: ParsedToml, text: string, path: readonly string[]): string | Refused {
  const after = parsedToml(text);
  const kept = after.kind === "parsed" &&
    isDeepStrictEqual(others(before.value, path), others(after.value, path));
  return kept ? text : refused("The file is laid out in a way that cannot be edited safely");
}

/**
 * Puts our entry into a TOML text. A missing one is added as the last section; of one that is there
 * only the launch is corrected, all else in it stays. An empty text becomes a new file. Doing it again
 * changes nothing. Refused, with the line: a text that does not parse, an entry or a table of servers
 * that is no table, an entry that connects to an address.
 */
export function upsertToml(text: string, entry: ServerEntry): EditResult {
  const { mark, body } = splitMark(text);
  const path = [...entry.container, SERVER_NAME];
  let current = body;
  for (let round = 0; round < 4; round++) {
    const parsed = parsedToml(current);
    if (parsed.kind === "refused") return parsed;
    const next = corrected(current, parsed, entry);
    if (typeof next !== "string") return next;
    if (next === current) break;
    const safe = checked(parsed, next, path);
    if (typeof safe !== "string") return safe;
    current = safe;
  }
  return edited(mark + current);
}

/** The first piece of our entry and the range to cut for it. */
function nextCut(
  text: string,
  parsed: ParsedToml,
  path: readonly string[],
): [number, number] | undefined {
  const table = tablesOf(parsed.program).find((item) => isUnder(item.path, path));
  if (table !== undefined) {
    const last = table.node.body.at(-1) ?? table.node.key;
    const start = startOfLine(text, table.node.range[0]);
    const end = endOfLine(text, last.range[1]);
    return withBlankLine(text, start, end);
  }
  const pair = pairsOf(parsed.program).find((item) => isUnder(item.path, path));
  if (pair === undefined) return undefined;
  const { parent, range } = pair.node;
  if (parent.type !== "TOMLInlineTable") {
    const end = endOfLine(text, range[1]);
    return [startOfLine(text, range[0]), end + (/^\r?\n/.exec(text.slice(end))?.[0].length ?? 0)];
  }
  const index = parent.body.indexOf(pair.node);
  const previous = parent.body[index - 1];
  const next = parent.body[index + 1];
  if (previous !== undefined) return [previous.range[1], range[1]];
  if (next !== undefined) return [range[0], next.range[0]];
  return [parent.range[0] + 1, parent.range[1] - 1];
}

/** A section's lines with the blank line before it: the one we put there, or the one that parts it from its neighbour. */
function withBlankLine(text: string, start: number, end: number): [number, number] {
  const after = /^\r?\n/.exec(text.slice(end))?.[0].length ?? 0;
  const before = /\r?\n$/.exec(text.slice(0, start))?.[0].length ?? 0;
  const blank = /(?:^|\n)(\r?\n)$/.exec(text.slice(0, start))?.[1]?.length ?? 0;
  if (after === 0) return [start - before - blank, end];
  const blankAfter = start === 0 ? /^\r?\n/.exec(text.slice(end + after))?.[0].length ?? 0 : 0;
  if (blankAfter > 0) return [start, end + after + blankAfter];
  return [start - blank, end + after];
}

/**
 * Takes our entry out of a TOML text, with the sections under it and the comments inside them. The
 * text is empty when the file would hold nothing any more. What was there before our entry comes back
 * character for character. Refused, with the line: a text that does not parse.
 */
export function removeToml(text: string, entry: ServerEntry): EditResult {
  const { mark, body } = splitMark(text);
  const path = [...entry.container, SERVER_NAME];
  let current = body;
  for (;;) {
    const parsed = parsedToml(current);
    if (parsed.kind === "refused") return parsed;
    const cut = nextCut(current, parsed, path);
    if (cut === undefined) break;
    const safe = checked(parsed, spliced(current, cut, ""), path);
    if (typeof safe !== "string") return safe;
    current = safe;
  }
  if (current === body) return edited(text);
  return edited(current.trim() === "" ? "" : mark + current);
}

/** Finds our entry in a TOML text, with its line; refused as `upsertToml` is. */
export function findToml(text: string, container: readonly string[]): Found | Refused {
  const { body } = splitMark(text);
  const parsed = parsedToml(body);
  if (parsed.kind === "refused") return parsed;
  const path = [...container, SERVER_NAME];
  const fields = valueAt(parsed, path);
  const found = tablesOf(parsed.program).find((item) => isUnder(item.path, path))?.node ??
    pairsOf(parsed.program).find((item) => isUnder(item.path, path))?.node;
  if (found === undefined) return { kind: "found" };
  const line = lineAt(body, found.range[0]);
  return isTable(fields)
    ? { kind: "found", fields: fields as Found["fields"], line }
    : refused(`"${writtenKey(path)}" is not a table`, line);
}
