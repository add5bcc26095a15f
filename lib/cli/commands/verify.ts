// `verify`: the chain of events, and the history replayed against the rows.
import { inPlace } from "../call.ts";
import type { Command } from "../command.ts";
import { exitCodes } from "../exit_codes.ts";
import { ledgerFile } from "../ledger_file.ts";
import { Refused } from "../usage.ts";
import { visibleLine } from "../visible.ts";

/** Checks the whole ledger and tells its newest hash. */
export const command: Command = {
  name: "verify",
  about:
    "Checks the ledger's file, the numbers, times and hashes of its history, and that the history " +
    "replayed makes exactly the stored rows. Note the newest hash elsewhere: later it proves that " +
    "nothing before it was rewritten. Changes nothing; exit code 1 where something is wrong.",
  options: [],
  examples: [{ line: "verify", does: "checks the ledger of this project" }],
  run: (invocation) =>
    inPlace(invocation, async (place) => {
      const { output } = invocation;
      const ledger = await ledgerFile(place, "verify");
      const { verifyLedger } = await import("../../sqlite/verify.ts");
      const { findings, found, events, tasks, newestHash } = await verifyLedger(ledger);
      const facts = { events, tasks, newest_hash: newestHash };
      if (found > 0) {
        const told = findings.map(({ kind, detail, event, taskId }) => ({
          kind,
          detail,
          ...(event !== undefined && { event }),
          ...(taskId !== undefined && { task_id: taskId }),
        }));
        if (!output.json) {
          for (const { kind, detail, event, task_id } of told) {
            const where = [event && `event ${event}`, task_id && `task ${task_id}`];
            output.print(visibleLine([kind, ...where.filter(Boolean), detail].join(": ")));
          }
        }
        throw new Refused({
          error: {
            code: "ledger_damaged",
            message: `Cannot vouch for the ledger "${ledger}": ${found} findings`,
            next: "Keep a copy of the whole directory, then restore a backup; nothing was changed",
          },
          ...facts,
          findings: told,
        });
      }
      if (output.json) output.document({ ...facts, findings: [] });
      else {
        output.print(`The ledger is whole: ${events} events, ${tasks} tasks`);
        output.print(`Newest hash ${newestHash}`);
      }
      return exitCodes.done;
    }),
};
