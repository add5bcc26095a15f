// How one path lies to another. Names only, nothing is looked up. `node:path` is loaded only for what is not plainly
// spelled: roots and what stands below them are, and loading it takes a good part of a short command's time.

/** A path of POSIX from the top on, without an empty part, `.` or `..`, and without a slash at its end. */
const plain = /^(?:\/(?!\.{1,2}(?:\/|$))[^/]+)+$/;

/** On Windows no path is plain: drives, shares and two separators are for `node:path` to know. */
const isPosix = Deno.build.os !== "windows";

function isPlain(path: string): boolean {
  return isPosix && plain.test(path);
}

/** The runtime's `node:path`, loaded when first asked for. */
function library(): typeof import("node:path") {
  return globalThis.process.getBuiltinModule("node:path");
}

/** A name, or names with separators between them, below a directory; as `join` of `node:path`. */
export function join(directory: string, name: string): string {
  return plainlyBelow(directory, name) ?? library().join(directory, name);
}

/** The directory that a path stands in, the top for itself; as `dirname` of `node:path`. */
export function dirname(path: string): string {
  return isPlain(path) ? path.slice(0, path.lastIndexOf("/")) || "/" : library().dirname(path);
}

/** A path made absolute, from a directory where it is given; as `resolve` of `node:path`. */
export function resolve(...parts: [path: string] | [directory: string, path: string]): string {
  const last = parts[parts.length - 1]!;
  return isPlain(last) ? last : library().resolve(...parts);
}

/**
 * A name below a directory as a path, where it is one that leads nowhere else: not absolute, without an empty part,
 * `.` or `..`. Undefined for any other name, and on Windows.
 */
export function plainlyBelow(directory: string, name: string): string | undefined {
  return isPlain(directory) && isPlain(`/${name}`) ? `${directory}/${name}` : undefined;
}

/** Whether a path begins at the top; as `isAbsolute` of `node:path`. */
export function isAbsolute(path: string): boolean {
  return isPosix ? path.startsWith("/") : library().isAbsolute(path);
}

/** Whether a path lies below a root, both absolute with symbolic links resolved. The root itself does not. */
export function isInside(root: string, path: string): boolean {
  if (isPlain(root) && isPlain(path)) return path.startsWith(`${root}/`);
  const steps = library().relative(root, path);
  return steps !== "" && steps !== ".." && !/^\.\.[\\/]/.test(steps) && !isAbsolute(steps);
}
