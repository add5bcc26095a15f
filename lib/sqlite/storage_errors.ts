// Which error of SQLite is which refusal. The one place that knows SQLite's numbers and messages.
import { LedgerRefusal } from "../ledger/ledger.ts";
import { type Refusal, refuse } from "../rules/refusal.ts";

/** Low bytes of SQLite's result codes (https://sqlite.org/rescode.html). */
const code = {
  permission: 3,
  busy: 5,
  locked: 6,
  readOnly: 8,
  inputOutput: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  protocol: 15,
  /** Nothing that is stored comes near SQLite's limits: a length that does is damage. */
  tooBig: 18,
  notADatabase: 26,
  /** Extended: the file was moved or deleted while it was open. */
  moved: 1032,
  /** Extended: the memory that WAL shares could not grow, which is a full disk by all experience. */
  sharedMemorySize: 4874,
} as const;

/** What opening a file says in place of a number. */
const messages: readonly [RegExp, number][] = [
  [/^database( table| schema)? is locked/, code.busy],
  [/^locking protocol/, code.protocol],
  [/^unable to open database file/, code.cannotOpen],
  [/^file is not a database/, code.notADatabase],
  [/^database disk image is malformed/, code.corrupt],
  [/^attempt to write a readonly database/, code.readOnly],
  [/^disk I\/O error/, code.inputOutput],
  [/^database or disk is full/, code.full],
];

/** SQLite's number for an error, or what its message stands for; 0 for an error of another kind. */
function numberOf(error: unknown): number {
  const { errcode, message, code: kind } = (error ?? {}) as Record<string, unknown>;
  if (typeof errcode === "number") return errcode;
  if (kind !== "ERR_SQLITE_ERROR" && !(error instanceof Error)) return 0;
  return messages.find(([pattern]) => pattern.test(String(message)))?.[1] ?? 0;
}

/** Tells that another connection stood in the way for a moment, so that trying again makes sense. */
export function isLocked(error: unknown): boolean {
  const low = numberOf(error) & 255;
  return low === code.busy || low === code.locked || low === code.protocol;
}

/** Tells that the file, or the directory that its journal would stand in, may not be written. */
export function isReadOnly(error: unknown): boolean {
  const low = numberOf(error) & 255;
  return low === code.readOnly || low === code.cannotOpen;
}

/**
 * The refusal that an error of the storage amounts to: `storage_denied` for missing rights, read-only
 * places and I/O errors, `storage_full`, `ledger_damaged`, `ledger_moved`. Undefined: a fault, or
 * already a refusal.
 */
export function refusalFor(error: unknown, path: string): LedgerRefusal | undefined {
  if (error instanceof LedgerRefusal) return undefined;
  const refusal = refusalOf(error, path);
  return refusal && new LedgerRefusal(refusal, { cause: error });
}

function refusalOf(error: unknown, path: string): Refusal | undefined {
  const number = numberOf(error);
  const { message: detail, name } = (error ?? {}) as Error;
  // What Deno itself says has a name and no number.
  if (name === "NotCapable" || name === "PermissionDenied" || name === "NotFound") {
    return refuse("storage_denied", { path, detail });
  }
  if (number === code.moved) return refuse("ledger_moved", { path, how: "replaced" });
  if (number === code.sharedMemorySize) return refuse("storage_full", { path });
  switch (number & 255) {
    case code.permission:
    case code.readOnly:
    case code.inputOutput:
    case code.cannotOpen:
      return refuse("storage_denied", { path, detail: `${detail} (SQLite code ${number})` });
    case code.corrupt:
    case code.tooBig:
    case code.notADatabase:
      return refuse("ledger_damaged", { path, detail });
    case code.full:
      return refuse("storage_full", { path });
  }
  return undefined;
}
