// Where a command writes: documents and text on standard output, the rest on standard error.
// Knows terminals and pipes, not what is said.
import { replyText } from "../ledger/reply_text.ts";
import type { Body } from "../ledger/view.ts";

/** Nobody reads any more: the program ends quietly. */
export class PipeClosed extends Error {}

/** Colours that tables and pages use; nothing where colours are off. */
export type Colour = "red" | "green" | "yellow" | "blue" | "cyan" | "magenta" | "gray" | "bold";

/** The two streams of one command. */
export class Output {
  /** Whether the caller asked for one JSON document. */
  readonly json: boolean;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
  readonly #colours: boolean;

  /** `NO_COLOR`, set to anything but nothing, turns colours off; so do pipes. */
  constructor(options: { json: boolean; environment: (name: string) => string | undefined }) {
    this.json = options.json;
    this.isTerminal = Deno.stdout.isTerminal();
    this.#colours = this.isTerminal && !options.environment("NO_COLOR");
  }

  /** Columns of the terminal; 100 where that is not known. */
  get columns(): number {
    try {
      return Deno.consoleSize().columns || 100;
    } catch {
      return 100;
    }
  }

  /** Colours a piece of text, where colours are on. */
  paint(text: string, ...colours: Colour[]): string {
    if (!this.#colours) return text;
    // Loaded only for a terminal: a pipe is read by a program that waits.
    const { styleText } = globalThis.process.getBuiltinModule("node:util");
    return styleText(colours, text, { validateStream: false });
  }

  /** Writes a line or a page for people, or raw lines, on standard output. */
  print(text: string): void {
    write(Deno.stdout, `${text}\n`);
  }

  /** Writes the one JSON document. */
  document(body: Body): void {
    write(Deno.stdout, `${replyText(body)}\n`);
  }

  /** Writes a line on standard error. */
  say(text: string): void {
    try {
      write(Deno.stderr, `${text}\n`);
    } catch (error) {
      // Without anyone to tell, what is said is lost; the work goes on.
      if (!(error instanceof PipeClosed)) throw error;
    }
  }
}

function write(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  let bytes = new TextEncoder().encode(text);
  try {
    while (bytes.length > 0) bytes = bytes.subarray(stream.writeSync(bytes));
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) throw new PipeClosed();
    throw error;
  }
}
