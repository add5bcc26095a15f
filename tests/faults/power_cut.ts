// Acts out a power cut on paper: which bytes and names a disk may hold if it only ever kept what was synced.
import { basename, join } from "node:path";
import type { Random } from "../model/random.ts";
import type { Call } from "./trace.ts";

/** A file as the disk may hold it. */
interface Stored {
  bytes: Uint8Array;
}

/**
 * Writes the files of `.agent-handoff` into a directory as a power cut after a number of calls may leave
 * them. Synced writes are there. Of later writes to a file any may be there or not, in any order, each
 * whole 512-byte sector by itself. Names come and go in order, those since the last sync of the directory
 * up to a random one. Shared memory of the WAL is gone.
 */
export function cutPower(calls: readonly Call[], into: string, random: Random): void {
  const done = calls.filter((call) => !call.path.endsWith("-shm"));
  const names = namesOnDisk(done, random);
  for (const [name, since] of names) {
    const file = contentOnDisk(done.slice(since), name, random);
    Deno.writeFileSync(join(into, name), file.bytes);
  }
}

const renamesNames = new Set(["C", "U", "R"]);

/** Each name on the disk with the place in the calls at which its file was made. */
function namesOnDisk(calls: readonly Call[], random: Random): Map<string, number> {
  const isDirectorySync = (call: Call) =>
    call.kind === "S" && call.path.endsWith("/.agent-handoff");
  const synced = calls.findLastIndex(isDirectorySync);
  const names = new Map<string, number>();
  const later = calls.filter((call, place) => place > synced && renamesNames.has(call.kind)).length;
  let kept = random.between(0, later);
  calls.forEach((call, place) => {
    if (!renamesNames.has(call.kind) || (place > synced && kept-- <= 0)) return;
    const [from = "", to = ""] = call.path.split("\t").map((path) => basename(path));
    if (call.path.includes("/sessions/")) return;
    if (call.kind === "C") names.set(from, place);
    if (call.kind === "U") names.delete(from);
    if (call.kind === "R") {
      names.set(to, names.get(from) ?? place);
      names.delete(from);
    }
  });
  return names;
}

function contentOnDisk(calls: readonly Call[], name: string, random: Random): Stored {
  const file: Stored = { bytes: new Uint8Array(0) };
  const own = calls.filter((call) => basename(call.path) === name);
  const synced = own.findLastIndex((call) => call.kind === "S");
  const isKept = random.pick([0, 10, 50, 90, 100]);
  own.forEach((call, place) => {
    const isSafe = place <= synced;
    if (call.kind === "T" && (isSafe || random.odds(isKept))) resize(file, call.offset);
    if (call.kind !== "W") return;
    for (let from = 0; from < call.bytes.length; from += 512) {
      if (!isSafe && !random.odds(isKept)) continue;
      put(file, call.offset + from, call.bytes.subarray(from, from + 512));
    }
  });
  return file;
}

function put(file: Stored, offset: number, bytes: Uint8Array): void {
  if (offset + bytes.length > file.bytes.length) resize(file, offset + bytes.length);
  file.bytes.set(bytes, offset);
}

function resize(file: Stored, size: number): void {
  const bytes = new Uint8Array(size);
  bytes.set(file.bytes.subarray(0, size));
  file.bytes = bytes;
}
