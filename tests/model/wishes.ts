// How often somebody in the model wants what: holders mostly go on with their task, others mostly look for one.
import type { Command } from "../../lib/rules/command.ts";
import type { Random } from "./random.ts";

/** Draws the kind of command that somebody gives next. */
export function wish(
  random: Random,
  of: { kind: "agent" | "person"; isHolder: boolean; queued: number },
): Command["type"] {
  const { isHolder } = of;
  const creates = of.queued < 4 ? 6 : 1;
  if (of.kind === "person") {
    return random.weigh<Command["type"]>([
      [creates, "create"],
      [4, "extend"],
      [2, "release"],
      [4, "reopen"],
      [1, "cancel"],
      [2, "update"],
      [1, "log"],
      [1, "review"],
    ]);
  }
  return random.weigh<Command["type"]>([
    [creates, "create"],
    [isHolder ? 2 : 12, "claim"],
    [isHolder ? 4 : 2, "renew"],
    [isHolder ? 10 : 2, "pass"],
    [isHolder ? 6 : 1, "submit"],
    [isHolder ? 4 : 1, "complete"],
    [isHolder ? 5 : 3, "log"],
    [5, "review"],
    [3, "update"],
    [1, random.pick(["extend", "release", "reopen", "cancel"] as const)],
  ]);
}
