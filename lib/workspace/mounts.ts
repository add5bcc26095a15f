// Which journal suits the place where a ledger stands: chosen from the mount table, or from what else can be told.
// The choice is pure; reading what it is made from stands at the end. It knows nothing of SQLite itself.
import { majorOf } from "./disk.ts";
import { type FileSystemGroup, groupOf, nameOfNumber } from "./file_systems.ts";

/**
 * Why a journal was chosen: the group of the file system, or
 * - `synced_folder`: a client such as Dropbox copies the files behind the program's back;
 * - `external_volume`: below `/Volumes` on macOS, a disk or a network share, which cannot be told;
 * - `usual`: macOS or Windows, and nothing in the path says otherwise.
 */
export type JournalReason = FileSystemGroup | "synced_folder" | "external_volume" | "usual";

/** The journal for a place, and the facts it was chosen by. */
export interface JournalChoice {
  /** The kind of file system, such as `ext4`; `unknown` when it cannot be told. */
  readonly fileSystem: string;
  /** Where it is mounted; absent when there is no mount table. */
  readonly mountPoint?: string;
  /** `wal`: memory is shared and locks work; `rollback`: locks work; `refuse`: neither can be trusted. */
  readonly journal: "wal" | "rollback" | "refuse";
  readonly reason: JournalReason;
}

/** What can be told of a place beside its path. */
export interface PlaceClues {
  /** The system: `linux`, `darwin` or `windows`. Default: this one. */
  readonly system?: typeof Deno.build.os;
  /** Linux: the number of the file system's kind by statfs(2). */
  readonly kind?: number;
  /** Linux: the device number by stat(2). */
  readonly device?: number;
}

/**
 * Chooses the journal for a ledger at `path`: absolute, symbolic links resolved.
 *
 * On Linux by the mount table: the longest mount point that leads to the path counts, and of several mounts on one
 * point the last. Without a table by the kind's number, else by the device: one with a major number is a local
 * disk. What remains unknown gets the rollback journal, which is right wherever locks work at all.
 * On macOS and Windows by the path alone, since a mapped or mounted share cannot be told from a disk without
 * running a program: network paths by their form, volumes on macOS, else WAL.
 * A synced folder gets the rollback journal on any system: one file can be copied whole, three cannot.
 *
 * Pure but for the default of `system`; never throws, whatever the text. Source: contract, Root.
 */
export function journalFor(
  path: string,
  mountTable: string | undefined,
  clues: PlaceClues = {},
): JournalChoice {
  const system = clues.system ?? Deno.build.os;
  const choice = system === "windows"
    ? onWindows(path)
    : system === "darwin"
    ? onMacos(path)
    : onLinux(path, { mountTable, clues });
  return choice.journal === "wal" && isSynced(path)
    ? { ...choice, journal: "rollback", reason: "synced_folder" }
    : choice;
}

function onLinux(
  path: string,
  { mountTable, clues }: { mountTable: string | undefined; clues: PlaceClues },
): JournalChoice {
  const mount = findMount(path, mountTable ?? "");
  if (mount) {
    const { mountPoint, fileSystem, options } = mount;
    return { fileSystem, mountPoint, ...byGroup(groupOf(fileSystem, options)) };
  }
  // Kinds without a disk of their own, network and FUSE among them, have devices with major number 0.
  const isDisk = clues.device !== undefined && majorOf(clues.device) !== 0;
  const fileSystem = nameOfNumber(clues.kind ?? 0) ?? "unknown";
  const group = groupOf(fileSystem);
  return { fileSystem, ...byGroup(group === "unknown" && isDisk ? "local" : group) };
}

function byGroup(group: FileSystemGroup): Pick<JournalChoice, "journal" | "reason"> {
  if (group === "local") return { journal: "wal", reason: group };
  return { journal: group === "without_locks" ? "refuse" : "rollback", reason: group };
}

function onWindows(path: string): JournalChoice {
  const server = /^(?:\\\\\?\\UNC\\|[\\/]{2}(?![?.][\\/]))([^\\/]+)/i.exec(path)?.[1];
  if (server === undefined) return { fileSystem: "unknown", journal: "wal", reason: "usual" };
  // Windows reaches into a Linux subsystem under these names, and locks do not hold between the two.
  const isSubsystem = /^wsl(\$|\.localhost)$/i.test(server);
  return { fileSystem: "unknown", ...byGroup(isSubsystem ? "without_locks" : "network") };
}

function onMacos(path: string): JournalChoice {
  const fileSystem = "unknown";
  if (/^\/(Network|net)\//.test(path)) return { fileSystem, ...byGroup("network") };
  return path.startsWith("/Volumes/")
    ? { fileSystem, journal: "rollback", reason: "external_volume" }
    : { fileSystem, journal: "wal", reason: "usual" };
}

/** Folder names that clients of Dropbox, OneDrive, iCloud and Google Drive choose. */
const SYNCED: readonly RegExp[] = [
  /^Dropbox( \(.+\))?$/,
  /^OneDrive( - .+|-.+)?$/,
  /^(Mobile Documents|iCloud ?Drive)$/,
  /^(Google ?Drive( \(.+\))?|GoogleDrive-.+|My Drive)$/,
  /^CloudStorage$/,
];

/** Whether a path leads through a folder that a sync client copies, by the usual names. */
function isSynced(path: string): boolean {
  return path.split(/[\\/]/).some((name) => SYNCED.some((pattern) => pattern.test(name)));
}

interface Mount {
  readonly mountPoint: string;
  readonly fileSystem: string;
  readonly options: readonly string[];
}

/** Finds the mount that a path lies on, in a table as proc_pid_mountinfo(5) describes it. */
function findMount(path: string, table: string): Mount | undefined {
  let found: Mount | undefined;
  for (const line of table.split("\n")) {
    const mount = parseMount(line);
    if (!mount || !leadsTo(mount.mountPoint, path)) continue;
    if (!found || mount.mountPoint.length >= found.mountPoint.length) found = mount;
  }
  return found;
}

/** Reads one line; one that is not well formed is no mount. */
function parseMount(line: string): Mount | undefined {
  const [front, back] = line.split(" - ", 2).map((part) => part.split(" "));
  const [mountPoint, ownOptions] = [front?.[4], front?.[5]];
  const [fileSystem, _source, options] = back ?? [];
  if (!mountPoint?.startsWith("/") || !fileSystem) return undefined;
  return {
    mountPoint: withoutEscapes(mountPoint),
    fileSystem,
    options: [...(ownOptions ?? "").split(","), ...(options ?? "").split(",")],
  };
}

/** Spaces, tabs, line breaks and backslashes stand there as octal numbers. */
function withoutEscapes(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits) => String.fromCharCode(parseInt(digits, 8)));
}

function leadsTo(mountPoint: string, path: string): boolean {
  const directory = mountPoint.endsWith("/") ? mountPoint : `${mountPoint}/`;
  return path === mountPoint || path.startsWith(directory);
}

/**
 * Reads the mount table; undefined when there is none or it may not be read.
 *
 * Deno lets a program read below `/proc` only with every permission there is, so the product itself never
 * sees it; {@linkcode chooseJournal} makes do with less. Never throws.
 */
export function readMountTable(): string | undefined {
  return attempt(() => Deno.readTextFileSync("/proc/self/mountinfo"));
}

/**
 * Chooses the journal for an existing directory of this machine from all that may be read: the mount table, else
 * the file system's kind (permission `sys` for `statfs`), else the device number. Never throws.
 */
export function chooseJournal(directory: string): JournalChoice {
  return journalFor(directory, readMountTable(), {
    // Asked for only where path and table do not tell: `node:fs` alone knows it, and takes long to load.
    get kind() {
      const { statfsSync } = globalThis.process.getBuiltinModule("node:fs");
      return attempt(() => statfsSync(directory).type);
    },
    get device() {
      return attempt(() => Deno.statSync(directory).dev);
    },
  });
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
