// `import`: an export becomes the history of a ledger that holds nothing yet.
import { prepareStateDirectory } from "../../workspace/state_dir.ts";
import { chooseJournal } from "../../workspace/mounts.ts";
import { type CommandPlace, inPlace } from "../call.ts";
import type { Command } from "../command.ts";
import { exitCodes } from "../exit_codes.ts";
import { readLines } from "../export_lines.ts";
import { Refused, UsageError } from "../usage.ts";

/** Records the events of an export anew, all or none. */
export const command: Command = {
  name: "import",
  about: "Reads the JSON Lines of an export into a ledger that holds nothing yet. Every event is " +
    "recorded anew, its number, time and hash are checked, and the tasks are made from them. " +
    "Either all of it is there afterwards or nothing.",
  positionals: [{
    name: "FILE",
    option: "from",
    about: "The export; - for standard input",
    needed: true,
  }],
  options: [],
  examples: [{ line: "import ledger.jsonl", does: "into the ledger of this project" }],
  run: (invocation) =>
    inPlace(invocation, async (place) => {
      const { output, values } = invocation;
      const from = values.text("from")!;
      const lines = readLines(await textOf(from));
      if (lines.wrong) throw notImported(from, `line ${lines.wrong.line}: ${lines.wrong.reason}`);
      const { importEvents, ImportFault } = await import("../../sqlite/transfer.ts");
      try {
        const options = await target(place);
        const { events, newestHash } = await importEvents(options, lines.records);
        const body = { events, newest_hash: newestHash, ledger: options.path };
        if (output.json) output.document(body);
        else output.print(`Imported ${events} events into "${options.path}"`);
        return exitCodes.done;
      } catch (error) {
        if (!(error instanceof ImportFault)) throw error;
        const where = error.record === undefined ? "" : `event ${error.record}: `;
        throw notImported(from, where + error.message);
      }
    }),
};

/** The ledger's file, made if need be. Words for what is unsafe are the place's own. */
async function target(
  place: CommandPlace,
): Promise<{ path: string; journal: "wal" | "rollback" }> {
  const before = prepareStateDirectory(place.root(), { create: false });
  const state = before.ok ? prepareStateDirectory(place.root(), { create: true }) : before;
  const { journal } = state.ok ? chooseJournal(state.paths.directory) : { journal: "refuse" };
  if (state.ok && journal !== "refuse") {
    return { path: state.paths.ledger, journal: journal as "wal" | "rollback" };
  }
  await place.ledger({ create: true });
  throw new Error("A place that is not safe was opened");
}

async function textOf(from: string): Promise<string> {
  try {
    return from === "-"
      ? await new Response(Deno.stdin.readable).text()
      : await Deno.readTextFile(from);
  } catch (error) {
    const reason = error instanceof Deno.errors.NotFound
      ? "there is no such file"
      : "it may not be read";
    throw new UsageError(
      `Cannot read "${from}": ${reason}`,
      "Give the file that agent-handoff export wrote, or - for standard input",
    );
  }
}

function notImported(from: string, reason: string): Refused {
  return Refused.because({
    code: "invalid_argument",
    message: `Cannot import "${from}": ${reason}`,
    next: "Give an unchanged export and a project whose ledger holds nothing; nothing was changed",
  });
}
