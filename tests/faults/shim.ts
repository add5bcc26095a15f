// Builds the failing file system with gcc and tells it what to do. The calls themselves are in fault_shim.c.
import { join } from "node:path";

/** What happens to the chosen call. The numbers are those of fault_shim.c. */
export const fates = {
  none: 0,
  io_error: 1,
  disk_full: 2,
  killed: 3,
  torn_and_killed: 4,
  io_errors_from_then: 5,
  disk_full_from_then: 6,
} as const;

/** Name of a fate. */
export type Fate = keyof typeof fates;

/** Builds the shim below a directory; names the Debian package where there is no compiler. */
export async function buildShim(directory: string): Promise<string> {
  const source = join(import.meta.dirname!, "fault_shim.c");
  const library = join(directory, "fault_shim.so");
  const args = ["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC"];
  const command = new Deno.Command("gcc", {
    args: [...args, "-o", library, source, "-ldl", "-pthread"],
    stderr: "piped",
  });
  const { success, stderr } = await command.output().catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Error('Build the failing file system: no gcc; install the Debian package "gcc"');
  });
  if (success) return library;
  const said = new TextDecoder().decode(stderr);
  const hint = /\.h: No such file/.test(said) ? '; install the Debian package "libc6-dev"' : "";
  throw new Error(`Build the failing file system: gcc said ${said}${hint}`);
}

/** The shared file through which one process under the shim is told what to do. */
export class Control {
  readonly #path: string;
  readonly #library: string;

  /** Makes the file below a directory, with nothing to happen. */
  constructor(directory: string, of: { library: string; name: string }) {
    this.#path = join(directory, `${of.name}.control`);
    this.#library = of.library;
    Deno.writeFileSync(this.#path, new Uint8Array(40));
  }

  /** Variables that put a process under the shim; with `trace` it writes down what was asked of it. */
  environment(trace?: string): Record<string, string> {
    return {
      LD_PRELOAD: this.#library,
      FAULT_CONTROL: this.#path,
      ...(trace !== undefined && { FAULT_TRACE: trace }),
    };
  }

  /** Chooses the call that meets its fate, counted on from 1 at the start of the process. */
  arm(at: number, fate: Fate): void {
    this.#write(1, at);
    this.#write(2, fates[fate]);
  }

  /** Lets everything succeed again. */
  disarm(): void {
    this.#write(1, 0);
  }

  /** How many calls were counted so far. */
  get counted(): number {
    return this.#read(0);
  }

  /** How many calls met their fate. */
  get met(): number {
    return this.#read(3);
  }

  /** Kind of the call that met its fate last: W(rite), S(ync), T(runcate), U(nlink), R(ename) or C(reate). */
  get kind(): string {
    return String.fromCharCode(this.#read(4));
  }

  #read(place: number): number {
    const bytes = Deno.readFileSync(this.#path);
    return Number(new DataView(bytes.buffer).getBigInt64(place * 8, true));
  }

  #write(place: number, value: number): void {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigInt64(0, BigInt(value), true);
    using file = Deno.openSync(this.#path, { write: true });
    file.seekSync(place * 8, Deno.SeekMode.Start);
    file.writeSync(bytes);
  }
}
