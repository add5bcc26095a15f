// Writes lib/cli/changelog.ts anew from CHANGELOG.md, since a compiled program cannot read that.
// Run it after every change: deno run --allow-read=. --allow-write=lib/cli/changelog.ts tests/support/write_changelog.ts

/** The module that holds a changelog. */
export function changelogModule(markdown: string): string {
  const lines = markdown.trimEnd().split("\n").map((line) => `  ${JSON.stringify(line)},`);
  return `// CHANGELOG.md as a value, written by tests/support/write_changelog.ts; a test holds the two equal.
// deno-fmt-ignore-file

/** The text of CHANGELOG.md. */
export const changelog: string = [
${lines.join("\n")}
].join("\\n");
`;
}

if (import.meta.main) {
  const root = new URL("../../", import.meta.url);
  const markdown = Deno.readTextFileSync(new URL("CHANGELOG.md", root));
  Deno.writeTextFileSync(new URL("lib/cli/changelog.ts", root), changelogModule(markdown));
}
