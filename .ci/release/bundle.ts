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

/**
 * Packages in the older module format ask for Deno's built-in modules with `require`, which a bundle does
 * not have: its stand-in throws. The file with the stand-in gets a `require` for built-in modules alone.
 */
async function giveRequire(directory: string): Promise<void> {
  for await (const { name } of Deno.readDir(directory)) {
    const path = join(directory, name);
    const text = await Deno.readTextFile(path);
    if (!text.includes("Dynamic require of ")) continue;
    await Deno.writeTextFile(
      path,
      `const require=name=>globalThis.process.getBuiltinModule(name);${text}`,
    );
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
