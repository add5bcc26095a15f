// What a shell has to know to complete our commands, gathered from the command table once for all shells.
import { type Command, everywhere, type Option } from "../command.ts";
import { commands } from "../table.ts";

/** One command as shells see it. */
export interface CommandWords {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** Whether its first argument is a task's id. */
  readonly takesTask: boolean;
  /** The words that its first argument may be. */
  readonly argumentWords: readonly string[];
  /** Whether its first argument is a file. */
  readonly takesFile: boolean;
}

/** Name under which the shells know the program. */
export const program = "agent-handoff";

/** Lists ids of open tasks, one a line; the first line of a list in a pipe is the lease. */
export const idsCommand: string = `${program} list --limit 100 2>/dev/null | tail -n +2 | cut -f1`;

/** Every command with its options, the server and help included. */
export async function commandWords(): Promise<readonly CommandWords[]> {
  const known = await Promise.all(commands.map(async (entry) => {
    const command = await entry.load();
    const { name, summary } = entry;
    return { name, summary, options: [...command.options, ...everywhere], ...firstOf(command) };
  }));
  const none = { takesTask: false, argumentWords: [], takesFile: false };
  const names = commands.map(({ name }) => name);
  return [
    ...known,
    { name: "serve", summary: "Serve an MCP client", options: [everywhere[0]!], ...none },
    { name: "help", summary: "Print help", options: [], ...none, argumentWords: names },
  ];
}

function firstOf(
  command: Command,
): Pick<CommandWords, "takesTask" | "argumentWords" | "takesFile"> {
  const [first] = command.positionals ?? [];
  return {
    takesTask: first?.name === "TASK",
    argumentWords: first?.choices ?? [],
    takesFile: first?.name === "FILE",
  };
}
