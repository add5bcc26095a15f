// Programs and libraries of the machine that tests here need, each with the Debian package that brings it.

/** Fails, naming the package, where a file is missing at every one of its usual places. */
export function needFile(of: { name: string; places: readonly string[]; debian: string }): string {
  const found = of.places.find((place) => {
    try {
      return Deno.statSync(place).isFile;
    } catch {
      return false;
    }
  });
  if (found !== undefined) return found;
  throw new Error(`Find ${of.name}: it is not here; install the Debian package "${of.debian}"`);
}

/** Fails, naming the package, where a program is not on the path. */
export function needProgram(name: string, debian: string): string {
  const places = (Deno.env.get("PATH") ?? "").split(":").map((directory) => `${directory}/${name}`);
  return needFile({ name: `"${name}"`, places, debian });
}

/** Variables that shift the clock of a process, such as `+2h` or `-90m`; its monotonic time goes on as it is. */
export function shiftedClock(by: string): Record<string, string> {
  const library = needFile({
    name: "libfaketime",
    debian: "libfaketime",
    places: ["x86_64-linux-gnu", "aarch64-linux-gnu"].map((machine) =>
      `/usr/lib/${machine}/faketime/libfaketime.so.1`
    ),
  });
  return { LD_PRELOAD: library, FAKETIME: by, DONT_FAKE_MONOTONIC: "1" };
}
