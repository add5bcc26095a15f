// The directory of a file, by its path. `node:path` is loaded only where the path is not plainly spelled.

/** The directory that a file stands in; as `dirname` of `node:path`, which takes long to load. */
export function directoryOf(path: string): string {
  const plain = Deno.build.os === "windows" ? undefined : /^(\/.+)\/[^/]+$/.exec(path)?.[1];
  if (plain !== undefined && !plain.endsWith("/")) return plain;
  return globalThis.process.getBuiltinModule("node:path").dirname(path);
}
