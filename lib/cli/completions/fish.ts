// Completions for fish, as a file of `complete` lines. Knows fish and the words, no command.
import type { Option } from "../command.ts";
import { type CommandWords, idsCommand, program } from "./words.ts";

/** The script. */
export function fishScript(commands: readonly CommandWords[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const none = `not __fish_seen_subcommand_from ${names}`;
  const lines = commands.flatMap((command) => {
    const seen = `__fish_seen_subcommand_from ${command.name}`;
    return [
      line(none, `-a ${command.name}`, command.summary),
      ...command.options.map((option) => line(seen, optionWords(option), option.about)),
      ...(command.takesTask ? [line(seen, `-a '(${idsCommand})'`, "Task")] : []),
      ...(command.takesFile ? [line(seen, "-F", "File")] : []),
      ...command.argumentWords.map((word) => line(seen, `-a ${word}`, "")),
    ];
  });
  return [
    `# Completions of ${program} for fish. Put this file into ~/.config/fish/completions.`,
    `complete -c ${program} -f`,
    line(none, "-l version", "Print the version and what it runs on"),
    line(none, "-l help", "Print help"),
    ...lines,
    "",
  ].join("\n");
}

function optionWords({ name, value, choices, completes }: Option): string {
  if (choices) return `-l ${name} -x -a '${choices.join(" ")}'`;
  if (completes === "file") return `-l ${name} -r -F`;
  if (completes === "directory") return `-l ${name} -x -a '(__fish_complete_directories)'`;
  return value === undefined ? `-l ${name}` : `-l ${name} -x`;
}

function line(condition: string, words: string, about: string): string {
  const text = about.replace(/['\\]/g, "\\$&");
  return `complete -c ${program} -n '${condition}' ${words}${text === "" ? "" : ` -d '${text}'`}`;
}
