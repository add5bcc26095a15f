// Who makes a call: the session and the name, settled anew for each call. Pure; the environment and the
// call come in as values, since one process may serve several conversations.
import { type Refusal, refuse } from "../rules/refusal.ts";
import type { Caller } from "../rules/command.ts";
import type { SessionFacts } from "../rules/session.ts";
import { accepted, agentPattern, noNames } from "./accepted.ts";

/** What a caller is told from, all of it values. */
export interface CallerClues {
  /** Reads one environment variable. One that may not be read counts as unset. */
  readonly environment: (name: string) => string | undefined;
  /** Random id of this process, for conversations that name none. */
  readonly processSession: string;
  /** Name of the client: from the envelope of this call, else from the handshake. */
  readonly clientName?: string;
  /** Its version, from the same place. */
  readonly clientVersion?: string;
  /** The `_meta` of this call. */
  readonly meta?: unknown;
  /** The argument `agent`, parsed. */
  readonly agent?: string;
}

/** Variables in which a client hands its own conversation on, by the agent's name (contract, Words). */
export const sessionVariables: Readonly<Record<string, string>> = {
  "claude-code": "CLAUDE_CODE_SESSION_ID",
  "copilot-cli": "COPILOT_AGENT_SESSION_ID",
};

/**
 * Settles the caller of one call.
 *
 * The session is `AGENT_HANDOFF_SESSION`, else the one that Codex names in the call's `_meta`, else the
 * variable that belongs to this client, else the process's own id. A variable of another client counts
 * for nothing: many clients hand on the environment of the shell they were started from. The usual name
 * is `AGENT_HANDOFF_AGENT`, else the client's, else `unnamed`. Blank variables count as unset.
 *
 * Refusals: `invalid_argument` for a variable of this product that cannot be meant. Source: contract,
 * "session" and "Tools".
 */
export function callerOf(clues: CallerClues): { caller: Caller } | { refusal: Refusal } {
  const read = (name: string): string => readVariable(clues.environment, name);
  const spelled = read("AGENT_HANDOFF_AGENT");
  const told = spelled.toLowerCase();
  if (told !== "" && (!agentPattern.test(told) || noNames.includes(told))) {
    return { refusal: misconfigured("AGENT_HANDOFF_AGENT", spelled, accepted({ kind: "agent" })) };
  }
  const session = read("AGENT_HANDOFF_SESSION");
  // Left unexpanded it would make one holder of every window.
  if (session.includes("${")) {
    const form = "the id of one conversation, or nothing";
    return { refusal: misconfigured("AGENT_HANDOFF_SESSION", session, form) };
  }
  const client = clientAgent(clues.clientName ?? "");
  const variable = sessionVariables[client ?? told];
  const own = session || codexSession(clues.meta) ||
    (variable === undefined ? "" : read(variable)) || clues.processSession;
  return {
    caller: {
      kind: "agent",
      session: sessionId(own),
      ...(clues.agent !== undefined && { agent: clues.agent }),
      usualName: told || client || "unnamed",
      about: clientFacts(clues),
    },
  };
}

/** Name and version of the client as its session's first event records them. */
function clientFacts({ clientName, clientVersion }: CallerClues): SessionFacts {
  return {
    ...(clientName !== undefined && { client: sessionId(clientName) }),
    ...(clientVersion !== undefined && { clientVersion: sessionId(clientVersion) }),
  };
}

/**
 * The agent's name that a client's name stands for: lower case, other characters as `-`, a final
 * `-mcp-client` dropped; undefined where nothing is left of it.
 */
export function clientAgent(clientName: string): string | undefined {
  const name = clientName.trim().toLowerCase()
    .replace(/[^a-z0-9._@/-]/gu, "-")
    .replace(/(?<=.)-mcp-client$/, "")
    .replace(/^[^a-z0-9]+/, "")
    .slice(0, 64);
  if (name === "") return undefined;
  return noNames.includes(name) ? `${name}-client` : name;
}

function readVariable(environment: CallerClues["environment"], name: string): string {
  try {
    return (environment(name) ?? "").trim();
  } catch {
    return "";
  }
}

function codexSession(meta: unknown): string {
  const turn = property(meta, "x-codex-turn-metadata");
  const session = property(turn, "session_id");
  return typeof session === "string" ? session.trim() : "";
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

/** Makes an id storable whatever a client sends: no U+0000, well formed, 200 characters at most. */
function sessionId(given: string): string {
  return given.slice(0, 200).replaceAll("\0", "").toWellFormed();
}

function misconfigured(field: string, value: string, form: string): Refusal {
  return refuse("invalid_argument", {
    field,
    value: value.slice(0, 80).replaceAll("\0", "").toWellFormed(),
    accepted: `${form}, in the server's environment`,
  });
}
