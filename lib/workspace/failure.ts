// What went wrong when the file system said no, as one plain word for each kind.
// It knows error codes and Deno's error names only, not which file was asked for or why.

/**
 * Why a file could not be looked at, made or written.
 *
 * - `missing`: no such file or folder;
 * - `not_a_directory`: a part of the path that has to be a folder is none;
 * - `exists`: something stands there already;
 * - `denied`: the system's modes, or this program's own permissions, do not allow it;
 * - `read_only`: the file system is mounted read-only;
 * - `full`: no space or quota left;
 * - `loop`: symbolic links that lead in a circle;
 * - `other`: anything else, an I/O error for one.
 */
export type Failure =
  | "missing"
  | "not_a_directory"
  | "exists"
  | "denied"
  | "read_only"
  | "full"
  | "loop"
  | "other";

const BY_CODE: Readonly<Record<string, Failure>> = {
  ENOENT: "missing",
  ENOTDIR: "not_a_directory",
  EEXIST: "exists",
  EACCES: "denied",
  EPERM: "denied",
  EROFS: "read_only",
  ENOSPC: "full",
  EDQUOT: "full",
  ELOOP: "loop",
};

// A permission that Deno itself withholds has no system code, only a name.
const BY_NAME: Readonly<Record<string, Failure>> = {
  NotFound: "missing",
  NotADirectory: "not_a_directory",
  AlreadyExists: "exists",
  PermissionDenied: "denied",
  NotCapable: "denied",
  FilesystemLoop: "loop",
};

/**
 * Names the kind of a caught file system error.
 *
 * Never throws; what it does not know is `other`. The system's code counts before Deno's name for it.
 */
export function failureOf(error: unknown): Failure {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return BY_CODE[String(code)] ?? BY_NAME[String(name)] ?? "other";
}
