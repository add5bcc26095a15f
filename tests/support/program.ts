// The program as people run it: files, arguments, variables and input in; output, errors and exit code out.
// From source with the exact permissions a command needs, or the compiled one where AGENT_HANDOFF_BIN names it.
import { join } from "node:path";
import { variables } from "../../lib/cli/environment.ts";
import { type Temporary, temporaryDirectory } from "../workspace/temporary.ts";

const main = new URL("../../main.ts", import.meta.url).pathname;

/** What came of a run. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a run differs from the usual one. */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** On a terminal: done once the question stands there, before `stdin` is typed. */
  readonly meanwhile?: { readonly question: string; readonly work: () => Promise<unknown> };
  /** Working directory below the project. */
  readonly cwd?: string;
  /** A file that a shell opens as standard output in place of the pipe, such as `/dev/full`. */
  readonly stdoutTo?: string;
}

/** A project with a repository of its own, and the program in it. */
export class Project implements Disposable {
  readonly #temporary: Temporary = temporaryDirectory();
  /** The project's root. */
  readonly root: string;
  /** The home directory of whoever runs the program. */
  readonly home: string;

  /** Makes an empty project with a `.git` directory. */
  constructor() {
    this.root = this.#temporary.directory("project");
    this.home = this.#temporary.directory("home");
    this.file(".git/HEAD", "ref: refs/heads/main\n");
  }

  /** The temporary directory that holds project and home. */
  get top(): string {
    return this.#temporary.path;
  }

  /** Writes a file below the root and gives its path. */
  file(name: string, content: string | Uint8Array = ""): string {
    return this.#temporary.file(`project/${name}`, content);
  }

  /** Runs the program to its end. */
  async run(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
    const child = this.#command(args, options).spawn();
    const writer = child.stdin.getWriter();
    if (options.stdin !== undefined) {
      await writer.write(new TextEncoder().encode(options.stdin)).catch(() => {});
    }
    await writer.close().catch(() => {});
    const { code, stdout, stderr } = await child.output();
    const decoder = new TextDecoder("utf-8", { fatal: true });
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  /** Runs it with --json and gives the document. */
  async json(args: readonly string[], options: RunOptions = {}): Promise<Json> {
    const { code, stdout, stderr } = await this.run([...args, "--json"], options);
    if (code === 70) throw new Error(`${args.join(" ")} ended with a fault: ${stdout}${stderr}`);
    return JSON.parse(stdout);
  }

  /** Starts the program and leaves it running; its output is for the caller to read and end. */
  start(args: readonly string[], options: RunOptions = {}): Deno.ChildProcess {
    return this.#command(args, options).spawn();
  }

  /**
   * Runs the program on a pseudo-terminal of 80 columns and gives what the terminal got, carriage returns
   * aside. `stdin` is typed.
   */
  async onTerminal(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
    const [command, ...rest] = this.#line(args);
    const line = [command!, ...rest].map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(" ");
    const child = new Deno.Command("script", {
      args: ["-qec", `stty cols 80 rows 24; exec ${line}`, "/dev/null"],
      cwd: join(this.root, options.cwd ?? ""),
      clearEnv: true,
      env: { ...this.#environment(options), TERM: "xterm-256color" },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    const type = () => writer.write(new TextEncoder().encode(options.stdin ?? ""));
    const { meanwhile } = options;
    if (!meanwhile) await type();
    let stdout = "";
    let isAsked = false;
    const stderr = new Response(child.stderr).text();
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      stdout += chunk;
      if (!meanwhile || isAsked || !stdout.includes(meanwhile.question)) continue;
      isAsked = true;
      await meanwhile.work();
      await type();
    }
    const { code } = await child.status;
    // The end of typed input would be an end of file on the terminal, so it comes with the program's.
    await writer.close().catch(() => {});
    return { code, stdout: stdout.replaceAll("\r\n", "\n"), stderr: await stderr };
  }

  /** Removes all of it. */
  [Symbol.dispose](): void {
    this.#temporary[Symbol.dispose]();
  }

  #command(args: readonly string[], options: RunOptions): Deno.Command {
    const line = this.#line(args);
    const { stdoutTo } = options;
    const [command, ...rest] = stdoutTo === undefined
      ? line
      : ["/bin/sh", "-c", 'exec "$@" > "$0"', stdoutTo, ...line];
    return new Deno.Command(command!, {
      args: rest,
      cwd: join(this.root, options.cwd ?? ""),
      clearEnv: true,
      env: this.#environment(options),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    });
  }

  #line(args: readonly string[]): string[] {
    const binary = Deno.env.get("AGENT_HANDOFF_BIN");
    if (binary) return [binary, ...args];
    return [
      Deno.execPath(),
      ...["run", "--no-prompt", "--quiet", "--allow-sys=statfs"],
      `--allow-read=${this.top},/etc/machine-id,/proc/self/mountinfo`,
      `--allow-write=${this.top}`,
      `--allow-env=${variables.join(",")}`,
      main,
      ...args,
    ];
  }

  #environment({ env }: RunOptions): Record<string, string> {
    const cache = Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`;
    return {
      PATH: Deno.env.get("PATH") ?? "",
      HOME: this.home,
      USER: "ada",
      DENO_DIR: cache,
      DENO_NO_UPDATE_CHECK: "1",
      ...env,
    };
  }
}

/** A JSON document, as loosely as tests look at it. */
// deno-lint-ignore no-explicit-any
export type Json = any;

/** What a terminal got, without the colours that the program puts in. */
export function colourless(text: string): string {
  return text.replace(ownColours, "");
}

// deno-lint-ignore no-control-regex
const ownColours = /\x1b\[\d+m/g;

/** A text with ids, times, tokens and distances in time replaced, so that it can be kept. */
export function settled(text: string): string {
  return text
    .replace(/\b\d+-[a-z2-7]{20}\b/g, "TOKEN")
    .replace(/\b[0-9a-f]{10}\b/g, "TASKTASKTA")
    .replace(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\dZ/g, "TIME")
    .replace(/\b\d+ (s|min) ago\b|(?<=\(|, | {2}|\t|changed )now\b/g, "AGO");
}
