// Reads the arguments of one command by its options. Knows the form of a command line, not what values mean.
import { type Command, everywhere, type Option } from "./command.ts";
import { tokensOf } from "./tokens.ts";
import { nearestName, UsageError } from "./usage.ts";

/** What was typed after a command's name. */
export class Values {
  readonly #given: ReadonlyMap<string, readonly string[]>;
  readonly #switches: ReadonlySet<string>;

  /** Values of options by name, and the switches that were set. */
  constructor(
    given: ReadonlyMap<string, readonly string[]>,
    switches: ReadonlySet<string> = new Set(),
  ) {
    this.#given = given;
    this.#switches = switches;
  }

  /** The value of an option, several put together one a line; undefined where it was not given. */
  text(name: string): string | undefined {
    return this.#given.get(name)?.join("\n");
  }

  /** Every value of an option, in the order typed. */
  all(name: string): readonly string[] {
    return this.#given.get(name) ?? [];
  }

  /** Whether a switch was set. */
  has(name: string): boolean {
    return this.#switches.has(name);
  }
}

/**
 * Reads the arguments after a command's name.
 *
 * A value may stand behind a space or `=`, and may begin with `-`; only where it is spelled like an option
 * of this command it must stand behind `=`. After `--` nothing is an option. Throws `UsageError` for an
 * unknown option (with the nearest name), a missing value, an option given twice, and one argument
 * too many or too few.
 */
export async function readValues(command: Command, args: readonly string[]): Promise<Values> {
  const options = [...command.options, ...named(command), ...everywhere];
  const namesOf = (some: readonly Option[]) => some.map(({ name }) => name);
  const tokens = await tokensOf(args, {
    valued: new Set(namesOf(options.filter(({ value }) => value !== undefined))),
    switches: namesOf(options.filter(({ value }) => value === undefined)),
  });
  const given = new Map<string, string[]>();
  const switches = new Set<string>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const option = options.find(({ name }) => name === token.name);
    if (!option) throw await unknownOption(token.rawName, { command, options });
    if (option.value === undefined) {
      if (token.value !== undefined) {
        throw new UsageError(
          `Cannot take a value for --${option.name}`,
          `Type --${option.name} alone`,
        );
      }
      switches.add(option.name);
    } else {
      add(given, option, valueOf(token, { option, options }));
    }
  }
  place(positionals, { command, given });
  return new Values(given, switches);
}

/** The arguments that need no name, for those who type it all the same. */
function named({ positionals = [] }: Command): Option[] {
  return positionals.map(({ name, option = name, about }) => ({
    name: option,
    value: name,
    about,
  }));
}

function valueOf(
  token: { value?: string; inlineValue?: boolean },
  of: { option: Option; options: readonly Option[] },
): string {
  const { name, value: form } = of.option;
  const { value, inlineValue } = token;
  const isOption = !inlineValue && value !== undefined &&
    of.options.some((other) => value === `--${other.name}` || value.startsWith(`--${other.name}=`));
  if (value !== undefined && !isOption) return value;
  throw new UsageError(
    `Cannot take --${name} without a value`,
    isOption
      ? `Type --${name} ${form}; a value spelled like an option stands behind =, as in --${name}=${value}`
      : `Type --${name} ${form}`,
  );
}

function add(given: Map<string, string[]>, option: Option, value: string): void {
  const before = given.get(option.name);
  if (before && !option.many) {
    throw new UsageError(`Cannot take --${option.name} twice`, `Type --${option.name} once`);
  }
  given.set(option.name, [...before ?? [], value]);
}

/** Puts the arguments without a name where they belong. */
function place(
  positionals: readonly string[],
  of: { command: Command; given: Map<string, string[]> },
): void {
  const { command, given } = of;
  const places = command.positionals ?? [];
  const extra = positionals[places.length];
  if (extra !== undefined) {
    throw new UsageError(
      `Cannot take "${extra}": ${command.name} takes ${
        places.map(({ name }) => name).join(" and ") || "no argument without a name"
      }`,
      `Quote a text that holds spaces; agent-handoff ${command.name} --help tells more`,
    );
  }
  places.forEach((positional, index) => {
    const value = positionals[index];
    const key = positional.option ?? positional.name;
    if (value !== undefined && given.has(key)) {
      throw new UsageError(
        `Cannot take both "${value}" and --${key}`,
        `Give ${positional.name} once`,
      );
    }
    if (value !== undefined) given.set(key, [value]);
    else if (positional.needed && !given.has(key)) throw missing(positional.name, command);
  });
  const unset = command.options.find(({ name, needed }) => needed && !given.has(name));
  if (unset) throw missing(`--${unset.name}`, command);
}

function missing(name: string, command: Command): UsageError {
  return new UsageError(
    `Cannot run ${command.name}: ${name} is missing`,
    `Type agent-handoff ${command.examples[0].line}`,
  );
}

async function unknownOption(
  typed: string,
  of: { command: Command; options: readonly Option[] },
): Promise<UsageError> {
  const { command, options } = of;
  const isShort = !typed.startsWith("--");
  // One letter is near to too many names to be a hint.
  const nearest = isShort
    ? undefined
    : await nearestName(typed.slice(2), options.map(({ name }) => name));
  return new UsageError(
    `Cannot take ${typed}: ${command.name} has no such option`,
    nearest !== undefined
      ? `Type --${nearest}, or agent-handoff ${command.name} --help for all of them`
      : isShort
      ? "Put -- before an argument that begins with -; a value of an option may begin with -"
      : `Type agent-handoff ${command.name} --help for those it has`,
  );
}
