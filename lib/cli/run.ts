// Which command was meant. Loads that one and nothing else: `serve` no CLI library, the others no MCP SDK.

/** Exit codes of the program (contract, Command line). */
export const exitCodes = { done: 0, refused: 1, usage: 2, fault: 70 } as const;

/**
 * Runs the program and gives its exit code. Without a command it is the server where stdin is no
 * terminal, and prints help where it is one.
 */
export async function run(args: readonly string[]): Promise<number> {
  const [first] = args;
  if (first === "--version" || first === "-V" || first === "version") {
    const { printVersion } = await import("./commands/version.ts");
    return printVersion();
  }
  const isServer = first === "serve" || (first === undefined && !Deno.stdin.isTerminal()) ||
    (first?.startsWith("--root") && !Deno.stdin.isTerminal());
  if (isServer) {
    const { serveCommand } = await import("./commands/serve.ts");
    return await serveCommand(first === "serve" ? args.slice(1) : args);
  }
  const { helpCommand } = await import("./commands/help.ts");
  return helpCommand(args);
}
