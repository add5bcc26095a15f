// Puts outcomes and refusals into replies: the one JSON object that every caller gets.
import type { Refusal, Warning } from "../rules/refusal.ts";
import type { Caller } from "../rules/command.ts";
import { refusalBody, type Voice } from "./explain.ts";
import { type LeaseSight, LedgerRefusal, type Outcome } from "./ledger.ts";
import { fitted } from "./reply_text.ts";
import { type Body, leaseView } from "./view.ts";
import { warningText } from "./warn_words.ts";
import type { Workplace } from "./workplace.ts";

/** What a caller gets: the whole JSON object, in reply order, its text, and whether it is a "no". */
export interface Reply {
  readonly body: Body;
  readonly text: string;
  readonly refused: boolean;
}

/** One call: where, by whom, and how it may be told of progress or given up. */
export interface Call {
  readonly workplace: Workplace;
  readonly caller: Caller;
  readonly signal?: AbortSignal;
  /** Told about a wait that goes on. */
  readonly progress?: (message: string) => void;
  /** How next steps are named; tools by default. */
  readonly voice?: Voice;
}

/** The reply to a command: what it is about, its lease and its warnings; or the refusal with the lease beside it. */
export function outcomeReply(
  call: Call,
  outcome: Outcome,
  of: { body: Body; warnings?: readonly Warning[] },
): Reply {
  const warnings = [...outcome.warnings, ...(of.warnings ?? [])];
  const { refusal } = outcome;
  const told: Body = refusal ? { error: refusalBody(refusal, call.voice) } : of.body;
  return close(call, {
    body: {
      ...told,
      ...(outcome.replayed && { replayed: true }),
      ...(outcome.repeated && { repeated: true }),
    },
    lease: outcome.lease,
    warnings,
    refused: refusal !== undefined,
  });
}

/** A reply to a read. */
export function readReply(
  call: Call,
  of: { body: Body; lease: LeaseSight | undefined; warnings?: readonly Warning[] },
): Reply {
  return close(call, {
    body: of.body,
    lease: of.lease,
    warnings: of.warnings ?? [],
    refused: false,
  });
}

function close(
  call: Call,
  of: {
    body: Body;
    lease: LeaseSight | undefined;
    warnings: readonly Warning[];
    refused: boolean;
  },
): Reply {
  const warnings = [...of.warnings, ...call.workplace.rootWarnings()];
  const body = {
    ...of.body,
    lease: leaseView(of.lease, call.caller.session),
    ...warningsBody(warnings, call.voice),
  };
  return { ...fitted(body), refused: of.refused };
}

/** A refusal found before a ledger was read, so without its lease. */
export function refusalReply(refusal: Refusal, voice: Voice = "tools"): Reply {
  return { ...fitted({ error: refusalBody(refusal, voice) }), refused: true };
}

/** A fault of the program itself, in one line; the cause goes to the log. */
export function faultReply(error: unknown): Reply {
  const detail = error instanceof Error ? error.message.split("\n")[0]! : String(error);
  return refusalReply({ code: "fault", facts: { detail: detail.slice(0, 200).toWellFormed() } });
}

/** Runs an action; a storage's refusal becomes a reply, with the lease beside it where it can be read. */
export async function replying(call: Call, action: () => Promise<Reply>): Promise<Reply> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof LedgerRefusal)) throw error;
    const reply = refusalReply(error.refusal, call.voice);
    if (!aboutTasks.has(error.refusal.code)) return reply;
    return await withLease(call, reply);
  }
}

async function withLease(call: Call, reply: Reply): Promise<Reply> {
  try {
    const ledger = await call.workplace.ledger({ create: false });
    const lease = await ledger.lease();
    return close(call, { body: reply.body, lease, warnings: [], refused: true });
  } catch (error) {
    if (error instanceof LedgerRefusal) return reply;
    throw error;
  }
}

/** Refusals of reads that a whole ledger gave. */
const aboutTasks: ReadonlySet<Refusal["code"]> = new Set(["task_not_found", "invalid_argument"]);

function warningsBody(warnings: readonly Warning[], voice: Voice | undefined): Body {
  if (warnings.length === 0) return {};
  return { warnings: [...new Set(warnings.map((warning) => warningText(warning, voice)))] };
}
