// Which machine the numbers are of: what matters for speed, and nothing that names it.
import { DatabaseSync } from "node:sqlite";

/** Processor, cores, memory, system, file system and versions, a line each. */
export function machine(): string[] {
  const { deno, v8 } = Deno.version;
  const gibibytes = Math.round(Deno.systemMemoryInfo().total / 2 ** 30);
  const [release] = Deno.osRelease().split("-");
  return [
    `Processor: ${processor()}, ${navigator.hardwareConcurrency} cores, ${gibibytes} GiB of memory`,
    `System: ${Deno.build.os} ${release}, temporary files on ${fileSystem()}`,
    `Versions: Deno ${deno}, V8 ${v8}, SQLite ${sqlite()}`,
  ];
}

/** Prints the machine and how busy it is now. */
export function printMachine(): void {
  const [one, five] = Deno.loadavg();
  const load = `${one!.toFixed(2)} (1 minute), ${five!.toFixed(2)} (5 minutes)`;
  console.log([...machine(), `Load average before: ${load}`].join("\n"));
}

function processor(): string {
  const name = lineOf("/proc/cpuinfo", /^model name\s*:\s*(.+)$/m) ?? Deno.build.arch;
  const speed = lineOf("/proc/cpuinfo", /^cpu MHz\s*:\s*(\d+)/m);
  return speed === undefined ? name : `${name} at ${speed} MHz`;
}

/** The file system below the folder for temporary files, by the longest mount point that leads there. */
function fileSystem(): string {
  const directory = Deno.realPathSync(Deno.env.get("TMPDIR") ?? "/tmp");
  const mounts = textOf("/proc/self/mounts")?.split("\n").map((line) => line.split(" ")) ?? [];
  const leading = mounts.filter(([, point]) =>
    point !== undefined && (directory === point || `${directory}/`.startsWith(withSlash(point)))
  );
  return leading.sort((one, other) => other[1]!.length - one[1]!.length)[0]?.[2] ?? "unknown";
}

function withSlash(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}

function sqlite(): string {
  using database = new DatabaseSync(":memory:");
  return String(database.prepare("SELECT sqlite_version() AS version").get()?.version);
}

function lineOf(path: string, pattern: RegExp): string | undefined {
  return pattern.exec(textOf(path) ?? "")?.[1];
}

function textOf(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return undefined;
  }
}
