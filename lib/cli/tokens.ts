// Takes a command line apart into options and positionals. What is spelled as most people and scripts spell it is read
// here; `parseArgs` of `node:util`, which takes long to load, reads the rest. A test holds the two equal.

/** One piece of a command line, as `parseArgs` tells it. */
export type Token =
  | {
    readonly kind: "option";
    readonly name: string;
    /** As it was typed. */
    readonly rawName: string;
    readonly value?: string;
    /** Whether the value stood behind `=`. */
    readonly inlineValue?: boolean;
  }
  | { readonly kind: "positional"; readonly value: string };

/**
 * Takes arguments apart. An option among `valued` takes what follows it, whatever that is; after `--` nothing is an
 * option; `-h` stands for `--help`.
 */
export async function tokensOf(
  args: readonly string[],
  options: { valued: ReadonlySet<string>; switches: readonly string[] },
): Promise<readonly Token[]> {
  return plainTokens(args, options.valued) ?? await allTokens(args, options);
}

/** The tokens of long options and of positionals; undefined where anything else is among them. */
function plainTokens(args: readonly string[], valued: ReadonlySet<string>): Token[] | undefined {
  const tokens: Token[] = [];
  for (let index = 0; index < args.length; index++) {
    const typed = args[index]!;
    if (!typed.startsWith("-")) {
      tokens.push({ kind: "positional", value: typed });
      continue;
    }
    const { name, value } = /^--(?<name>[^=]+)(?:=(?<value>[^]*))?$/.exec(typed)?.groups ?? {};
    if (name === undefined) return undefined;
    const option = { kind: "option" as const, name, rawName: `--${name}` };
    if (value !== undefined) tokens.push({ ...option, value, inlineValue: true });
    else if (!valued.has(name) || args[index + 1] === undefined) tokens.push(option);
    else tokens.push({ ...option, value: args[++index]!, inlineValue: false });
  }
  return tokens;
}

async function allTokens(
  args: readonly string[],
  { valued, switches }: { valued: ReadonlySet<string>; switches: readonly string[] },
): Promise<readonly Token[]> {
  const { parseArgs } = await import("node:util");
  const typed = (names: Iterable<string>, type: "boolean" | "string") =>
    Object.fromEntries([...names].map((name) => [name, { type }]));
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: {
      ...typed(valued, "string"),
      ...typed(switches, "boolean"),
      help: { type: "boolean", short: "h" },
    },
  });
  return tokens.filter((token) => token.kind !== "option-terminator");
}
