// What this folder knows of one MCP client, as plain types. It may not know how a file is read,
// written or printed, and nothing of the ledger.

/** The name under which every client lists our server; also the key of our entry in its file. */
export const SERVER_NAME = "agent-handoff";

/** The nine clients `init` and `doctor --client` know, by the name a person types. */
export type ClientId =
  | "claude-code"
  | "codex"
  | "dsh"
  | "cursor"
  | "vscode"
  | "copilot-cli"
  | "gemini-cli"
  | "opencode"
  | "zed";

/** For whom a registration holds: this project, or everything this user opens. */
export type Scope = "project" | "user";

/** The operating systems whose file places are known. */
export type Platform = "linux" | "darwin" | "windows";

/** A value as JSON, TOML and YAML can all hold it. */
export type Value = string | number | boolean | null | readonly Value[] | {
  readonly [key: string]: Value;
};

/** How a client starts our server: the program and its arguments, not yet quoted for any shell. */
export interface Launch {
  /** The program: a name on PATH or an absolute path. */
  readonly command: string;
  /** Its arguments, for example `["serve"]`. */
  readonly args: readonly string[];
}

/** Where we are: everything a file place depends on, as values. */
export interface Place {
  /** The user's home directory, absolute. */
  readonly home: string;
  /** The project directory, absolute; project files have no place without it. */
  readonly root?: string;
  readonly platform: Platform;
  /** One environment variable; undefined when it is not set. */
  readonly environment: (name: string) => string | undefined;
}

/** How a configuration file is written, with what its reader puts up with (tried with the real clients). */
export type Format =
  | { readonly kind: "json"; readonly comments: boolean; readonly trailingCommas: boolean }
  | { readonly kind: "toml" }
  | { readonly kind: "yaml" };

/** Our entry for one file of one client; plain data that the three editors write down. */
export interface ServerEntry {
  /** Keys from the top of the file to the table of servers; empty for the YAML patch list. */
  readonly container: readonly string[];
  readonly launch: Launch;
  /** `split` keeps `command` and `args` apart, `list` holds both in the list `command`. */
  readonly shape: "split" | "list";
  /** Keys of a new entry before the launch; an entry that is there already is not given them. */
  readonly before: Readonly<Record<string, Value>>;
  /** Keys of a new entry after the launch; an entry that is there already is not given them. */
  readonly after: Readonly<Record<string, Value>>;
  /** Other keys at the top of a file that we create. */
  readonly newFile: Readonly<Record<string, Value>>;
}

/** The configuration files of one client in one scope. */
export interface ConfigurationFiles {
  readonly format: Format;
  /** Every path the client reads, the one it prefers first. */
  readonly paths: (place: Place) => readonly string[];
  /** True when the client reads only the first of them that exists; else it reads all. */
  readonly onlyFirst: boolean;
  /** The path to create when none of them exists. */
  readonly created: (place: Place) => string;
  /** True when other clients read the file too: it then names neither agent nor root (contract, Root). */
  readonly shared: boolean;
  /** Keys of a new entry in this file, where they differ from the client's own. */
  readonly before?: Readonly<Record<string, Value>>;
  readonly after?: Readonly<Record<string, Value>>;
  /** Arguments after `serve` in a new entry, for example a root the client fills in. */
  readonly serveArguments: readonly string[];
  /** What the client still asks of the person after the file is written, one sentence each. */
  readonly notes: readonly string[];
}

/** Which environment a client hands to the servers it starts. */
export interface EnvironmentPolicy {
  /** `all` hands everything on that is not dropped; a list names the only variables handed on. */
  readonly hands: "all" | readonly string[];
  /** Names dropped, without regard to case; `*` stands for any characters. */
  readonly drops: readonly string[];
  /** Variables the client sets itself; `${root}` in a value is the project directory. */
  readonly adds: Readonly<Record<string, string>>;
  /** The variable that carries the client's session, where there is one; set only while it runs. */
  readonly session?: string;
}

/** How a client fills in variables: the syntax it replaces, and where it leaves texts alone. */
export type Expansion = "claude" | "gemini" | "editor" | "opencode" | "none";

/** One client: where its files are, what our entry looks like there, how it starts servers. */
export interface Client {
  readonly id: ClientId;
  /** The name in the client's own spelling, for people. */
  readonly title: string;
  /** The scopes that exist for it, with their files. */
  readonly scopes: Readonly<Partial<Record<Scope, ConfigurationFiles>>>;
  readonly container: readonly string[];
  readonly shape: "split" | "list";
  readonly before: Readonly<Record<string, Value>>;
  readonly after: Readonly<Record<string, Value>>;
  /** The key that holds variables for the server. */
  readonly environmentKey: string;
  readonly newFile: Readonly<Record<string, Value>>;
  /** Programs on PATH that show it is installed. */
  readonly programs: readonly string[];
  /** Files or directories that show it is installed. */
  readonly traces: (place: Place) => readonly string[];
  readonly environment: EnvironmentPolicy;
  readonly expansion: Expansion;
  /** The name in its MCP handshake. */
  readonly handshakeName: string;
  /** True when the facts were seen with the real program, false when only read in its documents or source. */
  readonly tried: boolean;
}
