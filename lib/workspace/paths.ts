// How one path lies to another. Pure: names only, nothing is looked up.
import { isAbsolute, relative } from "node:path";

/** Whether a path lies below a root, both absolute with symbolic links resolved. The root itself does not. */
export function isInside(root: string, path: string): boolean {
  const steps = relative(root, path);
  return steps !== "" && steps !== ".." && !/^\.\.[\\/]/.test(steps) && !isAbsolute(steps);
}
