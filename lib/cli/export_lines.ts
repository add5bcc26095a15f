// The ledger as JSON Lines: one head, every event with its hash, every task as it stands. Knows no store.
import { snakeKeys } from "../ledger/json_keys.ts";
import type { EventRecord } from "../sqlite/transfer.ts";
import type { Task } from "../rules/task.ts";

/** What the first line says; the number rises when a reader of the old form could not read the new. */
export const exportFormat = "agent-handoff-export-1";

/** The first line. */
export function headLine(version: string): string {
  return JSON.stringify({ line: "head", format: exportFormat, version });
}

/** An event as a line, its data as JSON rather than as text. */
export function eventLineOf(record: EventRecord): string {
  return JSON.stringify({ line: "event", ...record, data: JSON.parse(record.data) });
}

/** A task as a line, for readers; an import makes tasks from the events alone. */
export function taskLineOf(task: Task): string {
  return JSON.stringify({ line: "task", ...snakeKeys(task) as object });
}

/** The events of an export, or the line that is wrong and why. */
export type Lines =
  | { readonly records: readonly EventRecord[]; readonly wrong?: undefined }
  | { readonly wrong: { readonly line: number; readonly reason: string } };

/**
 * Reads the lines of an export. What lines of tasks say is passed over, and so are lines of kinds unknown
 * here; but every task that was created has a line, all of them behind the events, so that an export that
 * was cut off between two lines is told from a whole one.
 */
export function readLines(text: string): Lines {
  const records: EventRecord[] = [];
  const tasks = new Set<unknown>();
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const wrong = (reason: string): Lines => ({ wrong: { line: index + 1, reason } });
    const value = parsed(line);
    if (!value) return wrong("it is no JSON object");
    if (index === 0) {
      if (value.format !== exportFormat) {
        return wrong(`it does not name the format ${exportFormat}`);
      }
    } else if (value.line === "event") {
      const record = recordOf(value);
      if (!record) return wrong("it is no event with all its facts");
      records.push(record);
    } else if (value.line === "task") {
      tasks.add(value.task_id);
    }
  }
  if (!lines[0]?.trim()) return { wrong: { line: 1, reason: "it is empty" } };
  const untold = records.find(({ kind, task_id }) => kind === "created" && !tasks.has(task_id));
  if (!untold) return { records };
  const line = text.trimEnd().split("\n").length;
  const reason = `the export ends here, before the line of task ${untold.task_id}`;
  return { wrong: { line, reason } };
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? value as Record<string, unknown>
      : undefined;
  } catch {
    return undefined;
  }
}

const texts = ["task_id", "kind", "actor_kind", "actor", "session", "hash"] as const;

function recordOf(value: Record<string, unknown>): EventRecord | undefined {
  const { event, at, data } = value;
  if (!Number.isSafeInteger(event) || !Number.isSafeInteger(at)) return undefined;
  if (typeof data !== "object" || data === null) return undefined;
  if (texts.some((name) => typeof value[name] !== "string")) return undefined;
  const told = Object.fromEntries(texts.map((name) => [name, value[name]]));
  return { event, at, data: JSON.stringify(data), ...told } as unknown as EventRecord;
}
