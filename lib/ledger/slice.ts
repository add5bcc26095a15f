// Which part of the ledger a command looks at, said once for every storage.
import type { Command, Create, Update } from "../rules/command.ts";
import type { LedgerEvent } from "../rules/event.ts";
import type { Lease, PastLease, SessionLife } from "../rules/lease.ts";
import { requestMemory, twinMemory } from "../rules/limits.ts";
import {
  type Dependency,
  type Found,
  type LedgerState,
  type Newest,
  nothingWaits,
  type RememberedRequest,
  type Slice,
  statusOf,
  type Waiting,
} from "../rules/state.ts";
import type { SessionRecord } from "../rules/session.ts";
import type { Task } from "../rules/task.ts";
import { actingName } from "../rules/acting_name.ts";

/** What a storage can look up inside one transaction. Each is a point read or a bounded one. */
export interface Lookups {
  newest(): Newest;
  fence(): number;
  lease(): Lease | undefined;
  task(taskId: string): Task | undefined;
  /** Ids that a prefix of 4 or more digits fits, two at most. */
  idsByPrefix(prefix: string): readonly string[];
  /** A few ids close to one that does not exist. */
  idsNear(taskId: string): readonly string[];
  pastLease(fence: number): PastLease | undefined;
  /** The newest ended lease of a session on a task. */
  pastLeaseOf(of: { taskId: string; session: string }): PastLease | undefined;
  /** The newest ended lease on a task, whoever held it. */
  newestPastLeaseOf(taskId: string): PastLease | undefined;
  /** What a session told of itself. */
  session(session: string): SessionRecord | undefined;
  newestEventOf(taskId: string): LedgerEvent | undefined;
  /** What the history since a time remembers of a request id of an agent, for creations or claims. */
  request(
    of: { agent: string; tool: "create" | "claim"; id: string; since: number },
  ): RememberedRequest | undefined;
  /** Newest task that an agent created since a time with this title and objective. */
  twin(
    of: { agent: string; title: string; objective: string; since: number },
  ): string | undefined;
  agents(): ReadonlySet<string>;
  /**
   * Best task with the stored status `queued` that is addressed to the agent or to nobody, whose
   * dependencies are completed, `except` aside: addressed first, then priority, then age.
   */
  bestQueued(of: { agent: string; except?: string }): Task | undefined;
  waiting(of: { agent: string; except?: string }): Waiting;
  /** Open tasks that depend directly on one, 50 at most. */
  dependantsOf(taskId: string): readonly string[];
}

/** What the shell knows beside the storage. */
export interface Surroundings {
  readonly now: number;
  readonly lifeOf: (session: string) => SessionLife;
  readonly graceMinutes: number;
}

/**
 * Loads the slice that a command is decided on. Called inside the transaction that will write its
 * events; see `Slice` for what belongs to it and why.
 */
export function loadSlice(command: Command, lookups: Lookups, around: Surroundings): Slice {
  const lease = lookups.lease();
  const tasks = new Map<string, Task>();
  const pastLeases = new Map<number, PastLease>();
  const load = (taskId: string | undefined): Task | undefined => {
    const task = taskId === undefined ? undefined : tasks.get(taskId) ?? lookups.task(taskId);
    if (task) tasks.set(task.taskId, task);
    return task;
  };
  load(lease?.taskId);

  const found = findNamed(command, {
    task: load,
    idsByPrefix: (prefix) => lookups.idsByPrefix(prefix),
    idsNear: (taskId) => lookups.idsNear(taskId),
  });
  const askedFor = dependenciesAskedFor(command, lookups);
  const named = load(found.taskId);
  if (named) {
    for (const past of pastLeasesOf(command, named, lookups)) pastLeases.set(past.fence, past);
  }

  const agent = actingName(command.caller, lease);
  const isOpenClaim = command.type === "claim" && command.taskId === undefined;
  const best = isOpenClaim
    ? lookups.bestQueued({ agent, ...(lease && { except: lease.taskId }) })
    : undefined;
  load(best?.taskId);
  if (command.type === "claim") {
    for (const { taskId } of [...tasks.values()]) {
      const past = lookups.newestPastLeaseOf(taskId);
      if (past) pastLeases.set(past.fence, past);
    }
  }
  const session = lookups.session(command.caller.session);

  const ledger: LedgerState = {
    newest: lookups.newest(),
    fence: lookups.fence(),
    tasks,
    pastLeases,
    agents: lookups.agents(),
    sessions: new Map(session && [[session.session, session]]),
    ...(lease && { lease }),
  };
  const newestOfNamed = named && repeats(command) ? lookups.newestEventOf(named.taskId) : undefined;
  const request = rememberedRequest(command, agent, { lookups, now: around.now });
  const twin = command.type === "create"
    ? lookups.twin({
      agent,
      title: command.title,
      objective: command.objective,
      since: around.now - twinMemory,
    })
    : undefined;
  if (request) load(request.taskId);
  return {
    ledger,
    near: found.near,
    waiting: isOpenClaim
      ? lookups.waiting({ agent, ...(lease && { except: lease.taskId }) })
      : nothingWaits,
    dependencies: dependenciesFor(command, tasks, { lookups, lease, askedFor }),
    askedFor,
    dependants: named && cancels(command) ? lookups.dependantsOf(named.taskId) : [],
    holderLife: lease ? around.lifeOf(lease.session) : "unknown",
    graceMinutes: around.graceMinutes,
    ...(named && { named: named.taskId }),
    ...(best && { best: best.taskId }),
    ...(newestOfNamed && { newestOfNamed }),
    ...(request && { request }),
    ...(twin && { twin }),
  };
}

/** Finds the task that an id or a unique prefix names, or ids that come near. */
export function findTask(
  taskId: string,
  lookups: Pick<Lookups, "task" | "idsByPrefix" | "idsNear">,
): Found {
  if (/^[0-9a-f]{10}$/.test(taskId)) {
    if (lookups.task(taskId)) return { taskId, near: [] };
    return { near: lookups.idsNear(taskId) };
  }
  if (/^[0-9a-f]{4,9}$/.test(taskId)) {
    const fitting = lookups.idsByPrefix(taskId);
    if (fitting.length === 1) return { taskId: fitting[0]!, near: [] };
    return { near: fitting.length > 0 ? fitting : lookups.idsNear(taskId) };
  }
  return { near: lookups.idsNear(taskId) };
}

function findNamed(
  command: Command,
  lookups: Parameters<typeof findTask>[1],
): Found {
  if (command.type === "create") return { near: [] };
  if (command.taskId === undefined) return { near: [] };
  return findTask(command.taskId, lookups);
}

function pastLeasesOf(command: Command, named: Task, lookups: Lookups): PastLease[] {
  const byToken = "leaseToken" in command && command.leaseToken
    ? lookups.pastLease(command.leaseToken.fence)
    : undefined;
  const bySession = lookups.pastLeaseOf({
    taskId: named.taskId,
    session: command.caller.session,
  });
  return [byToken, bySession].filter((past) => past !== undefined);
}

function repeats(command: Command): boolean {
  return ["pass", "submit", "complete", "review"].includes(command.type);
}

function cancels(command: Command): boolean {
  return command.type === "cancel" || (command.type === "update" && command.cancel !== undefined);
}

function rememberedRequest(
  command: Command,
  agent: string,
  of: { lookups: Lookups; now: number },
): RememberedRequest | undefined {
  if (command.type !== "create" && command.type !== "claim") return undefined;
  if (!command.request) return undefined;
  return of.lookups.request({
    agent,
    tool: command.type,
    id: command.request.id,
    since: of.now - requestMemory,
  });
}

/** The dependencies that matter: of the loaded tasks for a claim, the whole closure for new ones. */
function dependenciesFor(
  command: Command,
  tasks: ReadonlyMap<string, Task>,
  of: { lookups: Lookups; lease: Lease | undefined; askedFor: ReadonlyMap<string, Found> },
): ReadonlyMap<string, Dependency> {
  const found = new Map<string, Dependency>();
  const add = (taskId: string): readonly string[] => {
    if (found.has(taskId)) return [];
    const task = tasks.get(taskId) ?? of.lookups.task(taskId);
    if (!task) return [];
    found.set(taskId, { taskId, status: statusOf(task, of.lease), dependsOn: task.dependsOn });
    return task.dependsOn;
  };
  if (isRewiring(command)) {
    const queue = [...of.askedFor.values()].flatMap(({ taskId }) => taskId ?? []);
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) queue.push(...add(id));
  } else if (command.type === "claim") {
    for (const task of [...tasks.values()]) task.dependsOn.forEach(add);
  }
  return found;
}

/** The tasks that new dependencies name, by a full id or by a prefix of one. */
function dependenciesAskedFor(command: Command, lookups: Lookups): ReadonlyMap<string, Found> {
  if (!isRewiring(command)) return new Map();
  return new Map(command.dependsOn!.map((asked) => [asked, findTask(asked, lookups)]));
}

function isRewiring(command: Command): command is Create | Update {
  return (command.type === "create" || command.type === "update") && !!command.dependsOn?.length;
}
