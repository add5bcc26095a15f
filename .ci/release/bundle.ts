// The program as a few small JavaScript files, split where it loads lazily. Knows nothing of the runtime.
import { basename, join } from "node:path";
import { BuildFailure, checkout } from "./project.ts";
import { withoutStack } from "./runtime.ts";

/** What stands in `lib/cli/commit.ts` until the build writes the commit there. */
export const commitMark = "@commit-of-this-build@";

const program = "main.ts";

/** Where to bundle to and what to write in. */
export interface BundleOptions {
  /** Directory that takes the files; made anew. */
  readonly into: string;
  /** What to bundle, from the top of the checkout; `main.ts` by default. The mark is looked for there only. */
  readonly entry?: string;
  /** The commit; the mark stays where it is unknown. */
  readonly commit?: string;
}

/**
 * Bundles `main.ts` with its packages and gives the path of the entry. Commands stay in files of their
 * own, so `--version` never reads the server's code (decision 9 has what that saves).
 */
export async function bundle(options: BundleOptions): Promise<string> {
  const { into, entry = program } = options;
  await Deno.remove(into, { recursive: true }).catch(() => {});
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--minify", "--code-splitting", "--outdir", into, entry],
    cwd: checkout,
    stdin: "null",
  }).output();
  if (!success) {
    throw new BuildFailure(
      `Cannot bundle ${entry}:\n${withoutStack(new TextDecoder().decode(stderr))}`,
    );
  }
  await giveRequire(into);
  if (entry === program) await writeCommit(options);
  return join(into, basename(entry).replace(/\.ts$/, ".js"));
}

/** A `require` for Deno's built-in modules alone, which loads nothing before it is asked. */
const requireBuiltin = "name=>globalThis.process.getBuiltinModule(name)";

/** What newer versions of Deno give a bundle: `node:module`, which loads most other modules of Node with it. */
const requireOfModule =
  /import\s*\{\s*createRequire as (\w+)\s*\}\s*from\s*"node:module";(\s*var \w+\s*=\s*)\1\(import\.meta\.url\)/;

/**
 * Packages in the older module format ask for Deno's built-in modules with `require`. A bundle of an older
 * version of Deno has none: its stand-in throws. That of a newer one is loaded with every command and takes
 * longer than the rest of its start. Either gets a `require` for built-in modules alone in its place.
 */
async function giveRequire(directory: string): Promise<void> {
  for await (const { name } of Deno.readDir(directory)) {
    const path = join(directory, name);
    const text = await Deno.readTextFile(path);
    const given = text.includes("Dynamic require of ")
      ? `const require=${requireBuiltin};${text}`
      : text.replace(requireOfModule, (_, _name, before) => before + requireBuiltin);
    if (given.includes('"node:module"') && /createRequire/.test(given)) {
      throw new BuildFailure(
        `Cannot bundle: ${name} loads node:module in a form that is not known`,
      );
    }
    if (given !== text) await Deno.writeTextFile(path, given);
  }
}

async function writeCommit(options: BundleOptions): Promise<void> {
  let places = 0;
  for await (const { name } of Deno.readDir(options.into)) {
    const path = join(options.into, name);
    const text = await Deno.readTextFile(path);
    if (!text.includes(commitMark)) continue;
    places++;
    if (options.commit !== undefined) {
      await Deno.writeTextFile(path, text.replaceAll(commitMark, options.commit));
    }
  }
  if (places !== 1) {
    throw new BuildFailure(
      `Cannot write the commit into the bundle: its mark is in ${places} files, expected 1`,
    );
  }
}
