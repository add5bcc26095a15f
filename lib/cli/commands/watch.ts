// `watch`: tells events as they happen, whichever process makes them.
import { setTimeout as delay } from "node:timers/promises";
import { eventView } from "../../ledger/view.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { integer, named } from "../../mcp/fields.ts";
import { type CommandPlace, inPlace, wrongValue } from "../call.ts";
import type { Command, Invocation } from "../command.ts";
import { exitCodes } from "../exit_codes.ts";
import { readArguments } from "../light_arguments.ts";
import { eventLine } from "../timeline.ts";
import { argumentsOf, optionOf } from "../tool_command.ts";

/** Pause between two looks at the mark of change, in milliseconds. */
const glance = 250;
/** Events read at once. */
const pageSize = 200;

const fields = named({
  since: integer({ least: 0 }, "Begin after this event; default: the newest one"),
});

/** Shows events until it is interrupted, or with --json until the first ones came. */
export const command: Command = {
  name: "watch",
  about:
    "Shows what happens in the ledger, in whichever process, until you press Ctrl-C. With --json " +
    "it waits for the first events, prints them in one document and ends; with --lines it prints one " +
    "JSON object a line and goes on.",
  options: [
    ...fields.map((field) => optionOf(field)),
    { name: "lines", about: "One JSON object a line, for programs" },
  ],
  examples: [
    { line: "watch", does: "from now on" },
    { line: "watch --since 0 --lines", does: "the whole history and what follows, as JSON Lines" },
  ],
  async run(invocation) {
    const read = readArguments(fields, argumentsOf(fields, invocation) as Record<string, string>);
    if (read.refusal) throw wrongValue(read.refusal, invocation);
    const { since } = read.request as { since?: number };
    return await inPlace(invocation, (place) => watch(place, { invocation, since }));
  },
};

async function watch(
  place: CommandPlace,
  of: { invocation: Invocation; since: number | undefined },
): Promise<number> {
  const { output } = of.invocation;
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  Deno.addSignalListener("SIGINT", interrupt);
  try {
    let ledger = await place.ledger({ create: false });
    let after = of.since ?? await newestOf(ledger);
    if (output.isTerminal && !output.json) {
      output.say(`Watching from event ${after} on; Ctrl-C ends it`);
    }
    while (!stop.signal.aborted) {
      const mark = await ledger.changeMark();
      const events = await ledger.events({ after, limit: pageSize });
      if (events.length > 0) {
        after = events.at(-1)!.event;
        const views = events.map((event) => ({ task_id: event.taskId, ...eventView(event) }));
        if (output.json) {
          output.document({ events: views, newest_event: after });
          return exitCodes.done;
        }
        for (const view of views) tellEvent(view, of.invocation);
        continue;
      }
      ledger = await changed(place, { ledger, mark, signal: stop.signal });
    }
    if (output.json) output.document({ events: [], newest_event: after });
  } finally {
    Deno.removeSignalListener("SIGINT", interrupt);
  }
  return exitCodes.done;
}

/** The ledger once another process has committed to it, or once there is one. */
async function changed(
  place: CommandPlace,
  of: { ledger: Ledger; mark: number; signal: AbortSignal },
): Promise<Ledger> {
  for (;;) {
    try {
      await delay(glance, undefined, { signal: of.signal });
    } catch {
      return of.ledger;
    }
    const now = await place.ledger({ create: false });
    if (now !== of.ledger || await now.changeMark() !== of.mark) return now;
  }
}

async function newestOf(ledger: Ledger): Promise<number> {
  const { newestEvent } = await ledger.list({ status: "open", limit: 1, session: "" });
  return newestEvent;
}

function tellEvent(view: Record<string, unknown>, { output, values }: Invocation): void {
  if (values.has("lines")) output.print(JSON.stringify(view));
  else {
    const id = output.paint(String(view.task_id), "bold");
    output.print(`${id}  ${eventLine(view, { output, now: Date.now() })}`);
  }
}
