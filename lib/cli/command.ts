// What a command of the command line is, as data: help, completions and tests read the same values.
// Knows no command and loads nothing.
import type { Output } from "./output.ts";
import type { Values } from "./values.ts";

/** Headings under which help lists the commands, in this order. */
export const groups = [
  "Work on tasks",
  "For people only",
  "Look",
  "Look after the ledger",
  "Set up",
] as const;

/** Heading of a command in help. */
export type Group = (typeof groups)[number];

/** One option of a command. */
export interface Option {
  /** As typed after `--`. */
  readonly name: string;
  /** What stands for the value in help, such as `AGENT`; absent: a switch. */
  readonly value?: string;
  readonly about: string;
  /** The words it takes, for help and completions; the reader of the value checks them. */
  readonly choices?: readonly string[];
  /** Where the value is a text: `@FILE` reads it from a file, `-` from standard input. */
  readonly takesText?: true;
  /** May be given more than once; the values are put together, one a line. */
  readonly many?: true;
  /** What a shell may complete the value with. */
  readonly completes?: "file" | "directory";
  /** The command is no use without it. */
  readonly needed?: true;
}

/** The one argument without a name that most commands take. */
export interface Positional {
  /** As in help: `TASK`. */
  readonly name: string;
  /** The option that it stands for; giving both is a usage error. */
  readonly option?: string;
  readonly about: string;
  readonly needed: boolean;
  /** The words it takes, for completions. */
  readonly choices?: readonly string[];
}

/** A line to type and what it does. */
export interface Example {
  /** Arguments after `agent-handoff`. */
  readonly line: string;
  readonly does: string;
}

/** A command with everything that help tells of it, and what it does. */
export interface Command {
  readonly name: string;
  /** More than the summary says: one or a few sentences. */
  readonly about?: string;
  readonly positionals?: readonly Positional[];
  readonly options: readonly Option[];
  readonly examples: readonly [Example, ...Example[]];
  /** Gives the exit code; throws `UsageError`, `Refused`, or a fault. */
  run(invocation: Invocation): Promise<number>;
}

/** A row of the command table: enough to find a command without loading it. */
export interface Entry {
  readonly name: string;
  readonly group: Group;
  /** What it does, in one line. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** One call of a command. */
export interface Invocation {
  readonly command: Command;
  readonly values: Values;
  readonly output: Output;
  readonly environment: (name: string) => string | undefined;
}

/** Options that every command takes. */
export const everywhere: readonly Option[] = [
  {
    name: "root",
    value: "DIR",
    about: "The project directory; default: the repository around the working directory",
    completes: "directory",
  },
  { name: "json", about: "Print one JSON document on standard output, refusals too" },
  { name: "help", about: "Print what the command does and what it takes" },
];
