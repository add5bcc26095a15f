// SHA-256 sums of the files of a release, in the form that `sha256sum --check` reads.
import { createHash } from "node:crypto";
import { join } from "node:path";

/** Name of the file of sums. */
export const sumsFile = "SHA256SUMS";

/** SHA-256 of a file, 64 hex digits. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  using file = await Deno.open(path);
  for await (const chunk of file.readable) hash.update(chunk);
  return hash.digest("hex");
}

/** Writes the sums of every other file of a directory, by name. */
export async function writeSums(directory: string): Promise<void> {
  const names = [];
  for await (const { name, isFile } of Deno.readDir(directory)) {
    if (isFile && name !== sumsFile) names.push(name);
  }
  const lines = [];
  for (const name of names.sort()) {
    lines.push(`${await sha256Of(join(directory, name))}  ${name}\n`);
  }
  await Deno.writeTextFile(join(directory, sumsFile), lines.join(""));
}
