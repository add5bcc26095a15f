// Tries one built program on the system it is for: versions, handshake, create, list. Exit 1 at the first fault.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { versionsOf } from "./compile.ts";
import { hasCodeSignature } from "./macho.ts";
import { BuildFailure, programsDirectory, readProject, runAsProgram } from "./project.ts";
import { requireSafeSqlite } from "./runtime.ts";
import { thisMachine } from "./targets.ts";

interface Message {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: unknown;
}

/** Speaks to one server, one request at a time. */
class Conversation {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #reader: ReadableStreamDefaultReader<string>;
  #text = "";
  #id = 0;

  constructor(program: string, cwd: string) {
    this.#child = new Deno.Command(program, {
      args: ["serve"],
      cwd,
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#reader = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Sends one request and gives the result of its reply. */
  async ask(method: string, params: unknown): Promise<Record<string, unknown>> {
    const id = ++this.#id;
    await this.#send({ jsonrpc: "2.0", id, method, params });
    const message: Message = JSON.parse(await this.#line());
    if (message.id !== id || !message.result || message.result.isError) {
      throw new BuildFailure(`Cannot pass "${method}": the reply was ${JSON.stringify(message)}`);
    }
    return message.result;
  }

  /** Sends what no reply is owed for. */
  tell(method: string): Promise<void> {
    return this.#send({ jsonrpc: "2.0", method });
  }

  /** Closes the server's input and gives its exit code. */
  async end(): Promise<number> {
    await this.#writer.close();
    await this.#reader.cancel();
    return (await this.#child.status).code;
  }

  #send(message: unknown): Promise<void> {
    return this.#writer.write(new TextEncoder().encode(JSON.stringify(message) + "\n"));
  }

  async #line(): Promise<string> {
    while (!this.#text.includes("\n")) {
      const { value, done } = await this.#reader.read();
      if (done) throw new BuildFailure("Cannot go on: the server ended before it answered");
      this.#text += value;
    }
    const end = this.#text.indexOf("\n");
    const line = this.#text.slice(0, end);
    this.#text = this.#text.slice(end + 1);
    return line;
  }
}

async function talk(program: string, project: string): Promise<void> {
  const server = new Conversation(program, project);
  await server.ask("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "smoke", version: "0" },
  });
  await server.tell("notifications/initialized");
  const title = "Smoke";
  await server.ask("tools/call", {
    name: "create_handoff",
    arguments: { title, objective: "Show that the program works here" },
  });
  const listed = await server.ask("tools/call", { name: "list_handoffs", arguments: {} });
  const { tasks } = listed.structuredContent as { tasks: { title: string }[] };
  if (tasks.length !== 1 || tasks[0]!.title !== title) {
    throw new BuildFailure(`Cannot pass the list: it gave ${JSON.stringify(tasks)}`);
  }
  const code = await server.end();
  if (code !== 0) throw new BuildFailure(`Cannot pass the end: exit code ${code}, expected 0`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: Deno.args,
    allowPositionals: true,
    options: { "test-runtime": { type: "boolean", default: false } },
  });
  const target = thisMachine();
  const usual = target && join(programsDirectory, target.name, target.program);
  const program = positionals[0] ?? usual;
  if (!program) {
    throw new BuildFailure(`Cannot try a program: none is built for ${Deno.build.target}`);
  }
  const versions = await versionsOf(resolve(program));
  const { version } = await readProject();
  if (versions["agent-handoff"] !== version) {
    throw new BuildFailure(
      `Cannot pass --version: it says "${versions["agent-handoff"]}", expected "${version}"`,
    );
  }
  if (!values["test-runtime"]) requireSafeSqlite(versions.sqlite ?? "0", program);
  if (Deno.build.os === "darwin" && !hasCodeSignature(await Deno.readFile(program))) {
    throw new BuildFailure(`Cannot pass "${program}": it carries no signature`);
  }
  const project = await Deno.makeTempDir({ prefix: "agent-handoff-smoke-" });
  try {
    await Deno.mkdir(join(project, ".git"));
    await talk(resolve(program), project);
  } finally {
    await Deno.remove(project, { recursive: true });
  }
  console.log(`${program} works: ${JSON.stringify(versions)}`);
}

if (import.meta.main) await runAsProgram(main);
