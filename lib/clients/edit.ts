// What the three editors share: their answer, and how our launch meets one that is there already.
// It may not know any file format.
import type { Launch, ServerEntry, Value } from "./client.ts";

/** An edited text. `text` is empty when the file would hold nothing any more. */
export interface Edited {
  readonly kind: "edited";
  readonly text: string;
}

/** A file left alone, with why, and where: `line` counts from 1. */
export interface Refused {
  readonly kind: "refused";
  readonly line?: number;
  /** One clause in sentence case that fits after "line N: ". */
  readonly reason: string;
}

/** What an editor answers: the new text, or why the file is left alone. */
export type EditResult = Edited | Refused;

/** Our entry as found in a file; `fields` is undefined when it has none. */
export type Found = {
  readonly kind: "found";
  readonly fields?: Readonly<Record<string, Value>>;
  readonly line?: number;
};

/** An edited answer. */
export const edited = (text: string): Edited => ({ kind: "edited", text });

/** A refusal, with the line where one is known. */
export const refused = (
  reason: string,
  line?: number,
): Refused => (line === undefined
  ? { kind: "refused", reason }
  : { kind: "refused", line, reason });

/** The line, counted from 1, on which the character at `offset` stands. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\n|\r/).length;
}

/** Splits a leading byte order mark off, so that it can be put back. */
export function splitMark(text: string): { mark: string; body: string } {
  return text.startsWith("\uFEFF")
    ? { mark: "\uFEFF", body: text.slice(1) }
    : { mark: "", body: text };
}

/** The line ending of a text: that of its first line, `\n` where it has one line only. */
export function lineEnding(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}

/** The launch an entry holds, in either shape; undefined when it names no program. */
export function launchOf(fields: Readonly<Record<string, unknown>>): Launch | undefined {
  const texts = (value: unknown): string[] =>
    Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  if (Array.isArray(fields.command)) {
    const [command, ...args] = texts(fields.command);
    return command === undefined ? undefined : { command, args };
  }
  return typeof fields.command === "string"
    ? { command: fields.command, args: texts(fields.args) }
    : undefined;
}

/**
 * The launch to write over one that is there: how the program is started is corrected, what follows
 * `serve` (a root, an option) is the user's own and stays. Without a `serve` of the user's all is ours.
 */
export function mergedLaunch(found: Launch | undefined, wanted: Launch): Launch {
  const theirs = found?.args.lastIndexOf("serve") ?? -1;
  const ours = wanted.args.lastIndexOf("serve");
  if (found === undefined || theirs < 0 || ours < 0) return wanted;
  return {
    command: wanted.command,
    args: [...wanted.args.slice(0, ours + 1), ...found.args.slice(theirs + 1)],
  };
}

/** The keys that hold a launch, in the entry's shape. */
export function launchFields(
  launch: Launch,
  shape: ServerEntry["shape"],
): Readonly<Record<string, Value>> {
  return shape === "list"
    ? { command: [launch.command, ...launch.args] }
    : { command: launch.command, args: launch.args };
}

/** Every key of a new entry, in the order a person would write them. */
export function newFields(entry: ServerEntry): Readonly<Record<string, Value>> {
  return { ...entry.before, ...launchFields(entry.launch, entry.shape), ...entry.after };
}

/**
 * Why an entry under our name may not be corrected: it reaches a server by address, so a command
 * beside it would mean two things. Undefined when it may.
 */
export function addressConflict(fields: Readonly<Record<string, unknown>>): string | undefined {
  for (const key of ["url", "httpUrl", "serverUrl"]) {
    if (typeof fields[key] === "string") {
      return `The entry "agent-handoff" connects to "${
        fields[key]
      }"; remove it first to register a command`;
    }
  }
  return undefined;
}
