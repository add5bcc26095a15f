// Which command was meant. Loads that one and nothing else: `serve` no CLI library, the others no MCP SDK.

import { giveUpFiles, giveUpPermissions } from "../mcp/sandbox.ts";

export { exitCodes } from "./exit_codes.ts";

/** Commands that print what the program itself holds: they need no file. */
const fileless: ReadonlySet<string | undefined> = new Set([
  "--version",
  "-V",
  "version",
  "--help",
  "-h",
  "help",
  "completions",
  "changelog",
]);

/**
 * Runs the program and gives its exit code. Without a command it is the server where stdin is no
 * terminal, and prints help where it is one.
 */
export async function run(args: readonly string[]): Promise<number> {
  const [first] = args;
  // The version is no command of the table, so that `--json` before it is looked past here.
  const asked = args.find((one) => one !== "--json");
  giveUpPermissions();
  if (fileless.has(asked)) giveUpFiles();
  if (asked === "--version" || asked === "-V" || asked === "version") {
    const { printVersion } = await import("./commands/version.ts");
    return await printVersion({ json: args.includes("--json") });
  }
  if (first === "serve" || (isBare(args) && !Deno.stdin.isTerminal())) {
    if (first === "serve" && args.slice(1).some((one) => one === "--help" || one === "-h")) {
      const { runProgram } = await import("./program.ts");
      return await runProgram(["help", "serve"]);
    }
    const { serveCommand } = await import("./commands/serve.ts");
    return await serveCommand(first === "serve" ? args.slice(1) : args);
  }
  const { runProgram } = await import("./program.ts");
  return await runProgram(args);
}

/** Whether nothing but a root stands there, so that no command is named. */
function isBare(args: readonly string[]): boolean {
  const [first, second] = args;
  if (first === undefined) return true;
  if (first === "--root") return second !== undefined && args.length === 2;
  return first.startsWith("--root=") && args.length === 1;
}
