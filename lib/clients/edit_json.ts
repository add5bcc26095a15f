// Puts our entry into a JSON file and takes it out again; every other character stays as it is.
// It may not know where the file lives or whose it is.
import { isDeepStrictEqual } from "node:util";
import { getNodeValue, type Node } from "jsonc-parser";
import { SERVER_NAME, type ServerEntry, type Value } from "./client.ts";
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
  type Dialect,
  indentationAt,
  indentationStep,
  isRefused,
  parsedJson,
  propertiesOf,
  withoutProperty,
  withProperty,
  writtenInline,
  writtenValue,
} from "./json_text.ts";

/** The way to our entry: the object that should hold it, what is still missing, the entry itself. */
type Way =
  | { kind: "missing"; object: Node; keys: readonly string[] }
  | { kind: "there"; object: Node; entry: Node };

function wayTo(text: string, root: Node, container: readonly string[]): Way | Refused {
  let object = root;
  const keys = [...container, SERVER_NAME];
  for (const [index, key] of keys.entries()) {
    if (object.type !== "object") {
      const name = index === 0 ? "The file" : `"${keys[index - 1]}"`;
      return refused(`${name} is not an object`, lineAt(text, object.offset));
    }
    const [first, second] = propertiesOf(object, key);
    if (second !== undefined) {
      return refused(`"${key}" stands here a second time`, lineAt(text, second.start));
    }
    if (first === undefined) return { kind: "missing", object, keys: keys.slice(index) };
    if (index === keys.length - 1) return { kind: "there", object, entry: first.value };
    object = first.value;
  }
  return { kind: "missing", object, keys };
}

function nested(keys: readonly string[], value: Value): Value {
  return keys.reduceRight<Value>((inner, key) => ({ [key]: inner }), value);
}

function corrected(text: string, root: Node, entry: ServerEntry): string | Refused {
  const way = wayTo(text, root, entry.container);
  if (way.kind === "refused") return way;
  const step = indentationStep(text, root);
  if (way.kind === "missing") {
    const [key = SERVER_NAME, ...rest] = way.keys;
    return withProperty(text, way.object, { key, value: nested(rest, newFields(entry)), step });
  }
  if (way.entry.type !== "object") {
    return refused(`"${SERVER_NAME}" is not an object`, lineAt(text, way.entry.offset));
  }
  const fields = getNodeValue(way.entry);
  const conflict = addressConflict(fields);
  if (conflict !== undefined) return refused(conflict, lineAt(text, way.entry.offset));
  const wanted = launchFields(mergedLaunch(launchOf(fields), entry.launch), entry.shape);
  for (const [key, value] of Object.entries(wanted)) {
    const [first, second] = propertiesOf(way.entry, key);
    if (second !== undefined) {
      return refused(`"${key}" stands here a second time`, lineAt(text, second.start));
    }
    if (first === undefined) return withProperty(text, way.entry, { key, value, step });
    if (isDeepStrictEqual(getNodeValue(first.value), value)) continue;
    const { offset, length } = first.value;
    const ending = lineEnding(text);
    const indentation = indentationAt(text, first.start);
    const written = text.slice(offset, offset + length).includes("\n")
      ? writtenValue(value, { indentation, step, ending })
      : writtenInline(value);
    return text.slice(0, offset) + written + text.slice(offset + length);
  }
  return text;
}

/**
 * Puts our entry into a JSON text. A missing one is added last, in the layout of its neighbours; of
 * one that is there only the launch is corrected, all else in it stays. An empty text becomes a new
 * file. Doing it again changes nothing. Refused, with the line: a text the client could not read, a key
 * on our way that stands twice or is no object, an entry that connects to an address.
 */
export function upsertJson(text: string, entry: ServerEntry, dialect: Dialect): EditResult {
  const { mark, body } = splitMark(text);
  if (body.trim() === "") {
    const whole = {
      ...entry.newFile,
      ...Object(nested([...entry.container, SERVER_NAME], newFields(entry))),
    };
    const ending = lineEnding(body);
    return edited(
      `${mark}${writtenValue(whole, { indentation: "", step: "  ", ending })}${ending}`,
    );
  }
  let current = body;
  // One change at a time, on fresh positions: the launch has two keys at most, so three rounds settle it.
  for (let round = 0; round < 4; round++) {
    const root = parsedJson(current, dialect);
    if (isRefused(root)) return root;
    const next = corrected(current, root, entry);
    if (typeof next !== "string") return next;
    if (next === current) break;
    current = next;
  }
  return edited(mark + current);
}

/** True when nothing but what we would write into a new file is left, and no comment. */
function isBare(text: string, entry: ServerEntry): boolean {
  const left = text.trim() === "" ? {} : JSON.parse(text);
  return isDeepStrictEqual(left, {}) || isDeepStrictEqual(left, entry.newFile);
}

/**
 * Takes our entry out of a JSON text, every time it stands there, and the table of servers with it when
 * that then holds nothing. The text is empty when the file would hold nothing any more. What was there
 * before our entry comes back character for character, except an empty table of servers, which goes.
 * Refused, with the line: a text the client could not read.
 */
export function removeJson(text: string, entry: ServerEntry, dialect: Dialect): EditResult {
  const { mark, body } = splitMark(text);
  if (body.trim() === "") return edited(text);
  let current = body;
  for (;;) {
    const root = parsedJson(current, dialect);
    if (isRefused(root)) return root;
    const next = removedOnce(current, root, [...entry.container, SERVER_NAME]);
    if (next === undefined) break;
    current = next;
  }
  if (current === body) return edited(text);
  try {
    if (isBare(current, entry)) return edited("");
  } catch {
    // A comment is left: the file stays, however little it holds.
  }
  return edited(mark + current);
}

function removedOnce(text: string, object: Node, keys: readonly string[]): string | undefined {
  const [key = SERVER_NAME, ...rest] = keys;
  if (object.type !== "object") return undefined;
  for (const property of propertiesOf(object, key)) {
    if (rest.length === 0) return withoutProperty(text, object, property);
    const inner = removedOnce(text, property.value, rest);
    if (inner === undefined) continue;
    const { offset, length } = property.value;
    const left = inner.slice(offset + 1, offset + length - 1 - (text.length - inner.length));
    return left.trim() === "" ? withoutProperty(text, object, property) : inner;
  }
  return undefined;
}

/** Finds our entry in a JSON text, with its line; refused as `upsertJson` is. */
export function findJson(
  text: string,
  container: readonly string[],
  dialect: Dialect,
): Found | Refused {
  const { body } = splitMark(text);
  if (body.trim() === "") return { kind: "found" };
  const root = parsedJson(body, dialect);
  if (isRefused(root)) return root;
  const way = wayTo(body, root, container);
  if (way.kind === "refused") return way;
  if (way.kind === "missing") return { kind: "found" };
  const fields = getNodeValue(way.entry);
  const line = lineAt(body, way.entry.offset);
  return fields !== null && typeof fields === "object" && !Array.isArray(fields)
    ? { kind: "found", fields: structuredClone(fields), line }
    : refused(`"${SERVER_NAME}" is not an object`, line);
}
