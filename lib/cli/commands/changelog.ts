// `changelog`: what changed for users, version by version.
import { changelog } from "../changelog.ts";
import type { Command } from "../command.ts";
import { exitCodes } from "../exit_codes.ts";
import { UsageError } from "../usage.ts";

/** Prints the changelog, or one version of it. */
export const command: Command = {
  name: "changelog",
  about: "Prints what changed for users, the newest version first.",
  positionals: [{
    name: "VERSION",
    option: "of",
    about: "Only this version, such as 0.1.0 or Unreleased",
    needed: false,
  }],
  options: [],
  examples: [{ line: "changelog", does: "all versions" }],
  run({ output, values }) {
    const typed = values.text("of");
    const text = typed === undefined ? changelog : sectionOf(typed);
    if (output.json) output.document({ changelog: text });
    else output.print(text.trimEnd());
    return Promise.resolve(exitCodes.done);
  },
};

function sectionOf(version: string): string {
  const sections = changelog.split(/^(?=## \[)/m).slice(1);
  const wanted = version.replace(/^v/, "").toLowerCase();
  const found = sections.find((section) =>
    /^## \[([^\]]+)\]/.exec(section)?.[1]?.toLowerCase() === wanted
  );
  if (found !== undefined) return found;
  throw new UsageError(
    `Cannot find version "${version}" in the changelog`,
    "Type agent-handoff changelog for all versions",
  );
}
