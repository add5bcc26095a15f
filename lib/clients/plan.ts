// Plans what `init` would write: a list of changes as values. It reads through the function it is given
// and writes nothing.
import { posix, win32 } from "node:path";
import { clientOf, serverEntry } from "./catalog.ts";
import type { Client, ClientId, ConfigurationFiles, Launch, Place, Scope } from "./client.ts";
import { findEntry, removeEntry, upsertEntry } from "./editing.ts";

/** What happens to one file for one client. */
export interface PlannedChange {
  readonly client: ClientId;
  readonly scope: Scope;
  /** Absolute; empty when the client has no file in this scope. */
  readonly path: string;
  /**
   * `create` a new file, `change` one, `none` when it is right already (or holds nothing of ours to
   * remove), `remove` our entry, `refuse` when the file is left alone for `reason`.
   */
  readonly action: "create" | "change" | "none" | "remove" | "refuse";
  /** The text that is there; undefined for a missing file. */
  readonly before?: string;
  /** The text to write; undefined when nothing is to be written, or with `remove` when the file goes. */
  readonly after?: string;
  /** Why nothing is written, with the line where one is at fault. */
  readonly reason?: string;
  /** What the client still asks of the person, and what else they should know. */
  readonly notes: readonly string[];
}

/** What a plan depends on. */
export interface PlanOptions {
  readonly scope: Scope;
  /** How the server is started; not looked at when removing. */
  readonly launch: Launch;
  readonly place: Place;
  /** The text of a file, undefined when it is missing; what it throws becomes the reason of a refusal. */
  readonly readFile: (path: string) => string | undefined;
  /** True takes our entry out of every file that holds it. Default false. */
  readonly remove?: boolean;
}

/**
 * Plans the changes for a list of clients, in their order. A file that two of them share is planned
 * once as a change and then as `none`: later plans see what earlier ones would write. Problems are
 * values (`refuse`), never thrown.
 */
export function planChanges(
  clients: readonly ClientId[],
  options: PlanOptions,
): PlannedChange[] {
  const written = new Map<string, string | undefined>();
  const look = (path: string): string | undefined =>
    written.has(path) ? written.get(path) : options.readFile(path);
  const changes: PlannedChange[] = [];
  for (const id of clients) {
    const client = clientOf(id);
    if (client === undefined) continue;
    for (const change of planClient(client, { ...options, readFile: look })) {
      changes.push(change);
      if (["create", "change", "remove"].includes(change.action)) {
        written.set(change.path, change.after);
      }
    }
  }
  return changes;
}

function planClient(client: Client, options: PlanOptions): PlannedChange[] {
  const { scope, place } = options;
  const file = client.scopes[scope];
  const known = { client: client.id, scope };
  if (file === undefined) {
    const other = Object.keys(client.scopes).join(", ");
    const reason = `${client.title} has no ${scope} file; use the scope "${other}"`;
    return [{ ...known, path: "", action: "refuse", reason, notes: [] }];
  }
  if (scope === "project" && place.root === undefined) {
    const reason = 'There is no project directory here; use the scope "user"';
    return [{ ...known, path: "", action: "refuse", reason, notes: [] }];
  }
  const paths = [...new Set([...file.paths(place), file.created(place)])];
  if (options.remove) return paths.flatMap((path) => planRemoval(client, file, path, options));
  return [planWriting(client, file, paths, options)];
}

/** Reads a file, or says why it cannot be read. */
function readOrReason(
  path: string,
  read: PlanOptions["readFile"],
): { text?: string; reason?: string } {
  try {
    return { text: read(path) };
  } catch (error) {
    return { reason: `Cannot read the file: ${error instanceof Error ? error.message : error}` };
  }
}

/** The file to write: the one that holds our entry already, else the first that exists, else a new one. */
function chosenPath(
  client: Client,
  file: ConfigurationFiles,
  paths: readonly string[],
  options: PlanOptions,
): string {
  const present = paths.filter((path) => {
    const { text, reason } = readOrReason(path, options.readFile);
    return text !== undefined || reason !== undefined;
  });
  const holding = file.onlyFirst ? undefined : present.find((path) => {
    const { text } = readOrReason(path, options.readFile);
    const found = text === undefined ? undefined : findEntry(text, client.container, file.format);
    return found?.kind === "found" && found.fields !== undefined;
  });
  return holding ?? present[0] ?? file.created(options.place);
}

function planWriting(
  client: Client,
  file: ConfigurationFiles,
  paths: readonly string[],
  options: PlanOptions,
): PlannedChange {
  const path = chosenPath(client, file, paths, options);
  const known = { client: client.id, scope: options.scope, path };
  const { text: before, reason } = readOrReason(path, options.readFile);
  if (reason !== undefined) return { ...known, action: "refuse", reason, notes: [] };
  const entry = serverEntry(client, options);
  const result = upsertEntry(before ?? "", entry, file.format);
  if (result.kind === "refused") {
    return { ...known, action: "refuse", before, reason: located(result), notes: [] };
  }
  const notes = [...file.notes, ...switchedOff(client, file, result.text)];
  if (before === undefined) {
    const hidden = hiddenNote(client, options);
    return { ...known, action: "create", after: result.text, notes: [...notes, ...hidden] };
  }
  return result.text === before
    ? { ...known, action: "none", before, reason: "It is registered already", notes }
    : { ...known, action: "change", before, after: result.text, notes };
}

function planRemoval(
  client: Client,
  file: ConfigurationFiles,
  path: string,
  options: PlanOptions,
): PlannedChange[] {
  const known = { client: client.id, scope: options.scope, path, notes: [] };
  const { text: before, reason } = readOrReason(path, options.readFile);
  if (reason !== undefined) return [{ ...known, action: "refuse", reason }];
  if (before === undefined) {
    const nothing = "There is no such file";
    return path === file.created(options.place)
      ? [{ ...known, action: "none", reason: nothing }]
      : [];
  }
  const result = removeEntry(before, serverEntry(client, options), file.format);
  if (result.kind === "refused") {
    return [{ ...known, action: "refuse", before, reason: located(result) }];
  }
  if (result.text === before) {
    return [{ ...known, action: "none", before, reason: "It holds no entry of ours" }];
  }
  return [{
    ...known,
    action: "remove",
    before,
    after: result.text === "" ? undefined : result.text,
  }];
}

const located = (result: { line?: number; reason: string }): string =>
  result.line === undefined ? result.reason : `line ${result.line}: ${result.reason}`;

/** Says so when the person has switched our entry off; that choice stays. */
function switchedOff(client: Client, file: ConfigurationFiles, text: string): string[] {
  const found = findEntry(text, client.container, file.format);
  if (found.kind !== "found") return [];
  const off = found.fields?.enabled === false || found.fields?.disabled === true;
  return off ? ["The entry is switched off in this file, and stays so"] : [];
}

/** A new `.mcp.json` makes Copilot CLI pass over `.github/mcp.json`: the servers there must be told of. */
function hiddenNote(client: Client, options: PlanOptions): string[] {
  const { place, scope, readFile } = options;
  if (client.id !== "claude-code" || scope !== "project" || place.root === undefined) return [];
  const { join } = place.platform === "windows" ? win32 : posix;
  const { text } = readOrReason(join(place.root, ".github", "mcp.json"), readFile);
  return text === undefined ? [] : [
    "Copilot CLI reads .mcp.json in place of .github/mcp.json from now on: copy the servers it needs",
  ];
}
