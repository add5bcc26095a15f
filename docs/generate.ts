// Makes the parts of README.md that come from the program itself, and writes them with `deno task docs`.
import { join } from "node:path";
import { statusChanges } from "../lib/rules/transitions.ts";
import { toolTokens } from "./tokens.ts";

const repository = join(import.meta.dirname!, "..");

/** Keys of a reply that the transcript keeps. */
const kept = new Set([
  "status",
  "handoffs_left",
  "error",
  "title",
  "objective",
  "summary",
  "next_action",
  "changed_files",
  "tasks",
  "lease",
]);

/** Runs the demo and gives what it printed. */
async function demoOutput(): Promise<string> {
  const output = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "-A", join(repository, "docs", "demo.ts")],
  }).output();
  const text = new TextDecoder().decode(output.stdout);
  if (!output.success) {
    throw new Error(`The demo failed: ${text}${new TextDecoder().decode(output.stderr)}`);
  }
  return text;
}

/** The transcript of the demo: the same ids and times on every run, and the keys that matter. */
export async function transcript(): Promise<string> {
  const text = await demoOutput();
  const ids = [...new Set([...text.matchAll(/"task_id":"([0-9a-f]{10})"/g)].map(([, id]) => id!))];
  const steady = ids
    .reduce((told, id, place) => told.replaceAll(id, ["8f2c41d09a", "b71e90c3d5"][place]!), text)
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "2026-11-29T10:00:00Z")
    .replaceAll(/\(\d+ minutes\)/g, "(90 minutes)")
    .replaceAll(/(?<=until |"expires_at":")[\dT:-]+Z/g, "2026-11-29T11:30:00Z");
  const lines = steady.split("\n").slice(1).filter((line) => {
    const key = /^ {2}"(\w+)":/.exec(line)?.[1];
    if (key === undefined) return /^ {2}\{"task_id"/.test(line) || !/^ {2}[{}\]]/.test(line);
    return kept.has(key);
  });
  return lines.map((line) => line.replace(/,$/, "")).join("\n").trim();
}

/** The status diagram, from the one table of transitions. */
export function diagram(): string {
  const lines = statusChanges().map(({ from, to, by }) =>
    `    ${from} --> ${to}: ${by.filter((action) => action !== "update_cancel").join(", ")}`
  );
  return ["stateDiagram-v2", "    [*] --> queued: create", ...lines].join("\n");
}

/** README.md with its generated parts made anew. */
export async function regenerated(readme: string): Promise<string> {
  const parts: [RegExp, string][] = [
    [/(<!-- transcript: demo -->\n```text\n)[\s\S]*?(\n?```)/, `$1${await transcript()}\n\`\`\``],
    [/(```mermaid\n)[\s\S]*?```/, `$1${diagram()}\n\`\`\``],
    [
      /(<!-- tokens -->)[\s\S]*?(<!-- \/tokens -->)/,
      `$1${toolTokens("all").toLocaleString("en")}$2`,
    ],
    [
      /(<!-- core tokens -->)[\s\S]*?(<!-- \/core tokens -->)/,
      `$1${toolTokens("core").toLocaleString("en")}$2`,
    ],
  ];
  return parts.reduce((text, [pattern, part]) => {
    if (!pattern.test(text)) throw new Error(`README.md has no place for ${pattern.source}`);
    return text.replace(pattern, part.replaceAll(/\$(?![12])/g, "$$$$"));
  }, readme);
}

if (import.meta.main) {
  const path = join(repository, "README.md");
  await Deno.writeTextFile(path, await regenerated(await Deno.readTextFile(path)));
}
