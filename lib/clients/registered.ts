// Finds how a client has our server registered, and what it would hand to it: for `doctor --client`.
// Reads through the function it is given and starts nothing.
import { posix, win32 } from "node:path";
import type { Client, Format, Launch, Place, Scope } from "./client.ts";
import { launchOf } from "./edit.ts";
import { findEntry } from "./editing.ts";
import { expanded } from "./expand.ts";

/** One registration as it is written; `local` is Claude Code's own list for one project. */
export interface Registration {
  readonly scope: Scope | "local";
  readonly path: string;
  /** The line of the entry, from 1. */
  readonly line: number;
  /** Undefined when the entry names no program. */
  readonly launch: Launch | undefined;
  /** Variables the entry sets, not yet filled in. */
  readonly environment: Readonly<Record<string, string>>;
  /** Variables the entry lets through from the client's environment. */
  readonly forwards: readonly string[];
  /** The working directory the entry sets, not yet filled in. */
  readonly workingDirectory?: string;
  /** False when the person switched it off. */
  readonly enabled: boolean;
}

/** A file that may hold a registration but cannot be used. */
export interface RegistrationProblem {
  readonly path: string;
  readonly line?: number;
  readonly reason: string;
}

/** What was found, the registration that the client uses first. */
export interface Registrations {
  readonly registrations: readonly Registration[];
  readonly problems: readonly RegistrationProblem[];
}

/** What the server would be started with. */
export interface HandedOn extends Launch {
  readonly environment: Readonly<Record<string, string>>;
  readonly workingDirectory: string;
}

/** One place to look in. */
interface Source {
  readonly scope: Registration["scope"];
  readonly path: string;
  readonly format: Format;
  readonly container: readonly string[];
}

function sourcesOf(client: Client, options: FindOptions): Source[] {
  const { place } = options;
  const { project, user } = client.scopes;
  const sources: Source[] = [];
  if (client.id === "claude-code" && user && place.root !== undefined) {
    // Claude Code keeps a list for each project in the user's file, and prefers it to all others.
    const container = ["projects", place.root, ...client.container];
    sources.push(
      ...user.paths(place).map((path): Source => ({
        scope: "local",
        path,
        format: user.format,
        container,
      })),
    );
  }
  for (const [scope, files] of [["project", project], ["user", user]] as const) {
    if (files === undefined || (scope === "project" && place.root === undefined)) continue;
    const paths = files.paths(place);
    const first = paths.find((path) => read(path, options).text !== undefined);
    const { format } = files;
    for (const path of files.onlyFirst ? [first ?? paths[0] ?? ""] : paths) {
      sources.push({ scope, path, format, container: client.container });
    }
  }
  return sources;
}

/** Where to look, and how to read. */
export interface FindOptions {
  readonly place: Place;
  /** The text of a file, undefined when it is missing; what it throws becomes a problem. */
  readonly readFile: (path: string) => string | undefined;
}

function read(path: string, options: FindOptions): { text?: string; reason?: string } {
  try {
    return { text: options.readFile(path) };
  } catch (error) {
    return { reason: `Cannot read the file: ${error instanceof Error ? error.message : error}` };
  }
}

/**
 * Finds every registration of ours in a client's files, in the client's order of precedence: a list of
 * its own for the project, the project's file, the user's. Files that cannot be used are `problems`.
 */
export function findRegistrations(client: Client, options: FindOptions): Registrations {
  const registrations: Registration[] = [];
  const problems = new Map<string, RegistrationProblem>();
  for (const source of sourcesOf(client, options)) {
    const { path } = source;
    const { text, reason } = read(path, options);
    if (reason !== undefined) problems.set(path, { path, reason });
    if (text === undefined) continue;
    const found = findEntry(text, source.container, source.format);
    if (found.kind === "refused") {
      problems.set(path, { path, line: found.line, reason: found.reason });
    } else if (found.fields !== undefined) {
      registrations.push(
        registrationOf(client, source, { fields: found.fields, line: found.line ?? 1 }),
      );
    }
  }
  return { registrations, problems: [...problems.values()] };
}

function texts(value: unknown): Record<string, string> {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      ["string", "number", "boolean"].includes(typeof item) ? [[key, String(item)]] : []
    ),
  );
}

function registrationOf(
  client: Client,
  source: Source,
  found: { fields: Readonly<Record<string, unknown>>; line: number },
): Registration {
  const { fields, line } = found;
  const forwards = Array.isArray(fields.env_vars) ? fields.env_vars : [];
  return {
    scope: source.scope,
    path: source.path,
    line,
    launch: launchOf(fields),
    environment: texts(fields[client.environmentKey]),
    forwards: forwards.filter((name) => typeof name === "string"),
    ...(typeof fields.cwd === "string" && { workingDirectory: fields.cwd }),
    enabled: fields.enabled !== false && fields.disabled !== true,
  };
}

function matches(name: string, pattern: string): boolean {
  const source = pattern.split("*").map((part) => part.replace(/[^A-Za-z0-9_]/g, "\\$&")).join(
    ".*",
  );
  return new RegExp(`^${source}$`, "i").test(name);
}

/**
 * What the client would start the server with: variables filled in, its own filter passed, the entry's
 * variables laid over, the working directory made absolute. `environment` is the one the client itself
 * runs in. Undefined when the registration names no program. The client's session is set only while it
 * runs, so it is not among them.
 */
export function handedOn(
  client: Client,
  registration: Registration,
  context: { place: Place; environment: Readonly<Record<string, string>> },
): HandedOn | undefined {
  if (registration.launch === undefined) return undefined;
  const { place, environment } = context;
  const root = place.root ?? place.home;
  const policy = client.environment;
  const own = Object.fromEntries(
    Object.entries(policy.adds).map(([name, value]) => [name, value.replaceAll("${root}", root)]),
  );
  const values = { environment: { ...environment, ...own }, root, home: place.home };
  const filled = (text: string): string => expanded(text, client.expansion, values);
  const passed = Object.entries(environment).filter(([name]) =>
    registration.forwards.includes(name) ||
    ((policy.hands === "all" || policy.hands.includes(name)) &&
      !policy.drops.some((pattern) => matches(name, pattern)))
  );
  const set = Object.entries(registration.environment).map(([name, text]) => [name, filled(text)]);
  // Gemini CLI fills in the variables of an entry only, not its command.
  const launched = client.expansion === "gemini" ? (text: string) => text : filled;
  return {
    command: launched(registration.launch.command),
    args: registration.launch.args.map(launched),
    environment: { ...Object.fromEntries(passed), ...own, ...Object.fromEntries(set) },
    workingDirectory: workingDirectory(registration.workingDirectory, { root, place, launched }),
  };
}

function workingDirectory(
  written: string | undefined,
  given: { root: string; place: Place; launched: (text: string) => string },
): string {
  // The harness writes the directory it was started in as an expression.
  if (written === undefined || written === "process.cwd()") return given.root;
  const { resolve } = given.place.platform === "windows" ? win32 : posix;
  return resolve(given.root, given.launched(written));
}
