// `completions`: a script that makes a shell complete commands, options and task ids.
import type { Command } from "../command.ts";
import { exitCodes } from "../exit_codes.ts";
import { nearestName, UsageError } from "../usage.ts";
import { commandWords } from "../completions/words.ts";

/** The shells there are completions for. */
export const shells = ["bash", "zsh", "fish", "powershell"] as const;

/** Prints the script for one shell. */
export const command: Command = {
  name: "completions",
  about:
    "Prints a script that makes your shell complete commands, options and the ids of open tasks.",
  positionals: [{
    name: "SHELL",
    option: "shell",
    about: `One of ${shells.join(", ")}`,
    needed: true,
    choices: shells,
  }],
  options: [],
  examples: [
    {
      line: "completions bash > ~/.local/share/bash-completion/completions/agent-handoff",
      does: "bash",
    },
    { line: "completions fish > ~/.config/fish/completions/agent-handoff.fish", does: "fish" },
  ],
  async run({ output, values }) {
    const typed = values.text("shell")!.toLowerCase();
    const script = await scriptFor(typed);
    if (output.json) output.document({ shell: typed, script });
    else output.print(script.trimEnd());
    return exitCodes.done;
  },
};

async function scriptFor(shell: string): Promise<string> {
  switch (shell) {
    case "bash":
      return (await import("../completions/bash.ts")).bashScript(await commandWords());
    case "zsh":
      return (await import("../completions/zsh.ts")).zshScript(await commandWords());
    case "fish":
      return (await import("../completions/fish.ts")).fishScript(await commandWords());
    case "powershell":
      return (await import("../completions/powershell.ts")).powershellScript(await commandWords());
  }
  const nearest = await nearestName(shell, shells);
  throw new UsageError(
    `Cannot take SHELL "${shell}": expected one of ${shells.join(", ")}`,
    `Type agent-handoff completions ${nearest ?? shells[0]}`,
  );
}
