// Sixteen processes in one workspace, half of them servers and half command lines, let go at one moment.
import { CommandLoop } from "./command_loop.ts";
import { type Answer, binary, Served } from "./served.ts";

/** A process that calls tools, whichever way. */
export interface Worker {
  readonly name: string;
  call(
    tool: string,
    args?: Readonly<Record<string, unknown>>,
    options?: { at?: number },
  ): Promise<Answer | undefined>;
}

/** One call of one worker. */
export interface Task {
  readonly worker: Worker;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Processes of one workspace; ended at the end of the test's block. */
export class Crowd implements AsyncDisposable {
  readonly workers: Worker[];
  readonly #servers: Served[];
  readonly #loops: CommandLoop[];

  private constructor(servers: Served[], loops: CommandLoop[]) {
    this.#servers = servers;
    this.#loops = loops;
    this.workers = [
      ...servers.map((server, place) => ({
        name: `server${place}`,
        call: async (
          tool: string,
          args: Readonly<Record<string, unknown>> = {},
          options: { at?: number } = {},
        ) => {
          while (Date.now() < (options.at ?? 0));
          return await server.call(tool, args);
        },
      })),
      ...loops.map((loop) => ({
        name: loop.options.agent,
        call: (...told: Parameters<CommandLoop["call"]>) => loop.call(...told),
      })),
    ];
  }

  /** Starts so many servers and command lines, and waits until all have loaded. */
  static async gather(root: string, of: { servers: number; loops: number }): Promise<Crowd> {
    const servers = Array.from({ length: of.servers }, (_, place) =>
      new Served({
        root,
        client: `server${place}`,
        environment: { AGENT_HANDOFF_SESSION: `session of server${place}` },
        ...(binary !== undefined && { binary }),
      }));
    const loops = Array.from({ length: of.loops }, (_, place) =>
      new CommandLoop({
        root,
        agent: `shell${place}`,
        session: `session of shell${place}`,
      }));
    const crowd = new Crowd(servers, loops);
    await Promise.all([...servers, ...loops].map((process) => process.begin()));
    return crowd;
  }

  /** Ends all in order, and gives what they said on standard error. */
  async end(): Promise<string> {
    const ends = await Promise.all([...this.#servers, ...this.#loops].map((one) => one.end()));
    return ends.map(({ stderr }) => stderr).join("");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#servers, ...this.#loops].map((one) => one.kill()));
  }
}

/** Lets calls go at the same millisecond; command lines are told first and wait by themselves. */
export async function atOnce(tasks: readonly Task[]): Promise<(Answer | undefined)[]> {
  const at = Date.now() + 40;
  const isShell = (task: Task) => task.worker.name.startsWith("shell");
  const answers = new Map<Task, Promise<Answer | undefined>>();
  const inOrder = [...tasks].sort((one, other) => Number(isShell(other)) - Number(isShell(one)));
  const go = ({ worker, tool, args }: Task) => worker.call(tool, args, { at });
  for (const task of inOrder.filter(isShell)) answers.set(task, go(task));
  // What was written to the shells must be out before this process waits.
  await new Promise((resolve) => setTimeout(resolve, 5));
  for (const task of inOrder.filter((task) => !isShell(task))) answers.set(task, go(task));
  return await Promise.all(tasks.map((task) => answers.get(task)!));
}
