// One round of work through the real server: create, claim, pass, claim, complete; and what its replies promised.
import type { Acknowledged } from "../e2e/ledger_check.ts";
import type { Answer, Served } from "../e2e/served.ts";

/** A call that was refused, and whether the same call went through right after. */
export interface Refused {
  readonly tool: string;
  readonly code: string;
  readonly wentThroughAgain: boolean;
}

/** What came of a round. */
export interface RoundEnd {
  readonly acknowledged: readonly Acknowledged[];
  readonly refused: readonly Refused[];
}

/** Kinds of the events of a whole round. */
export const wholeRound: readonly string[] = [
  "created",
  "claimed",
  "passed",
  "claimed",
  "completed",
];

/** Does the round until the server is gone. A refused call is sent once more, as an agent would. */
export async function doRound(
  served: Served,
  options: { onAnswer?: (acknowledged: number) => void } = {},
): Promise<RoundEnd> {
  const acknowledged: Acknowledged[] = [];
  const refused: Refused[] = [];
  let taskId: string | undefined;
  const steps: [string, () => Record<string, unknown>][] = [
    ["create_handoff", () => ({ title: "Parse dates", objective: "Read dates" })],
    ["claim_handoff", () => ({ task_id: taskId })],
    ["pass_handoff", () => ({ task_id: taskId, summary: "Half", next_action: "Go on" })],
    ["claim_handoff", () => ({ task_id: taskId })],
    ["complete_handoff", () => ({ task_id: taskId, summary: "Done" })],
  ];
  await served.begin();
  for (const [tool, args] of steps) {
    let answer = await served.call(tool, args());
    if (answer?.code !== undefined) {
      const first = answer.code;
      answer = await served.call(tool, args());
      const wentThroughAgain = answer !== undefined && answer.code === undefined;
      refused.push({ tool, code: first, wentThroughAgain });
    }
    if (answer === undefined) break;
    if (answer.code !== undefined) continue;
    taskId = String(answer.body.task_id);
    acknowledged.push({ tool, taskId, event: numberIn(answer) });
    options.onAnswer?.(acknowledged.length);
  }
  return { acknowledged, refused };
}

function numberIn(answer: Answer): number {
  return Number(answer.body.event);
}
