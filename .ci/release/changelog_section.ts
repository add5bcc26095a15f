// One version's part of CHANGELOG.md, for the text of a release.
import { join } from "node:path";
import { BuildFailure, checkout, readProject, runAsProgram } from "./project.ts";

/**
 * The lines under the heading `## [VERSION]`, without the heading, up to the next version or the links
 * at the end. Refuses a version that has no section or an empty one.
 */
export function changelogSection(changelog: string, version: string): string {
  const lines = changelog.split(/\r?\n/);
  const start = lines.findIndex((line) => line.startsWith(`## [${version}]`));
  if (start < 0) {
    throw new BuildFailure(
      `Cannot release version "${version}": CHANGELOG.md has no section "## [${version}]"`,
    );
  }
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith("## ") || /^\[[^\]]+\]: /.test(line));
  const section = rest.slice(0, end < 0 ? undefined : end).join("\n").trim();
  if (section === "") {
    throw new BuildFailure(
      `Cannot release version "${version}": its section of CHANGELOG.md is empty`,
    );
  }
  return section;
}

/** The section of a version in this checkout. */
export async function readSection(version: string): Promise<string> {
  return changelogSection(await Deno.readTextFile(join(checkout, "CHANGELOG.md")), version);
}

if (import.meta.main) {
  await runAsProgram(async () => {
    console.log(await readSection(Deno.args[0] ?? (await readProject()).version));
  });
}
