// Waiting for a task: looks at a cheap mark of change between short pauses, claims nothing.
import { setTimeout as delay } from "node:timers/promises";
import { actingName } from "../rules/acting_name.ts";
import { warn } from "../rules/refusal.ts";
import { emptyLedger } from "./empty_ledger.ts";
import type { Chance, Ledger } from "./ledger.ts";
import { type Call, readReply, type Reply, replying } from "./reply.ts";
import type { WaitRequest } from "./requests.ts";

/** How a wait measures time and pauses; a test hands in its own. */
export interface WaitTools {
  /** Milliseconds that only rise. */
  readonly elapsed: () => number;
  /** Pauses; ends early, without an error, when the signal is aborted. */
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** Pause between two looks at the mark, in milliseconds: a change is seen well within 300. */
const glance = 200;
/** The same while there is no ledger: finding one takes a longer look, at the place. */
const placeGlance = 400;
/** A lease that runs out or a session that ends changes no mark, so the whole look is repeated this often. */
const fullLook = 2000;
/** Between two notices of progress. */
const notice = 5000;

const realTools: WaitTools = {
  elapsed: () => performance.now(),
  pause: async (milliseconds, signal) => {
    try {
      await delay(milliseconds, undefined, signal && { signal });
    } catch {
      // Aborted: the loop sees the signal itself.
    }
  },
};

/**
 * Waits until the caller could claim a task or owes a review, at most `timeoutSeconds` (0 to 50, 25 by
 * default). Ends with `ready: false` when nothing came; that is no error.
 */
export function waitHandoff(
  call: Call,
  request: WaitRequest,
  tools: WaitTools = realTools,
): Promise<Reply> {
  return replying(call, async () => {
    const start = tools.elapsed();
    const end = start + (request.timeoutSeconds ?? 25) * 1000;
    let nextNotice = start + notice;
    while (true) {
      const ledger = await call.workplace.ledger({ create: false });
      const mark = await ledger.changeMark();
      const chance = await chanceOf(call, ledger);
      if (chance) return await ready(call, ledger, chance);
      const between = ledger === emptyLedger ? placeGlance : glance;
      const look = Math.min(end, tools.elapsed() + fullLook);
      while (tools.elapsed() < look && !call.signal?.aborted) {
        await tools.pause(Math.min(between, look - tools.elapsed()), call.signal);
        if (tools.elapsed() >= nextNotice) {
          call.progress?.(`Waiting for a task, ${Math.round((tools.elapsed() - start) / 1000)} s`);
          nextNotice = tools.elapsed() + notice;
        }
        const now = await call.workplace.ledger({ create: false });
        if (now !== ledger || await now.changeMark() !== mark) break;
      }
      if (tools.elapsed() >= end || call.signal?.aborted) {
        const last = await call.workplace.ledger({ create: false });
        const late = await chanceOf(call, last);
        if (late) return await ready(call, last, late);
        return readReply(call, { body: { ready: false }, lease: await last.lease() });
      }
    }
  });
}

async function chanceOf(call: Call, ledger: Ledger): Promise<Chance | undefined> {
  const agent = actingName(call.caller, (await ledger.lease())?.lease);
  return await ledger.chance({ agent, session: call.caller.session });
}

async function ready(call: Call, ledger: Ledger, chance: Chance): Promise<Reply> {
  const { taskId, why } = chance;
  return readReply(call, {
    body: { ready: true, task_id: taskId, why },
    lease: await ledger.lease(),
    warnings: why === "holding" ? [warn("already_holding", { taskId })] : [],
  });
}
