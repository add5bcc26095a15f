// Help, made of the command table by commander, which is loaded only here.
import { Command as Commander, Option as CommanderOption } from "commander";
import { type Command, type Entry, everywhere, groups, type Option } from "./command.ts";
import { exitCodes } from "./exit_codes.ts";
import type { Output } from "./output.ts";
import { find } from "./program.ts";
import { commands } from "./table.ts";

/** Prints help for the program, or for the command that is named; gives the exit code. */
export async function printHelp(names: readonly string[], output: Output): Promise<number> {
  const name = names.find((one) => !one.startsWith("-"));
  const text = name === undefined
    ? programHelp(output.columns)
    : await helpOf(name, output.columns);
  if (output.json) output.document({ help: text });
  else output.print(text.trimEnd());
  return exitCodes.done;
}

/** What `agent-handoff --help` prints. */
export function programHelp(columns: number): string {
  const program = started("agent-handoff", columns)
    .usage("COMMAND [options]")
    .description(
      "One task ledger and one writer lease for all agents in a project. Without a command, and " +
        "with no terminal on standard input, it is the MCP server.",
    );
  program.addOption(new CommanderOption("--version", "Print the version and what it runs on"));
  for (const option of everywhere) program.addOption(commanderOption(option));
  for (const group of groups) {
    for (const entry of inGroup(group)) {
      program.command(entry.name).summary(entry.summary).helpGroup(`${group}:`);
    }
  }
  program.command("help").summary("Print what a command does and takes").helpGroup("Set up:");
  return `${program.helpInformation()}
Exit codes: ${exitCodes.done} done, ${exitCodes.refused} refused, ${exitCodes.usage} not understood, ${exitCodes.fault} a fault of the program.
agent-handoff COMMAND --help tells what a command takes, with examples.
`;
}

async function helpOf(name: string, columns: number): Promise<string> {
  const entry = name === "serve" ? undefined : await find(name);
  if (!entry) return serveHelp(columns);
  return commandHelp(entry, await entry.load(), columns);
}

/** What `agent-handoff COMMAND --help` prints. */
export function commandHelp(
  ...[entry, command, columns]: [entry: Entry, command: Command, columns: number]
): string {
  const positionals = command.positionals ?? [];
  const shape = positionals.map(({ name, needed }) => needed ? name : `[${name}]`);
  const help = started(`agent-handoff ${entry.name}`, columns)
    .usage([...shape, "[options]"].join(" "))
    .description(command.about ?? entry.summary);
  for (const { name, about, option } of positionals) {
    help.argument(`[${name}]`, option === undefined ? about : `${about} (or --${option})`);
  }
  for (const option of [...command.options, ...everywhere]) help.addOption(commanderOption(option));
  const examples = command.examples.map(({ line, does }) =>
    `  agent-handoff ${line}\n      ${does}`
  );
  const texts = command.options.some(({ takesText }) => takesText)
    ? "\nTEXT, LIST and PATHS may be @FILE to read a file, or - to read standard input.\n"
    : "";
  return `${help.helpInformation()}${texts}\nExamples:\n${examples.join("\n")}\n`;
}

function serveHelp(columns: number): string {
  const help = started("agent-handoff serve", columns)
    .usage("[--root DIR]")
    .description(
      "Serves the ledger to an MCP client on standard input and output, until it closes them.",
    );
  help.addOption(commanderOption(everywhere[0]!));
  return `${help.helpInformation()}\nExamples:\n  agent-handoff serve --root /home/ada/project\n      what a client's configuration starts\n`;
}

function started(name: string, columns: number): Commander {
  return new Commander(name)
    .helpOption(false)
    .helpCommand(false)
    // Told outright, since it would look at variables that this program is not given.
    .configureOutput({ getOutHasColors: () => false, getErrHasColors: () => false })
    .configureHelp({
      helpWidth: Math.min(Math.max(columns, 40), 120),
      subcommandTerm: (command) => command.name(),
      visibleArguments: (command) => [...command.registeredArguments],
    });
}

function commanderOption(option: Option): CommanderOption {
  const { name, value, about, choices, many, needed } = option;
  const flags = name === "help" ? "-h, --help" : `--${name}`;
  const words = [
    about,
    ...(choices && !choices.every((word) => about.includes(word))
      ? [`(${choices.join(", ")})`]
      : []),
    ...(many ? ["(may be repeated)"] : []),
    ...(needed ? ["(needed)"] : []),
  ];
  return new CommanderOption(value === undefined ? flags : `${flags} <${value}>`, words.join(" "));
}

function inGroup(group: string): Entry[] {
  return commands.filter((entry) => entry.group === group);
}
