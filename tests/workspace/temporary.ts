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

/** Calls one exported function of `lib/workspace` in a process of its own and returns its result. */
export function callScoped(
  [module, name, ...values]: [module: string, name: string, ...values: unknown[]],
  options: { permissions: string[]; user?: number },
): unknown {
  const program = new URL("./scoped_program.ts", import.meta.url).href;
  const output = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--quiet", ...options.permissions, program]
      .concat(module, name, JSON.stringify(values)),
    uid: options.user,
    gid: options.user,
  }).outputSync();
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  if (!output.success) throw new Error(`${module} ${name} failed: ${text(output.stderr)}`);
  return JSON.parse(text(output.stdout));
}
