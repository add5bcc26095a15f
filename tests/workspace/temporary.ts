// Scratch directories, and the program under narrow permissions. It knows nothing of what is tested in them.

/** A directory that is removed when the test's block ends. */
export interface Temporary extends Disposable {
  /** Its absolute path, symbolic links resolved. */
  readonly path: string;
  /** Makes directories below it and returns the absolute path of the last. */
  directory(...parts: string[]): string;
  /** Writes a file below it, with the directories it needs, and returns its absolute path. */
  file(name: string, content?: string | Uint8Array): string;
}

/** Makes a scratch directory; use it with `using`. */
export function temporaryDirectory(): Temporary {
  const path = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "agent-handoff-" }));
  const directory = (...parts: string[]): string => {
    const made = [path, ...parts].join("/");
    Deno.mkdirSync(made, { recursive: true });
    return made;
  };
  const file = (name: string, content: string | Uint8Array = ""): string => {
    directory(...name.split("/").slice(0, -1));
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    Deno.writeFileSync(`${path}/${name}`, bytes);
    return `${path}/${name}`;
  };
  const remove = (): void => Deno.removeSync(path, { recursive: true });
  return { path, directory, file, [Symbol.dispose]: remove };
}

/** Where and how a function is called. */
export interface Surroundings {
  /** The permission flags of the process. */
  permissions: string[];
  /** A command, with its arguments, that the process is started through. */
  through?: string[];
}

/** Calls one exported function of `lib/workspace` in a process of its own and returns its result. */
export function callScoped(
  [module, name, ...values]: [module: string, name: string, ...values: unknown[]],
  { permissions, through = [] }: Surroundings,
): unknown {
  const program = new URL("./scoped_program.ts", import.meta.url).href;
  const [command, ...args] = [...through, Deno.execPath(), "run", "--no-prompt", "--quiet"]
    .concat(permissions, program, module, name, JSON.stringify(values));
  const output = new Deno.Command(command!, { args }).outputSync();
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  if (!output.success) throw new Error(`${module} ${name} failed: ${text(output.stderr)}`);
  return JSON.parse(text(output.stdout));
}

/** Starts a process that file modes bind, as they do not bind root. */
export function boundByModes(): string[] {
  return Deno.uid() === 0 ? ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] : [];
}

/**
 * Starts a process that sees a small file system of its own at a path, made ready by shell commands.
 * When `after` fails there once the process has ended, so does the call.
 */
export function onOwnFileSystem(
  path: string,
  { size, ready, after = "true" }: { size: string; ready: string; after?: string },
): string[] {
  const mount = `mount -t tmpfs -o ${size} none "$0" && cd "$0" && { ${ready}; } >&2 || exit 9`;
  return ["unshare", "-rm", "sh", "-c", `${mount}\n"$@" && { ${after}; } >&2`, path];
}
