// Tells which clients are installed by looking for their programs and files; runs nothing, and asks the
// disk only through the function it is given.
import { posix, win32 } from "node:path";
import { CLIENTS } from "./catalog.ts";
import type { Client, Place } from "./client.ts";

/** A client that was found, and the path that shows it. */
export interface InstalledClient {
  readonly client: Client;
  readonly shownBy: string;
}

function programPaths(client: Client, place: Place): string[] {
  const windows = place.platform === "windows";
  const { join, delimiter } = windows ? win32 : posix;
  const directories = (place.environment("PATH") ?? "").split(delimiter).filter((part) =>
    part !== ""
  );
  const endings = windows
    ? (place.environment("PATHEXT") ?? ".COM;.EXE;.BAT;.CMD").toLowerCase().split(";")
    : [""];
  return directories.flatMap((directory) =>
    client.programs.flatMap((program) => endings.map((ending) => join(directory, program + ending)))
  );
}

/**
 * The clients that this user has, in catalogue order: a program of theirs on PATH, else a file or
 * directory they leave behind. A client that left files but was taken away since is still named.
 */
export function installedClients(
  place: Place,
  exists: (path: string) => boolean,
): InstalledClient[] {
  return CLIENTS.flatMap((client) => {
    const shownBy = [...programPaths(client, place), ...client.traces(place)].find(exists);
    return shownBy === undefined ? [] : [{ client, shownBy }];
  });
}
