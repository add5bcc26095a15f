// Who gives a command: an agent, by its mark or name, or a person. Pure; the environment comes in as values.
import { callerOf, clientAgent } from "../mcp/caller.ts";
import type { Caller } from "../rules/command.ts";
import { refuse } from "../rules/refusal.ts";
import { Refused, UsageError } from "./usage.ts";

type Environment = (name: string) => string | undefined;

/** What an agent leaves in the environment of the commands it runs. */
export interface Mark {
  /** The variable that is set. */
  readonly variable: string;
  /** The agent that sets it. */
  readonly agent: string;
  /** The variable that holds the id of the agent's conversation. */
  readonly session?: string;
}

/** The marks of known agents (contract, Command line). `AI_AGENT` names its agent itself. */
export const agentMarks: readonly Mark[] = [
  { variable: "CLAUDECODE", agent: "claude-code", session: "CLAUDE_CODE_SESSION_ID" },
  { variable: "CODEX_SESSION_ID", agent: "codex", session: "CODEX_SESSION_ID" },
  { variable: "GEMINI_CLI", agent: "gemini-cli" },
  { variable: "OPENCODE", agent: "opencode" },
  { variable: "COPILOT_CLI", agent: "copilot-cli", session: "COPILOT_AGENT_SESSION_ID" },
];

/** The mark that any agent may set, with its name as the value. */
export const namedMark = "AI_AGENT";

/** The agent's name where `AI_AGENT` says only that there is one. */
const someAgent = "agent";

/**
 * The marks that the environment bears; a blank variable is none. `AI_AGENT` counts where no other does:
 * agents that set it set their own as well. Its value is read as the server reads a client's name, up to
 * the first `/`, `@` or space, which part a version off; a value such as `1` or `true` names nobody.
 */
export function marksIn(environment: Environment): readonly Mark[] {
  const isSet = (name: string): boolean => (environment(name) ?? "").trim() !== "";
  const known = agentMarks.filter(({ variable }) => isSet(variable));
  if (known.length > 0 || !isSet(namedMark)) return known;
  const [told = ""] = environment(namedMark)!.trim().split(/[/@\s]/);
  const agent = /^(\d*|true|yes|on)$/i.test(told) ? undefined : clientAgent(told);
  return [{ variable: namedMark, agent: agent ?? someAgent }];
}

/**
 * What a command is to its caller: `holder` needs an agent's name; `anyone` is a person's where no agent
 * can be told; `reader` changes nothing, so that nobody need be named.
 */
export type Part = "holder" | "anyone" | "reader";

/** What a caller is told from. */
export interface IdentityClues {
  readonly environment: Environment;
  /** The value of `--agent`, already parsed. */
  readonly agent?: string;
  /** The value of `--by`. */
  readonly by?: string;
  readonly part: Part;
  /** The command, for words. */
  readonly command: string;
  /** Random id, for calls that belong to no conversation. */
  readonly processSession: string;
}

/**
 * Settles who gives a command.
 *
 * An agent is told by `--agent`, `AGENT_HANDOFF_AGENT` or its mark; its session is
 * `AGENT_HANDOFF_SESSION`, else the variable of the agent whose mark is set, else one of this call's own.
 * Marks of several agents stand beside each other when one was started from another's shell: the one that
 * is named counts, and where none is named the caller is asked for its name. Without a mark or a name it
 * is a person, by `--by`, else USER, LOGNAME or USERNAME.
 *
 * Throws `UsageError` where a name is needed, and `Refused`: `person_only` for `--by` under a mark,
 * `invalid_argument` for a variable that cannot be meant. Source: contract, "session" and "Command line".
 */
export function commandCaller(clues: IdentityClues): Caller {
  const { environment, agent, by, part } = clues;
  const told = agent ?? (environment("AGENT_HANDOFF_AGENT") ?? "").trim().toLowerCase();
  const marks = marksIn(environment);
  const mark = marks.find((found) => found.agent === told) ??
    (marks.length === 1 || told !== "" ? marks[0] : undefined);
  const isAgent = told !== "" || marks.length > 0;
  if (by !== undefined && isAgent) throw notAPerson(clues, marks);
  if (!isAgent && part === "holder") throw needsName(clues.command);
  if (marks.length > 1 && told === "" && part !== "reader") throw ambiguous(marks);
  if (!isAgent) return personCaller(clues);
  // A name given that is not among several marks leaves open whose conversation it is.
  const own = marks.length > 1 && mark?.agent !== told ? undefined : mark;
  const settled = callerOf({
    environment,
    ...(own && { clientName: own.agent }),
    ...(agent !== undefined && { agent }),
    processSession: sessionOf(own, environment) ?? clues.processSession,
  });
  if ("refusal" in settled) throw Refused.of(settled.refusal);
  return settled.caller;
}

/** The caller of a command that only people have, once it is known that a person gives it. */
export function personCaller(
  clues: Pick<IdentityClues, "environment" | "by" | "processSession">,
): Caller {
  const { environment, by } = clues;
  const name = [by, ...["USER", "LOGNAME", "USERNAME"].map(environment)]
    .map((value) => withoutUnseen(value ?? "").trim())
    .find((value) => value !== "");
  const session = (environment("AGENT_HANDOFF_SESSION") ?? "").trim();
  return {
    kind: "person",
    session: session.slice(0, 200).replaceAll("\0", "").toWellFormed() || clues.processSession,
    usualName: [...name ?? "unnamed"].slice(0, 64).join(""),
  };
}

/** A text without controls and format characters; ASCII alone is spared the classes of Unicode, slow to set up. */
function withoutUnseen(text: string): string {
  return /^[ -~]*$/.test(text) ? text : text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "");
}

function sessionOf(mark: Mark | undefined, environment: Environment): string | undefined {
  if (mark?.session === undefined) return undefined;
  return (environment(mark.session) ?? "").trim() || undefined;
}

function needsName(command: string): UsageError {
  return new UsageError(
    `Cannot run ${command} without an agent's name: only agents hold the lease`,
    "Add --agent NAME, or set AGENT_HANDOFF_AGENT",
  );
}

function ambiguous(marks: readonly Mark[]): Refused {
  return Refused.of(refuse("invalid_argument", {
    field: "--agent",
    accepted: `your own name, since the environment bears the marks of several agents (${
      marks.map(({ variable }) => variable).join(", ")
    })`,
  }));
}

function notAPerson(clues: IdentityClues, marks: readonly Mark[]): Error {
  const [mark] = marks;
  if (mark) {
    return Refused.because({
      code: "person_only",
      message:
        `Cannot ${clues.command} as a person: the environment names an agent (${mark.variable})`,
      next: "Leave out --by; what an agent does stands under its own name",
      mark: mark.variable,
    });
  }
  return new UsageError(
    "Cannot take --by beside an agent's name: it names a person",
    "Leave out --by, or --agent and AGENT_HANDOFF_AGENT",
  );
}
