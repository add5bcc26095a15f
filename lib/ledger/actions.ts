// One function per user intention: request in, command to the ledger, reply out. Decides nothing itself.
import type { BroughtToken, Caller, Command, Update } from "../rules/command.ts";
import { handoffLimits } from "../rules/limits.ts";
import { refuse, type Warning } from "../rules/refusal.ts";
import type { Ledger, Outcome } from "./ledger.ts";
import { LedgerRefusal } from "./ledger.ts";
import { type Call, outcomeReply, type Reply, replying } from "./reply.ts";
import type {
  ClaimRequest,
  CompleteRequest,
  CreateRequest,
  LogRequest,
  PassRequest,
  RenewRequest,
  ReviewRequest,
  SubmitRequest,
  UpdateRequest,
} from "./requests.ts";
import { type Body, briefView, taskCard, taskHead } from "./view.ts";

export { type Call, faultReply, refusalReply, type Reply } from "./reply.ts";
export { listHandoffs, showHandoff } from "./reads.ts";
export { waitHandoff } from "./wait.ts";

/** Makes a new queued task; it alone makes a ledger where there is none. */
export function createHandoff(call: Call, request: CreateRequest): Promise<Reply> {
  const { requestId, ...told } = request;
  return commanded(call, {
    create: true,
    command: () => ({
      type: "create",
      caller: call.caller,
      newTaskId: call.workplace.ids.taskId(),
      maxHandoffs: handoffLimits.usual,
      priority: "normal",
      dependsOn: [],
      plan: [],
      ...told,
      ...requestKey(call, requestId, told),
    }),
    body: (outcome) => outcome.sight ? taskCard(outcome.sight) : {},
  });
}

/** Takes the writer lease and gives the brief. */
export function claimHandoff(call: Call, request: ClaimRequest): Promise<Reply> {
  return replying(call, async () => {
    const { requestId, ...told } = request;
    const { git, warnings } = await call.workplace.fingerprint();
    const secret = call.workplace.ids.secret();
    return await carriedOut(call, {
      command: () => ({
        type: "claim",
        caller: call.caller,
        newTokenHash: call.workplace.digest(secret),
        ...told,
        ...(git && { git }),
        ...requestKey(call, requestId, told),
      }),
      body: ({ sight, tokenFence }) => ({
        ...(sight && { ...taskCard(sight), ...briefView(sight.task) }),
        ...(tokenFence !== undefined && { lease_token: `${tokenFence}-${secret}` }),
      }),
      warnings,
      look: ({ sight, tokenFence }) => {
        if (!sight || tokenFence === undefined) return [];
        const { changedFiles, summary } = sight.task;
        return call.workplace.lookAtFiles(changedFiles.slice(0, filesLookedAt), summary?.at);
      },
    });
  });
}

/** Makes the lease longer. */
export function renewHandoff(call: Call, request: RenewRequest): Promise<Reply> {
  return commanded(call, {
    command: () => ({ type: "renew", caller: call.caller, ...withToken(call, request) }),
  });
}

/** Hands the task on, or to a person. */
export function passHandoff(call: Call, request: PassRequest): Promise<Reply> {
  return commandedWithHead(call, request, (head) => {
    const { targetAgent, ...told } = withToken(call, request);
    const targetPerson = targetAgent === "person";
    return {
      type: "pass",
      caller: call.caller,
      changedFiles: [],
      ...told,
      ...head,
      targetPerson,
      ...(targetAgent !== undefined && !targetPerson && { targetAgent }),
    };
  });
}

/** Ends the work on a task. */
export function completeHandoff(call: Call, request: CompleteRequest): Promise<Reply> {
  return commandedWithHead(call, request, (head) => ({
    type: "complete",
    caller: call.caller,
    changedFiles: [],
    ...withToken(call, request),
    ...head,
  }));
}

/** Asks for a review. */
export function submitHandoff(call: Call, request: SubmitRequest): Promise<Reply> {
  return commandedWithHead(call, request, (head) => ({
    type: "submit",
    caller: call.caller,
    changedFiles: [],
    ...withToken(call, request),
    ...head,
  }));
}

/** Writes one journal entry. */
export function logHandoff(call: Call, request: LogRequest): Promise<Reply> {
  return commanded(call, {
    command: () => {
      const { kind, ...told } = withToken(call, request);
      return {
        type: "log",
        caller: call.caller,
        entry: kind,
        stepsDone: [],
        changedFiles: [],
        ...told,
      };
    },
  });
}

/** Gives a verdict. */
export function reviewHandoff(call: Call, request: ReviewRequest): Promise<Reply> {
  return commanded(call, {
    command: () => ({ type: "review", caller: call.caller, ...request }),
  });
}

/** Corrects or cancels a task that nobody else holds. */
export function updateHandoff(call: Call, request: UpdateRequest): Promise<Reply> {
  return commanded(call, {
    command: (): Update => ({ type: "update", caller: call.caller, clear: [], ...request }),
  });
}

/** What only people ask for; the command line alone gives these. */
export function personsCommand(
  call: Call,
  command: Command & { type: "extend" | "release" | "reopen" | "cancel" },
): Promise<Reply> {
  return commanded(call, { command: () => command });
}

interface Commanded {
  readonly command: () => Command;
  /** What a "yes" tells; the task's head by default. */
  readonly body?: (outcome: Outcome) => Body;
  readonly create?: boolean;
  readonly warnings?: readonly Warning[];
  /** What the workspace has to say to a "yes". */
  readonly look?: (outcome: Outcome) => Promise<readonly Warning[]> | readonly Warning[];
}

/** How many of a brief's files a claim looks at, the newest first. */
const filesLookedAt = 200;

/** Gives a command to the ledger; a storage's refusal becomes a reply. */
function commanded(call: Call, of: Commanded): Promise<Reply> {
  return replying(call, () => carriedOut(call, of));
}

async function carriedOut(call: Call, of: Commanded): Promise<Reply> {
  const asked = of.command();
  const ledger: Ledger = await call.workplace.ledger({ create: of.create ?? false });
  call.workplace.holdSession(call.caller.session);
  const command = { ...asked, caller: introduced(call) };
  const outcome = await ledger.execute(command, call.signal && { signal: call.signal });
  const usual = (done: Outcome) => done.sight ? taskHead(done.sight) : {};
  const body = outcome.refusal ? {} : (of.body ?? usual)(outcome);
  const seen = outcome.refusal || !of.look ? [] : await of.look(outcome);
  return outcomeReply(call, outcome, { body, warnings: [...of.warnings ?? [], ...seen] });
}

/** The caller with all that its session tells of itself: what the process knows, and what the call said. */
function introduced({ caller, workplace }: Call): Caller {
  return { ...caller, about: { ...workplace.sessionFacts(), ...caller.about } };
}

/** A command that records where the workspace stands. */
function commandedWithHead(
  call: Call,
  { changedFiles }: { changedFiles?: readonly string[] },
  command: (head: { git?: { branch?: string; commit?: string } }) => Command,
): Promise<Reply> {
  return replying(call, async () => {
    const { git, warnings } = await call.workplace.fingerprint();
    const seen = changedFiles ? await call.workplace.lookAtFiles(changedFiles) : [];
    return await carriedOut(call, {
      command: () => command(git ? { git } : {}),
      warnings,
      look: () => seen,
    });
  });
}

function requestKey(call: Call, id: string | undefined, told: object): object {
  if (id === undefined) return {};
  const sorted = Object.entries(told).sort(([one], [other]) => one < other ? -1 : 1);
  return { request: { id, argumentsHash: call.workplace.digest(JSON.stringify(sorted)) } };
}

/** The request with its token taken apart: `<fence>-<secret>` becomes the fence and a hash. */
function withToken<Request extends { leaseToken?: string }>(
  call: Call,
  request: Request,
): Omit<Request, "leaseToken"> & { leaseToken?: BroughtToken } {
  const { leaseToken, ...told } = request;
  if (leaseToken === undefined) return told;
  const parts = /^(\d{1,15})-([a-z2-7]{20})$/.exec(leaseToken.trim().toLowerCase());
  if (!parts) {
    throw new LedgerRefusal(refuse("invalid_argument", {
      field: "lease_token",
      accepted: "the lease_token as the claim gave it, such as 3-abcdefghijklmnopqrst",
    }));
  }
  return {
    ...told,
    leaseToken: { fence: Number(parts[1]), hash: call.workplace.digest(parts[2]!) },
  };
}
