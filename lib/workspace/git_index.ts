// What git would commit next, as one digest of the index file's entries; no program runs.
// It knows the index format, versions 2 to 4, and reads no objects and none of the files listed.
import { beginDigest } from "../system/digest.ts";
import {
  type GitDirectories,
  type GitReading,
  type GitWarning,
  readGitFile,
  readGitText,
} from "./git_files.ts";
import { join } from "./paths.ts";
import { Unchanged, unremembered } from "./unchanged.ts";

/** One file as the index lists it. The arrays are views on the index's bytes or valid until the next entry. */
export interface IndexEntry {
  /** Kind and permissions as git keeps them, `0o100644` for one. */
  readonly mode: number;
  /** 0, or in an unfinished merge which side this is: 1 to 3. */
  readonly stage: number;
  /** The object id: 20 bytes, or 32 in a SHA-256 repository. */
  readonly id: Uint8Array;
  /** From the top of the work tree, in UTF-8 as a rule. */
  readonly path: Uint8Array;
}

/** Why an index is not digested. */
export type IndexFault = "malformed" | "split_index" | "sparse_index";

/** An index larger than this, in bytes, is left alone: some 600,000 files. */
export const INDEX_LIMIT = 64 * 1024 * 1024;

const CONFIG_LIMIT = 1024 * 1024;
const MOST_PATH = 64 * 1024;
const EXTENDED = 0x4000;

/**
 * Walks the entries of an index file. Returns, after the last one, why the list is not whole, if so: `malformed`;
 * `split_index`, when entries stand in another file; `sparse_index`, when some stand for whole folders.
 *
 * `idLength` is 20, or 32 in a SHA-256 repository. The trailing checksum is not checked: git replaces the file
 * whole, and may leave the sum out. Never throws. Source: gitformat-index(5).
 */
export function* indexEntries(
  bytes: Uint8Array,
  { idLength }: { idLength: number },
): Generator<IndexEntry, IndexFault | undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - idLength;
  if (end < 12 || view.getUint32(0) !== 0x44495243) return "malformed";
  const [version, count] = [view.getUint32(4), view.getUint32(8)];
  if (version < 2 || version > 4) return "malformed";

  const pathBuffer = new Uint8Array(MOST_PATH);
  let pathLength = 0;
  let at = 12;
  for (let entry = 0; entry < count; entry++) {
    const start = at;
    const flagsAt = start + 40 + idLength;
    if (flagsAt + 4 > end) return "malformed";
    const flags = view.getUint16(flagsAt);
    at = flagsAt + (flags & EXTENDED ? 4 : 2);
    let kept = 0;
    if (version === 4) {
      const cut = readVariable(bytes, at);
      at = cut.next;
      kept = pathLength - cut.value;
      if (kept < 0) return "malformed";
    }
    const nul = bytes.indexOf(0, at);
    pathLength = kept + nul - at;
    if (nul < 0 || nul >= end || pathLength > MOST_PATH) return "malformed";
    pathBuffer.set(bytes.subarray(at, nul), kept);
    // Older versions fill an entry up to a multiple of eight with one NUL or more.
    at = version === 4 ? nul + 1 : start + ((nul - start + 8) & ~7);
    yield {
      mode: view.getUint32(start + 24),
      stage: flags >> 12 & 3,
      id: bytes.subarray(start + 40, flagsAt),
      path: pathBuffer.subarray(0, pathLength),
    };
  }
  return extensionFault(bytes, { at, end });
}

/** Reads a number of version 4, seven bits a byte, each further byte counting from one more. */
function readVariable(bytes: Uint8Array, from: number): { value: number; next: number } {
  let next = from;
  let byte = bytes[next++] ?? 0;
  let value = byte & 127;
  while (byte & 128) {
    byte = bytes[next++] ?? 0;
    value = (value + 1) * 128 + (byte & 127);
  }
  return { value, next };
}

/** Looks through what follows the entries for signs that they are not all. */
function extensionFault(
  bytes: Uint8Array,
  { at, end }: { at: number; end: number },
): IndexFault | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let next = at;
  while (next + 8 <= end) {
    const name = String.fromCharCode(...bytes.subarray(next, next + 4));
    if (name === "link") return "split_index";
    if (name === "sdir") return "sparse_index";
    // A name that does not begin with a capital letter must be understood by who reads the index.
    if (!/^[A-Z]/.test(name)) return "malformed";
    next += 8 + view.getUint32(next + 4);
  }
  return next === end ? undefined : "malformed";
}

/**
 * Digests the entries of an index file: SHA-256, in hex, of each one's mode, stage, object id and path.
 * The same files give the same digest in every version of the format; times and flags do not count.
 * Some 50 ms for 50,000 files. Never throws.
 */
export function digestIndex(
  bytes: Uint8Array,
  options: { idLength: number },
): { digest: string } | { fault: IndexFault } {
  const hash = beginDigest();
  // Many small updates cost more than the hashing, so entries are gathered first.
  const batch = new Uint8Array(4 * MOST_PATH);
  const view = new DataView(batch.buffer);
  let used = 0;
  const entries = indexEntries(bytes, options);
  let step = entries.next();
  for (; !step.done; step = entries.next()) {
    const { mode, stage, id, path } = step.value;
    if (used + path.length + id.length + 6 > batch.length) {
      hash.update(batch.subarray(0, used));
      used = 0;
    }
    view.setUint32(used, mode);
    batch[used + 4] = stage;
    batch.set(id, used + 5);
    batch.set(path, used + 5 + id.length);
    used += 5 + id.length + path.length;
    batch[used++] = 0;
  }
  if (step.value !== undefined) return { fault: step.value };
  hash.update(batch.subarray(0, used));
  return { digest: hash.hex() };
}

/**
 * Reads and digests the index of a work tree; one that was not written since is not read again. A repository
 * whose index was never written has the digest of no files. Never throws: what may not be read, or is not
 * whole, is a warning.
 */
export function readIndexDigest(directories: GitDirectories): { digest: string } | GitWarning {
  const idLength = idLengthOf(directories);
  if (typeof idLength === "object") return idLength;
  const path = join(directories.own, "index");
  const result = readGitFile(path, INDEX_LIMIT, digests[idLength]) ??
    digestIndex(emptyIndex(idLength), { idLength });
  return "fault" in result ? { reason: result.fault, path } : result;
}

function idLengthOf(directories: GitDirectories): 20 | 32 | GitWarning {
  const path = join(directories.common, "config");
  // No repository changes the form of its ids.
  const config = unremembered(() => readGitText(path, CONFIG_LIMIT));
  if (typeof config === "object") return config;
  return usesSha256(config ?? "") ? 32 : 20;
}

type Digested = ReturnType<typeof digestIndex>;

const digests = { 20: digestsOf(20), 32: digestsOf(32) } as const;

function digestsOf(idLength: 20 | 32): GitReading<Digested> {
  return { make: (bytes) => digestIndex(bytes, { idLength }), kept: new Unchanged() };
}

function emptyIndex(idLength: number): Uint8Array {
  const bytes = new Uint8Array(12 + idLength);
  bytes.set([0x44, 0x49, 0x52, 0x43, 0, 0, 0, 2]);
  return bytes;
}

/** Whether a repository's settings say that its object ids are SHA-256. */
function usesSha256(config: string): boolean {
  const sections = config.split(/^[ \t]*\[/m);
  const extensions = sections.filter((section) => /^extensions[ \t]*\]/i.test(section));
  return extensions.some((section) => /^[ \t]*objectformat[ \t]*=[ \t]*"?sha256\b/im.test(section));
}
