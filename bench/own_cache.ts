// A cache of Deno for the programs that are measured, apart from the user's: another version of Deno that runs
// at the same time would throw compiled code out of a shared one, and every start would be a first one.
import { join } from "node:path";

/**
 * Gives the programs started from now on a cache of their own below a folder. Packages are those that are
 * there already; compiled code is made anew, in the rounds that warm up.
 */
export async function useOwnCache(folder: string): Promise<void> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  const { npmCache } = JSON.parse(new TextDecoder().decode(stdout)) as { npmCache: string };
  const directory = join(folder, "deno-cache");
  await Deno.mkdir(directory);
  await Deno.symlink(npmCache, join(directory, "npm"));
  Deno.env.set("DENO_DIR", directory);
}
