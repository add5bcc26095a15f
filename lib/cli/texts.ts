// Long texts that stand in a file or come through a pipe: `@FILE` and `-` as the value of an option.
import type { Option } from "./command.ts";
import { UsageError } from "./usage.ts";

/** Most that is read of a file or of standard input: 1 MiB, far over every limit on texts. */
export const textBytes = 1024 * 1024;

/**
 * The text that the value of an option stands for.
 *
 * `@FILE` is the file's text, `-` is standard input, both without one newline at the end; `@@…` is a text
 * that begins with `@`. Every other value is the text itself. Throws `UsageError` for a file that cannot be
 * read, is too large or is not UTF-8.
 */
export function textOf(option: Option, typed: string): string {
  if (!option.takesText) return typed;
  if (typed === "-") return decoded(readInput(), { option, from: "standard input" });
  if (!typed.startsWith("@")) return typed;
  if (typed.startsWith("@@")) return typed.slice(1);
  const path = typed.slice(1);
  return decoded(readFile(path, option), { option, from: `"${path}"` });
}

function readFile(path: string, option: Option): Uint8Array {
  if (path === "") throw unreadable(option, `"@": no file is named`);
  try {
    const { isFile, size } = Deno.statSync(path);
    if (!isFile) throw unreadable(option, `"${path}": it is no file`);
    return size > textBytes ? new Uint8Array(textBytes + 1) : Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const reason = error instanceof Deno.errors.NotFound
      ? "there is no such file"
      : error instanceof Deno.errors.NotCapable
      ? "this program was not given the right to read it"
      : "it may not be read";
    throw unreadable(option, `"${path}": ${reason}`);
  }
}

/** Standard input to its end, or a little over the limit. */
function readInput(): Uint8Array {
  const bytes = new Uint8Array(textBytes + 1);
  let length = 0;
  while (length < bytes.length) {
    const read = Deno.stdin.readSync(bytes.subarray(length));
    if (read === null || read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

function decoded(bytes: Uint8Array, of: { option: Option; from: string }): string {
  const { option, from } = of;
  if (bytes.length > textBytes) throw unreadable(option, `${from}: it is longer than 1 MiB`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r?\n$/, "");
  } catch {
    throw unreadable(option, `${from}: it is not UTF-8 text`);
  }
}

function unreadable(option: Option, reason: string): UsageError {
  return new UsageError(
    `Cannot read --${option.name} from ${reason}`,
    `Give --${option.name} @FILE with a text file, - for standard input, or the text itself`,
  );
}
