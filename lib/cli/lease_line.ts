// The line about the writer lease that lists and pages begin with. Reads the reply, decides nothing.
import type { Body } from "../ledger/view.ts";
import type { Output } from "./output.ts";
import { visibleLine } from "./visible.ts";
import { clockText, minutesText } from "./when.ts";

/** The lease as a reply carries it. */
interface LeaseBody {
  readonly holder: string;
  readonly task_id: string;
  readonly expires_at: string;
  readonly minutes_left: number;
  readonly state: "live" | "expired" | "ended";
  readonly yours: boolean;
}

/** Who holds the lease, for which task and for how long. */
export function leaseLine(body: Body, output: Output): string {
  const lease = body.lease as LeaseBody | null | undefined;
  if (!lease) return output.paint("Nobody holds the writer lease", "gray");
  const { holder, task_id, expires_at, minutes_left, state, yours } = lease;
  const who = `${output.paint(visibleLine(holder), "bold")}${yours ? " (you)" : ""}`;
  const until = clockText(expires_at);
  const left = `${minutesText(minutes_left)} left, until ${until}`;
  const time = {
    live: output.paint(left, "green"),
    expired: output.paint(`ran out at ${until}; the next claim ends it`, "red"),
    ended: output.paint(`its session has ended; ${left}`, "yellow"),
  }[state];
  return `${who} holds the writer lease for task ${task_id}: ${time}`;
}
