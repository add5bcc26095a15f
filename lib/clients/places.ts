// The directories that clients keep their files in, per platform. Pure: no disk, no process environment.
import { posix, win32 } from "node:path";
import type { Place } from "./client.ts";

/** Joins path parts the way the place's platform writes them. */
export function joined(place: Place, ...parts: readonly string[]): string {
  return (place.platform === "windows" ? win32 : posix).join(...parts);
}

/** A path under the home directory. */
export function underHome(place: Place, ...parts: readonly string[]): string {
  return joined(place, place.home, ...parts);
}

/**
 * A path under the project directory.
 * Throws when the place has no root: the caller asks only for scopes it can name.
 */
export function underRoot(place: Place, ...parts: readonly string[]): string {
  if (place.root === undefined) {
    throw new Error("Cannot name a project file: no project directory was given");
  }
  return joined(place, place.root, ...parts);
}

/** The directory a variable names, else a default under the home directory; blank means unset. */
export function directoryOf(
  place: Place,
  named: { variable: string; otherwise: readonly string[] },
): string {
  const value = place.environment(named.variable)?.trim();
  return value ? value : underHome(place, ...named.otherwise);
}

/** `$XDG_CONFIG_HOME`, else `~/.config`: on every platform, for clients that do so. */
export function xdgConfig(place: Place): string {
  return directoryOf(place, { variable: "XDG_CONFIG_HOME", otherwise: [".config"] });
}

/** `%APPDATA%` on Windows, else its usual place. */
export function applicationData(place: Place): string {
  return directoryOf(place, { variable: "APPDATA", otherwise: ["AppData", "Roaming"] });
}

/** The settings directory of a VS Code user profile. */
export function vscodeUser(place: Place): string {
  if (place.platform === "windows") return joined(place, applicationData(place), "Code", "User");
  if (place.platform === "darwin") {
    return underHome(place, "Library", "Application Support", "Code", "User");
  }
  return joined(place, xdgConfig(place), "Code", "User");
}

/** The settings directory of Zed. */
export function zedUser(place: Place): string {
  if (place.platform === "windows") return joined(place, applicationData(place), "Zed");
  return place.platform === "darwin"
    ? underHome(place, ".config", "zed")
    : joined(place, xdgConfig(place), "zed");
}
