// Answers the look-ups of a slice from a state and its history held in memory. Knows no storage and no time.
import type { Lookups } from "../../lib/ledger/slice.ts";
import type { LedgerEvent, RequestKey } from "../../lib/rules/event.ts";
import { inClaimOrder } from "../../lib/rules/decide_claim.ts";
import { type LedgerState, statusOf, type Waiting } from "../../lib/rules/state.ts";
import { isFinal, type Task } from "../../lib/rules/task.ts";

/** Look-ups over a whole ledger: the state and all the events that made it, oldest first. */
export function memoryLookups(state: LedgerState, history: readonly LedgerEvent[]): Lookups {
  const tasks = [...state.tasks.values()];
  const idsWhere = (fits: (taskId: string) => boolean) =>
    tasks.map((task) => task.taskId).filter(fits).sort();
  return {
    newest: () => state.newest,
    fence: () => state.fence,
    lease: () => state.lease,
    task: (taskId) => state.tasks.get(taskId),
    idsByPrefix: (prefix) => idsWhere((taskId) => taskId.startsWith(prefix)).slice(0, 2),
    idsNear: (taskId) => idsWhere((known) => isNear(known, taskId)).slice(0, 3),
    pastLease: (fence) => state.pastLeases.get(fence),
    pastLeaseOf: ({ taskId, session }) =>
      [...state.pastLeases.values()]
        .filter((past) => past.taskId === taskId && past.session === session)
        .sort((one, other) => other.fence - one.fence)[0],
    newestPastLeaseOf: (taskId) =>
      [...state.pastLeases.values()]
        .filter((past) => past.taskId === taskId)
        .sort((one, other) => other.fence - one.fence)[0],
    session: (session) => state.sessions.get(session),
    newestEventOf: (taskId) => history.findLast((event) => event.taskId === taskId),
    request: ({ agent, tool, id, since }) => {
      const event = history.findLast((event) =>
        event.at >= since && event.actor.name === agent && requestOf(event, tool)?.id === id
      );
      const key = event && requestOf(event, tool);
      if (!event || !key) return undefined;
      const fence = "fence" in event.data ? event.data.fence : undefined;
      return {
        argumentsHash: key.argumentsHash,
        taskId: event.taskId,
        ...(fence !== undefined && { fence }),
      };
    },
    twin: ({ agent, title, objective, since }) =>
      history.findLast((event) =>
        event.kind === "created" && event.at >= since && event.actor.name === agent &&
        event.data.title === title && event.data.objective === objective
      )?.taskId,
    agents: () => state.agents,
    bestQueued: ({ agent, except }) =>
      queued(tasks, except)
        .filter((task) => task.targetAgent === undefined || task.targetAgent === agent)
        .filter((task) => waitsFor(task, state).length === 0)
        .sort(inClaimOrder(agent))[0],
    waiting: ({ agent, except }) => waitingOf(state, { agent, except }),
    dependantsOf: (taskId) =>
      tasks
        .filter((task) => !isFinal(task.status) && task.dependsOn.includes(taskId))
        .map((task) => task.taskId)
        .slice(0, 50),
  };
}

/** Ids of the dependencies of a task that are not completed. */
export function waitsFor(task: Task, state: LedgerState): string[] {
  return task.dependsOn.filter((taskId) => {
    const dependency = state.tasks.get(taskId);
    return dependency !== undefined && statusOf(dependency, state.lease) !== "completed";
  });
}

/** Counts what waits: each task once, for an address before a dependency. */
function waitingOf(
  state: LedgerState,
  of: { agent: string; except: string | undefined },
): Waiting {
  const counts = { dependency: 0, otherAgent: 0, inReview: 0, needsPerson: 0 };
  for (const task of state.tasks.values()) {
    if (task.taskId === of.except) continue;
    if (task.status === "in_review") counts.inReview++;
    if (task.status === "needs_person") counts.needsPerson++;
    if (task.status !== "queued") continue;
    if (task.targetAgent !== undefined && task.targetAgent !== of.agent) counts.otherAgent++;
    else if (waitsFor(task, state).length > 0) counts.dependency++;
  }
  return counts;
}

function queued(tasks: readonly Task[], except: string | undefined): Task[] {
  return tasks.filter((task) => task.status === "queued" && task.taskId !== except);
}

/** Near enough to offer: the same first three digits, or one digit that differs. */
function isNear(known: string, asked: string): boolean {
  if (known.slice(0, 3) === asked.slice(0, 3)) return true;
  const differing = [...known].filter((digit, place) => digit !== asked[place]).length;
  return known.length === asked.length && differing === 1;
}

function requestOf(event: LedgerEvent, tool: "create" | "claim"): RequestKey | undefined {
  if (tool === "create") return event.kind === "created" ? event.data.request : undefined;
  return event.kind === "claimed" || event.kind === "taken_over" ? event.data.request : undefined;
}
