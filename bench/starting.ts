// Starts servers over and over, in turn, and tells how long the first reply took and what they hold idle.

import { median } from "./figures.ts";

/** One start; what is read from the system is NaN outside of Linux. */
export interface Start {
  /** Milliseconds to the reply of `initialize`. */
  readonly ms: number;
  /** Milliseconds of processor time up to then, which a busy machine changes little. */
  readonly processor: number;
  /** MiB resident a moment later. */
  readonly memory: number;
}

/** What many starts of one command came to. */
export interface Measured {
  readonly startMedian: number;
  readonly startLeast: number;
  readonly memoryMedian: number;
}

const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "0" },
  },
}) + "\n";

/**
 * Starts a server, waits for its reply to `initialize`, lets it settle (150 ms by default), reads its memory
 * and ends it.
 */
export async function startServer(
  command: readonly string[],
  cwd: string,
  options: { readonly settle?: number } = {},
): Promise<Start> {
  const began = performance.now();
  const child = new Deno.Command(command[0]!, {
    args: command.slice(1),
    cwd,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(initialize));
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("\n")) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`${command.join(" ")} ended without a reply`);
    text += value;
  }
  const ms = performance.now() - began;
  const processor = processorTime(child.pid);
  await new Promise((resolve) => setTimeout(resolve, options.settle ?? 150));
  const memory = residentMemory(child.pid);
  await writer.close();
  await reader.cancel();
  await child.status;
  return { ms, processor, memory };
}

/** Runs every command once a round, in turn, so that a busy moment of the machine hits all alike. */
export async function interleaved(
  commands: Readonly<Record<string, readonly string[]>>,
  options: {
    readonly rounds: number;
    readonly cwd: string;
    readonly start: (command: readonly string[], cwd: string) => Promise<Start>;
  },
): Promise<Record<string, Measured>> {
  const starts: Record<string, Start[]> = {};
  for (let round = -1; round < options.rounds; round++) {
    for (const [name, command] of Object.entries(commands)) {
      const start = await options.start(command, options.cwd);
      // The first round fills caches.
      if (round >= 0) (starts[name] ??= []).push(start);
    }
  }
  return Object.fromEntries(
    Object.entries(starts).map(([name, list]) => [name, {
      startMedian: rounded(median(list.map(({ ms }) => ms))),
      startLeast: rounded(Math.min(...list.map(({ ms }) => ms))),
      memoryMedian: rounded(median(list.map(({ memory }) => memory))),
    }]),
  );
}

/** Bytes in MiB. */
export function megabytes(bytes: number): number {
  return bytes / 2 ** 20;
}

/** MiB that a process holds in memory (Linux only; elsewhere NaN). */
export function residentMemory(pid: number): number {
  if (Deno.build.os !== "linux") return NaN;
  const kilobytes = /VmRSS:\s+(\d+)/.exec(Deno.readTextFileSync(`/proc/${pid}/status`))?.[1];
  return Number(kilobytes) / 1024;
}

/** Milliseconds for which the threads of a process were on a processor. */
function processorTime(pid: number): number {
  if (Deno.build.os !== "linux") return NaN;
  const threads = [...Deno.readDirSync(`/proc/${pid}/task`)];
  return threads.reduce((sum, { name }) => sum + nanoseconds(`/proc/${pid}/task/${name}`), 0) / 1e6;
}

function nanoseconds(thread: string): number {
  try {
    return Number(Deno.readTextFileSync(`${thread}/schedstat`).split(" ")[0]);
  } catch {
    // The thread has just ended.
    return 0;
  }
}

function rounded(value: number): number {
  return Number(value.toFixed(1));
}
