// The real server as a process of its own, spoken to line by line. It knows the protocol's frames and no rule.
import { join } from "node:path";
import { serverPermissions } from "../../lib/cli/permissions.ts";

const repository = join(import.meta.dirname!, "..", "..");

/** The compiled program where `AGENT_HANDOFF_BIN` names one. */
export const binary: string | undefined = Deno.env.get("AGENT_HANDOFF_BIN") || undefined;

/** How a server is started. */
export interface ServedOptions {
  readonly root: string;
  /** The compiled program in place of the source. */
  readonly binary?: string;
  /** A command, with its arguments, that the server is started through. */
  readonly through?: readonly string[];
  /** Name in the handshake; `codex` by default. */
  readonly client?: string;
  /** More variables; nothing else of this process is handed on but what Deno needs. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** What a tool call came to. */
export interface Answer {
  readonly isError: boolean;
  /** The reply as an object; what a test looks at. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Code of the refusal. */
  readonly code?: string;
}

/** Variables that every program under test is given. */
export function plainEnvironment(more: Readonly<Record<string, string>>): Record<string, string> {
  const kept = ["PATH", "HOME", "TMPDIR", "DENO_DIR", "LANG"];
  const own = kept.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(own), NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...more };
}

/** The program and arguments that run a command line of ours below a root. */
export function programFor(
  of: { root: string; binary?: string; isServer: boolean },
  args: readonly string[],
): { command: string; args: string[] } {
  if (of.binary !== undefined) return { command: of.binary, args: [...args] };
  const grants = of.isServer ? serverPermissions(of.root) : ["-A"];
  const flags = ["run", "--quiet", "--no-prompt", "--no-check", ...grants];
  return { command: Deno.execPath(), args: [...flags, join(repository, "main.ts"), ...args] };
}

/** A running server. Ended at the end of the test's block, if it has not ended by itself. */
export class Served implements AsyncDisposable {
  /** Every line of its standard output. */
  readonly lines: string[] = [];
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #errors: Promise<string>;
  readonly #reading: Promise<void>;
  readonly #waiting = new Map<number, (reply: Record<string, unknown> | undefined) => void>();
  #count = 0;
  #isOver = false;

  /** Starts it; nothing is said to it yet. */
  constructor(readonly options: ServedOptions) {
    const { command, args } = programFor({ ...options, isServer: true }, ["serve"]);
    const [first, ...rest] = [...options.through ?? [], command, ...args];
    this.#child = new Deno.Command(first!, {
      args: rest,
      cwd: options.root,
      clearEnv: true,
      env: plainEnvironment({ AGENT_HANDOFF_ROOT: options.root, ...options.environment }),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    // A pipe that breaks with the process is no news: its end is told by the exit code.
    this.#errors = new Response(this.#child.stderr).text().catch((error) => String(error));
    this.#reading = this.#read().catch(() => {}).then(() => this.#over());
  }

  /** Number of its process, or of the one that it was started through. */
  get pid(): number {
    return this.#child.pid;
  }

  /** Does the handshake. */
  async begin(): Promise<void> {
    const clientInfo = { name: this.options.client ?? "codex", version: "1" };
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    await this.request("initialize", params);
    await this.send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
  }

  /** Writes a line as it is; a server that is gone takes nothing. */
  async send(line: string | Uint8Array): Promise<void> {
    const bytes = typeof line === "string" ? new TextEncoder().encode(`${line}\n`) : line;
    await this.#input.write(bytes).catch(() => {});
  }

  /** Sends a request and waits for its reply; undefined where the server ends before. */
  async request(
    method: string,
    params: Readonly<Record<string, unknown>>,
  ): Promise<Record<string, unknown> | undefined> {
    const id = ++this.#count;
    const reply = new Promise<Record<string, unknown> | undefined>((resolve) => {
      if (this.#isOver) resolve(undefined);
      else this.#waiting.set(id, resolve);
    });
    await this.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return await reply;
  }

  /** Calls a tool; undefined where the server ends before it answers. */
  async call(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
  ): Promise<Answer | undefined> {
    const reply = await this.request("tools/call", { name, arguments: args });
    if (reply === undefined) return undefined;
    const result = reply.result as Record<string, unknown> | undefined;
    if (!result) throw new Error(`Call ${name}: ${JSON.stringify(reply)}`);
    const body = result.structuredContent as Record<string, unknown>;
    const error = body.error as { code?: string } | undefined;
    return { isError: result.isError === true, body, ...(error?.code && { code: error.code }) };
  }

  /** Closes its input and waits for its end. */
  async end(): Promise<{ code: number; stderr: string }> {
    await this.#input.close().catch(() => {});
    const { code } = await this.#child.status;
    await this.#reading;
    return { code, stderr: await this.#errors };
  }

  /** Kills it as a crash would. */
  async kill(): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended.
    }
    await this.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  async #read(): Promise<void> {
    let pending = "";
    for await (const chunk of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (pending + chunk).split("\n");
      pending = lines.pop()!;
      for (const line of lines) this.#take(line);
    }
    if (pending !== "") this.lines.push(pending);
  }

  /** Nobody answers any more. */
  #over(): void {
    this.#isOver = true;
    for (const resolve of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
  }

  #take(line: string): void {
    this.lines.push(line);
    const reply = parsed(line);
    const id = reply?.id;
    if (typeof id !== "number") return;
    this.#waiting.get(id)?.(reply);
    this.#waiting.delete(id);
  }
}

/** A line as a JSON object; undefined where it is none. */
export function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A workspace with a repository's mark, removed at the end of the test's block. */
export class Workspace implements Disposable {
  readonly root: string = Deno.realPathSync(
    Deno.makeTempDirSync({ prefix: "handoff-e2e-" }),
  );

  /** Makes the directory. */
  constructor() {
    Deno.mkdirSync(join(this.root, ".git"));
  }

  /** Where the ledger is, once there is one. */
  get ledger(): string {
    return join(this.root, ".agent-handoff", "ledger.sqlite3");
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}
