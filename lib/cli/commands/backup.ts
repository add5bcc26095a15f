// `backup`: a checked copy of the ledger, made while others work.
import { dirname, join, resolve } from "node:path";
import { statePaths } from "../../workspace/state_dir.ts";
import { inPlace } from "../call.ts";
import { lookAt } from "../client_place.ts";
import type { Command } from "../command.ts";
import { exitCodes } from "../exit_codes.ts";
import { printFacts } from "../facts_page.ts";
import { ledgerFile } from "../ledger_file.ts";
import { Refused } from "../usage.ts";

/** Copies the ledger to a file that does not exist yet. */
export const command: Command = {
  name: "backup",
  about:
    "Copies the ledger, with everything committed, while others go on working, and checks the " +
    "copy. An existing file is never written over.",
  positionals: [{
    name: "FILE",
    option: "to",
    about: "Where to; default: a file named for the time in .agent-handoff/backups",
    needed: false,
  }],
  options: [],
  examples: [
    { line: "backup", does: "into .agent-handoff/backups" },
    { line: "backup /media/usb/ledger.sqlite3", does: "to a file of your choice" },
  ],
  run: (invocation) =>
    inPlace(invocation, async (place) => {
      const { output, values } = invocation;
      const source = await ledgerFile(place, "back up");
      const typed = values.text("to")?.trim() ?? "";
      const target = typed === "" ? usualTarget(place.root()) : resolve(typed);
      refuseTarget(target);
      const { backupLedger } = await import("../../sqlite/backup.ts");
      const { path, bytes, newestEvent, newestHash } = await backupLedger(source, target);
      const body = { path, bytes, newest_event: newestEvent, newest_hash: newestHash };
      if (output.json) output.document(body);
      else {
        printFacts(
          Object.entries(body).map(([name, value]) => [name.replaceAll("_", " "), String(value)]),
          output,
        );
      }
      return exitCodes.done;
    }),
};

/** Refuses, before anything is made, a file that is there and a directory that is not. */
function refuseTarget(target: string): void {
  const reason = lookAt(target) === "there"
    ? "something of that name is there already"
    : lookAt(dirname(target)) === "missing"
    ? `the directory "${dirname(target)}" does not exist`
    : undefined;
  if (reason === undefined) return;
  throw Refused.because({
    code: "storage_denied",
    message: `Cannot back up to "${target}": ${reason}`,
    next: "Name a file that is not there yet, in a directory that is; nothing was changed",
    path: target,
  });
}

/** A name that sorts by time; the directory is made for the owner alone. */
function usualTarget(root: string): string {
  const { backups } = statePaths(root);
  Deno.mkdirSync(backups, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replace(/[-:]/g, "").replace(/\..*/, "Z");
  return join(backups, `ledger-${time}.sqlite3`);
}
