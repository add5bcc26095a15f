// Answers one call of one tool: arguments, caller, action, and a reply whatever happens. Knows no protocol.
import { LedgerRefusal } from "../ledger/ledger.ts";
import { faultReply, refusalReply, type Reply } from "../ledger/reply.ts";
import type { Workplace } from "../ledger/workplace.ts";
import { parseArguments } from "./arguments.ts";
import { callerOf } from "./caller.ts";
import type { Tool } from "./tool.ts";

/** What belongs to the process and serves every call. */
export interface Household {
  /** The workspace, the same at each call; nothing of it is loaded or touched before a call needs it. */
  readonly workplace: () => Promise<Workplace>;
  /** Reads one environment variable, for the caller of each call. */
  readonly environment: (name: string) => string | undefined;
  /** Random id of this process, for conversations that name none. */
  readonly processSession: string;
  /** Takes a line for people; never standard output. */
  readonly log: (line: string) => void;
  /** Whether the log gets the stack of a fault; false by default. */
  readonly debug?: boolean;
}

/** One call as it came. */
export interface Asked {
  readonly arguments: unknown;
  /** Name of the client, where it gave one. */
  readonly clientName?: string;
  readonly clientVersion?: string;
  /** The `_meta` of the call. */
  readonly meta?: unknown;
  readonly signal?: AbortSignal;
  /** Told about a wait that goes on. */
  readonly progress?: (message: string) => void;
}

/**
 * Answers a call. Never rejects: a refusal and a fault are replies too. The cause of a fault goes to the
 * log and stays out of the reply (architecture, Errors).
 */
export async function answer(house: Household, tool: Tool, asked: Asked): Promise<Reply> {
  try {
    const parsed = parseArguments(tool, asked.arguments);
    if (parsed.refusal) return refusalReply(parsed.refusal);
    const { environment, processSession } = house;
    const { clientName, clientVersion, meta, signal, progress } = asked;
    const { agent, request } = parsed;
    const settled = callerOf({
      environment,
      processSession,
      clientName,
      clientVersion,
      meta,
      agent,
    });
    if ("refusal" in settled) return refusalReply(settled.refusal);
    const workplace = await house.workplace();
    return await tool.run({ workplace, caller: settled.caller, signal, progress }, request);
  } catch (error) {
    if (error instanceof LedgerRefusal) return refusalReply(error.refusal);
    if (!asked.signal?.aborted) house.log(`${tool.name}: ${faultText(error, house.debug)}`);
    return faultReply(error);
  }
}

/** A fault in one line, with its causes; with its stack where that is asked for. */
function faultText(error: unknown, debug: boolean | undefined): string {
  if (!(error instanceof Error)) return String(error);
  if (debug) return error.stack ?? error.message;
  const cause = error.cause === undefined ? "" : `; caused by ${faultText(error.cause, false)}`;
  return `${error.name}: ${error.message}${cause}`;
}
