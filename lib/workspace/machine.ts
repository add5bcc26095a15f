// Which machine and which boot of it this is, and whether a note was left by the same one.
// It reads two files of the system where they exist and knows nothing of sessions.
import { sha256 } from "../system/digest.ts";

/** What tells one machine from another; what could not be read is absent. */
export interface Machine {
  /** Of the installed system, hashed for this product alone: the plain id should not leave its machine. */
  readonly machine?: string;
  /** Of the running kernel, new at every start; containers on one kernel share it. */
  readonly boot?: string;
}

/**
 * Reads what identifies this machine: `/etc/machine-id` and the kernel's boot id.
 *
 * Linux alone has them. A container may lack the machine id, and Deno shows the boot id, like all of `/proc`,
 * only to a program with every permission there is; the machine id needs its own read permission. macOS and
 * Windows have no such file that may be read without running a program or asking the system for more rights.
 * A made-up id in the state directory would not do instead: the directory may be shared or synced, and then
 * two machines would read the same one. Never throws; what may not be read is absent.
 */
export function readMachine(): Machine {
  const id = readLine("/etc/machine-id");
  const boot = readLine("/proc/sys/kernel/random/boot_id");
  return {
    // An image that was never started holds an empty file or the word "uninitialized" there.
    ...(/^[0-9a-f]{32}$/.test(id) && {
      machine: sha256(`agent-handoff ${id}`).slice(0, 32),
    }),
    ...(/^[0-9a-f-]{36}$/.test(boot) && { boot }),
  };
}

/**
 * Whether two notes were left by one machine, as far as that is proved.
 *
 * Equal machine ids prove it whatever the boot: locks of an earlier boot are gone for certain. Different ones
 * disprove it. Where either is absent, only an equal boot id proves it, for it names one running kernel.
 * Anything less is no proof.
 */
export function isSameMachine(one: Machine, other: Machine): boolean {
  if (one.machine !== undefined && other.machine !== undefined) {
    return one.machine === other.machine;
  }
  return one.boot !== undefined && one.boot === other.boot;
}

/** The first line of a small file, or nothing. */
function readLine(path: string): string {
  try {
    return Deno.readTextFileSync(path).split("\n")[0]!.trim();
  } catch {
    return "";
  }
}
