// What programs that were started and have ended took of the processors. Asks the system itself, since Deno does not tell.

/** Milliseconds of processor time, in user and system mode, of all children that have ended; NaN outside of Linux. */
export function processorOfChildren(): number {
  if (!library) return NaN;
  const usage = new BigInt64Array(18);
  if (library.symbols.getrusage(RUSAGE_CHILDREN, usage) !== 0) return NaN;
  // Two times, each in seconds and microseconds: see getrusage(2).
  const [userSeconds, user, systemSeconds, system] = usage;
  return Number(userSeconds! + systemSeconds!) * 1e3 + Number(user! + system!) / 1e3;
}

const RUSAGE_CHILDREN = -1;
const library = openLibrary();

function openLibrary() {
  if (Deno.build.os !== "linux") return undefined;
  try {
    return Deno.dlopen("libc.so.6", {
      getrusage: { parameters: ["i32", "buffer"], result: "i32" },
    });
  } catch {
    // Another C library goes by another name.
    return undefined;
  }
}
