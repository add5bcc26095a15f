// `export`: the whole ledger as text, for programs or for people.
import { inPlace } from "../call.ts";
import type { Command, Invocation } from "../command.ts";
import { exitCodes } from "../exit_codes.ts";
import { eventLineOf, headLine, taskLineOf } from "../export_lines.ts";
import { ledgerFile } from "../ledger_file.ts";
import type { CommandPlace } from "../call.ts";
import { printMarkdown } from "../markdown.ts";
import { UsageError } from "../usage.ts";
import { version } from "../version.ts";

const formats = ["jsonl", "markdown"] as const;
const pageSize = 200;

/** Prints every event and task. */
export const command: Command = {
  name: "export",
  about:
    "Prints the whole ledger: as JSON Lines, one head, then every event with its hash, then every " +
    "task as it stands, which import reads; or as Markdown for people. It holds all stored texts and " +
    "the hashes of lease tokens, no token.",
  options: [{
    name: "format",
    value: "WORD",
    about: "jsonl (default) or markdown",
    choices: formats,
  }],
  examples: [
    { line: "export > ledger.jsonl", does: "everything, to import it elsewhere" },
    { line: "export --format markdown > ledger.md", does: "a page to read" },
  ],
  run: (invocation) => {
    const format = invocation.values.text("format") ?? "jsonl";
    if (!(formats as readonly string[]).includes(format)) {
      throw new UsageError(
        `Cannot take --format "${format}": expected one of ${formats.join(", ")}`,
        `Type --format ${formats[0]}, or leave it out`,
      );
    }
    if (invocation.output.json) {
      throw new UsageError(
        "Cannot take --json: an export is many lines",
        "Leave it out; the default format is JSON Lines, one object a line",
      );
    }
    return inPlace(invocation, async (place) => {
      if (format === "jsonl") await printLines(place, invocation);
      else await printMarkdown(await place.ledger({ create: false }), invocation.output);
      return exitCodes.done;
    });
  },
};

async function printLines(place: CommandPlace, { output }: Invocation): Promise<void> {
  const file = await ledgerFile(place, "export");
  const { exportEvents } = await import("../../sqlite/transfer.ts");
  output.print(headLine(version));
  await exportEvents(file, (record) => output.print(eventLineOf(record)));
  const ledger = await place.ledger({ create: false });
  for (let afterCreated = 0;;) {
    const page = await ledger.tasks({ afterCreated, limit: pageSize });
    for (const task of page) output.print(taskLineOf(task));
    if (page.length < pageSize) return;
    afterCreated = page.at(-1)!.createdEvent;
  }
}
