// Makes the commands that only people have: looks at the task, says what it means, asks, and then does it.
import { personsCommand } from "../ledger/actions.ts";
import { LedgerRefusal, type Shown } from "../ledger/ledger.ts";
import { replying } from "../ledger/reply.ts";
import { type Body, leaseView } from "../ledger/view.ts";
import type { FieldsOf, NamedField } from "../mcp/fields.ts";
import { named, required, taskId } from "../mcp/fields.ts";
import type { Caller, Cancel, Extend, Release, Reopen } from "../rules/command.ts";
import { refuse } from "../rules/refusal.ts";
import { callIn, inPlace, tell, wrongValue } from "./call.ts";
import type { Command, Invocation } from "./command.ts";
import { confirm, refuseAgents } from "./confirm.ts";
import { personCaller } from "./identity.ts";
import { argumentsOf, byOption, optionOf } from "./tool_command.ts";
import { printDone } from "./told.ts";
import { Refused } from "./usage.ts";

type PersonsCommand = Extend | Release | Reopen | Cancel;

/** What a person gives beside the task. */
type Given<Asked extends PersonsCommand> = Omit<Asked, "type" | "caller" | "taskId">;

/** How a command of people is written down. */
export interface PersonCommandSpec<Asked extends PersonsCommand> {
  readonly name: Asked["type"];
  readonly about: string;
  readonly fields: FieldsOf<Given<Asked>>;
  readonly examples: Command["examples"];
  /** What it does to the task as it stands, and what may be lost: one sentence each. */
  readonly consequences: (shown: Shown, given: Given<Asked>) => readonly string[];
  /** Said when it is done, before the task's id. */
  readonly done: string;
}

/** Makes a command that only people give. */
export function personCommand<Asked extends PersonsCommand>(
  spec: PersonCommandSpec<Asked>,
): Command {
  const fields = named({
    taskId: required(taskId("The task's id, or its first 4 or more digits")),
    ...spec.fields,
  });
  return {
    name: spec.name,
    about:
      `${spec.about} Only people do this: it asks at a terminal, and needs --yes where there is none.`,
    positionals: [{
      name: "TASK",
      option: "task-id",
      about: fields[0]!.description,
      needed: true,
    }],
    options: [
      ...fields.slice(1).map((field) => optionOf(field)),
      byOption,
      { name: "yes", about: "Go on without asking" },
    ],
    examples: spec.examples,
    run: (invocation) => runPersonCommand(spec, { fields, invocation }),
  };
}

async function runPersonCommand<Asked extends PersonsCommand>(
  spec: PersonCommandSpec<Asked>,
  of: { fields: readonly NamedField[]; invocation: Invocation },
): Promise<number> {
  const { fields, invocation } = of;
  const { output, environment, values } = invocation;
  const { parseArguments } = await import("../mcp/arguments.ts");
  const read = parseArguments({ fields }, argumentsOf(fields, invocation));
  if (read.refusal) throw wrongValue(read.refusal, invocation);
  const { taskId: typed, ...given } = read.request as { taskId: string } & Given<Asked>;
  refuseAgents(`${spec.name} task ${typed}`, invocation);
  const by = values.text("by");
  const caller = personCaller({
    environment,
    processSession: crypto.randomUUID(),
    ...(by !== undefined && { by }),
  });
  return await inPlace(invocation, async (place) => {
    const call = callIn(place, caller);
    const reply = await replying(call, async () => {
      const ledger = await place.ledger({ create: false });
      const shown = await ledger.show({ taskId: typed, history: 0 });
      const { taskId } = shown.sight.task;
      const command = { type: spec.name, caller, taskId, ...given } as unknown as
        & Asked
        & { caller: Caller };
      await refusedBeside(leaseView(shown.lease, caller.session), async () => {
        refuseIdle(spec.name, shown);
        confirm({
          action: `${spec.name} task ${taskId}`,
          taskId,
          consequences: spec.consequences(shown, given as Given<Asked>),
        }, invocation);
        refuseMoved(shown, await ledger.show({ taskId, history: 0 }));
      });
      return await personsCommand(call, command);
    });
    return await tell(output, reply, printDone(spec.done));
  });
}

/** Puts the lease beside what refuses the work: every refusal of a ledger that was read tells it. */
async function refusedBeside(lease: Body | null, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const refused = error instanceof LedgerRefusal ? Refused.of(error.refusal) : error;
    throw refused instanceof Refused ? new Refused({ ...refused.body, lease }) : error;
  }
}

/** Spares a person the question where the answer would be refused anyway. */
function refuseIdle(name: PersonsCommand["type"], { sight, lease }: Shown): void {
  const { task, status } = sight;
  if (name === "release" && lease?.lease.taskId !== task.taskId) {
    throw new LedgerRefusal(refuse("no_lease", { taskId: task.taskId, status }));
  }
}

/** Refuses what a person agreed to where the task, and so its holder, has changed since they were asked. */
function refuseMoved(seen: Shown, now: Shown): void {
  const { taskId, version: expected } = seen.sight.task;
  const { version } = now.sight.task;
  if (version === expected) return;
  throw new LedgerRefusal(refuse("version_conflict", { taskId, expected, version }));
}

/** A task's title for a sentence. */
export function titled({ sight }: Shown): string {
  return `task ${sight.task.taskId}, "${sight.task.title}"`;
}
