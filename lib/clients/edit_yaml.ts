// Puts our row into a DeepSeek Harness patch list (YAML) and takes it out again by editing its own
// lines only, so that tags, comments and layout of other rows stay. It may not know where the file lives.
import { isDeepStrictEqual } from "node:util";
import type { YAMLSeq } from "yaml";
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
  endOf,
  type Node,
  ourRow,
  parsedList,
  type PatchList,
  ROW_ID,
  spliced,
  startOf,
  startOfLine,
  written,
} from "./yaml_text.ts";

function newPatch(entry: ServerEntry): string[] {
  const fields = Object.entries(newFields(entry)).map(([key, value]) =>
    `        ${key}: ${written(value)}`
  );
  return [
    "- insert:",
    `    - id: ${ROW_ID}`,
    "      name: '@deepseek-ai/dsh-mcp-client'",
    "      config:",
    `        serverName: ${SERVER_NAME}`,
    ...fields,
    "        cwd: !!js process.cwd()",
  ];
}

function added(text: string, found: PatchList, entry: ServerEntry): string | Refused {
  const ending = lineEnding(text);
  const { list } = found;
  if (list !== undefined && (list as Node).flow) {
    if (list.items.length > 0) {
      return refused(
        "The list is written in brackets; write it as lines",
        lineAt(text, startOf(list)),
      );
    }
    const before = text.slice(0, startOf(list));
    const start = before === "" || before.endsWith("\n") ? "" : ending;
    return spliced(text, startOf(list), endOf(list), start + newPatch(entry).join(ending));
  }
  const margin = list === undefined
    ? ""
    : text.slice(startOfLine(text, startOf(list)), startOf(list)).replace(/[^ ]/g, " ");
  const patch = newPatch(entry).map((line) => margin + line).join(ending);
  const at = list === undefined ? text.length : endOf(list);
  const before = text.slice(0, at);
  // A last line that is open stays so: taking the patch out again then gives the file back exactly.
  return before === "" || before.endsWith("\n")
    ? spliced(text, at, at, patch + ending)
    : spliced(text, at, at, ending + patch);
}

function corrected(text: string, found: PatchList, entry: ServerEntry): string | Refused {
  const ours = ourRow(found.list);
  if (ours === undefined) return added(text, found, entry);
  const line = lineAt(text, startOf(ours.row));
  if (ours.config === undefined) return refused(`The row "${ROW_ID}" has no config`, line);
  const fields = ours.config.toJS(found.document) as Record<string, unknown>;
  const conflict = addressConflict(fields);
  if (conflict !== undefined) return refused(conflict, line);
  const wanted = launchFields(mergedLaunch(launchOf(fields), entry.launch), entry.shape);
  for (const [key, value] of Object.entries(wanted).toReversed()) {
    if (isDeepStrictEqual(fields[key], value)) continue;
    const node = ours.config.get(key, true) as unknown as Node | undefined;
    if (node !== undefined && node.range) {
      const [start] = node.range;
      const old = text.slice(start, endOf(node));
      // The end of a block list takes in its line ending, which is not part of the value.
      return spliced(text, start, start + old.trimEnd().length, written(value));
    }
    const start = startOf(ours.config);
    const flow = (ours.config as Node).flow;
    const margin = " ".repeat(start - startOfLine(text, start));
    const inside = start + 1 + (/^\s*/.exec(text.slice(start + 1))?.[0].length ?? 0);
    return flow
      ? spliced(text, inside, inside, `${key}: ${written(value)}, `)
      : spliced(text, start, start, `${key}: ${written(value)}${lineEnding(text)}${margin}`);
  }
  return text;
}

function others(found: PatchList): unknown[] {
  const ours = ourRow(found.list);
  const list = (found.document.toJS() ?? []) as { insert?: unknown[] }[];
  if (ours === undefined) return list;
  const patchIndex = found.list?.items.indexOf(ours.patch) ?? -1;
  const rowIndex = ours.rows.items.indexOf(ours.row);
  return list.flatMap((patch, index) => {
    if (index !== patchIndex) return [patch];
    const insert = (patch.insert ?? []).filter((_, at) => at !== rowIndex);
    return insert.length === 0 ? [] : [{ ...patch, insert }];
  });
}

function checked(before: PatchList, text: string): string | Refused {
  const after = parsedList(text);
  return after.kind === "list" && isDeepStrictEqual(others(before), others(after))
    ? text
    : refused("The file is laid out in a way that cannot be edited safely");
}

/**
 * Puts our row into a patch list. A missing one is added as the last patch; of one that is there only
 * the launch is corrected, all else in it stays. An empty text becomes a new file. Doing it again
 * changes nothing. Refused, with the line: a text that does not parse or is no list, a list in brackets,
 * a row without `config`, a row that connects to an address.
 */
export function upsertYaml(text: string, entry: ServerEntry): EditResult {
  const { mark, body } = splitMark(text);
  let current = body;
  for (let round = 0; round < 4; round++) {
    const found = parsedList(current);
    if (found.kind === "refused") return found;
    const next = corrected(current, found, entry);
    if (typeof next !== "string") return next;
    if (next === current) break;
    const safe = checked(found, next);
    if (typeof safe !== "string") return safe;
    current = safe;
  }
  return edited(mark + current);
}

/** The range of a list item, from the start of its line to the start of what follows it. */
function linesOf(text: string, list: YAMLSeq, item: unknown): [number, number] {
  const index = list.items.indexOf(item);
  const dash = text.lastIndexOf("-", startOf(item));
  const start = startOfLine(text, dash);
  const own = /^\s*$/.test(text.slice(start, dash)) ? start : dash;
  const visible = text.slice(0, endOf(item)).trimEnd().length;
  const rest = /^[^\r\n]*(\r?\n)?/.exec(text.slice(visible))?.[0] ?? "";
  const end = visible + rest.length;
  const open = !rest.endsWith("\n") && index > 0;
  const before = /\r?\n$/.exec(text.slice(0, own))?.[0].length ?? 0;
  return [open ? own - before : own, end];
}

/**
 * Takes our row out of a patch list, and its patch when that inserts nothing else. A list that is then
 * empty becomes `[]`, because the harness refuses a file without a list; the text is empty when not even
 * a comment is left. Refused, with the line: a text that does not parse or is no list.
 */
export function removeYaml(text: string): EditResult {
  const { mark, body } = splitMark(text);
  let current = body;
  for (;;) {
    const found = parsedList(current);
    if (found.kind === "refused") return found;
    const ours = ourRow(found.list);
    if (ours === undefined || found.list === undefined) break;
    const whole = ours.rows.items.length === 1;
    const [start, end] = whole
      ? linesOf(current, found.list, ours.patch)
      : linesOf(current, ours.rows, ours.row);
    const left = spliced(current, start, end, "");
    const last = whole && found.list.items.length === 1;
    const listed = last && left.trim() !== ""
      ? `${left}${left.endsWith("\n") ? "" : lineEnding(current)}[]${lineEnding(current)}`
      : left;
    if (last && left.trim() === "") return edited("");
    const safe = checked(found, listed);
    if (typeof safe !== "string") return safe;
    current = safe;
  }
  return edited(mark + current);
}

/** Finds our row's `config` in a patch list, with its line; refused as `upsertYaml` is. */
export function findYaml(text: string): Found | Refused {
  const { body } = splitMark(text);
  const found = parsedList(body);
  if (found.kind === "refused") return found;
  const ours = ourRow(found.list);
  if (ours === undefined) return { kind: "found" };
  const line = lineAt(body, startOf(ours.row));
  return ours.config === undefined
    ? refused(`The row "${ROW_ID}" has no config`, line)
    : { kind: "found", fields: ours.config.toJS(found.document), line };
}
