// The one table of what may be done in which status by whom. Everything else reads it.
import type { RefusalCode } from "./refusal.ts";
import type { TaskStatus } from "./task.ts";

/**
 * How a caller stands to the lease of a task: its `holder` (by session, or by the current token), the
 * `same_name` from another session, one that `lost` its lease on the task to somebody else, or any `other`.
 */
export type Standing = "holder" | "same_name" | "lost" | "other";

/** Every standing. */
export const standings: readonly Standing[] = ["holder", "same_name", "lost", "other"];

/** What a caller does to an existing task. */
export type Action =
  | "claim"
  | "renew"
  | "pass"
  | "submit"
  | "complete"
  | "log"
  | "review"
  | "update"
  | "update_cancel"
  | "extend"
  | "release"
  | "reopen"
  | "cancel";

/** Leave to go on, with the statuses the task may come to. Later stages can still refuse. */
export interface Leave {
  readonly to: readonly TaskStatus[];
}

/** What the table says: leave, or the code of a refusal. */
export type Cell = Leave | RefusalCode;

type ByStanding = Readonly<Record<Standing, Cell>>;

const to = (...statuses: TaskStatus[]): Leave => ({ to: statuses });
const lostOr = (rest: Cell): ByStanding => ({
  holder: rest,
  same_name: rest,
  lost: "lease_lost",
  other: rest,
});
const heldOnly = (leave: Leave): ByStanding => ({
  holder: leave,
  same_name: "lease_elsewhere",
  lost: "lease_lost",
  other: "not_holder",
});
const notOthers = (leave: Leave): ByStanding => ({
  holder: leave,
  same_name: "lease_held",
  lost: "lease_held",
  other: "lease_held",
});
const holdersWork = (
  leave: Leave,
): Readonly<Record<TaskStatus, Cell | ByStanding>> => ({
  queued: lostOr("not_holder"),
  active: heldOnly(leave),
  in_review: lostOr("not_holder"),
  needs_person: "needs_person",
  completed: "task_final",
  cancelled: "task_final",
});
const always = (leave: Leave, final: Cell): Readonly<Record<TaskStatus, Cell>> => ({
  queued: leave,
  active: leave,
  in_review: leave,
  needs_person: leave,
  completed: final,
  cancelled: final,
});

/**
 * Action × status × standing (contract, States). A stale lease and an ended session are seen to before
 * the table is asked: they change who stands how, never what the table says.
 */
export const transitions: Readonly<
  Record<Action, Readonly<Record<TaskStatus, Cell | ByStanding>>>
> = {
  claim: {
    queued: to("active"),
    active: {
      holder: to("active"),
      same_name: "lease_held",
      lost: "lease_held",
      other: "lease_held",
    },
    in_review: "not_queued",
    needs_person: "needs_person",
    completed: "task_final",
    cancelled: "task_final",
  },
  renew: holdersWork(to("active")),
  pass: holdersWork(to("queued", "needs_person")),
  submit: holdersWork(to("in_review")),
  complete: holdersWork(to("completed")),
  log: {
    queued: to("queued"),
    active: to("active"),
    in_review: to("in_review"),
    needs_person: to("needs_person"),
    completed: to("completed"),
    cancelled: to("cancelled"),
  },
  review: {
    queued: "not_in_review",
    active: "not_in_review",
    in_review: to("completed", "queued", "needs_person"),
    needs_person: "needs_person",
    completed: "task_final",
    cancelled: "task_final",
  },
  update: {
    queued: to("queued"),
    active: notOthers(to("active")),
    in_review: to("in_review"),
    needs_person: to("needs_person"),
    completed: "task_final",
    cancelled: "task_final",
  },
  update_cancel: {
    queued: to("cancelled"),
    active: notOthers(to("cancelled")),
    in_review: to("cancelled"),
    needs_person: "needs_person",
    completed: "task_final",
    cancelled: "task_final",
  },
  extend: {
    queued: to("queued"),
    active: to("active"),
    in_review: to("in_review"),
    needs_person: to("queued"),
    completed: "task_final",
    cancelled: "task_final",
  },
  release: {
    queued: "no_lease",
    active: to("queued"),
    in_review: "no_lease",
    needs_person: "no_lease",
    completed: "no_lease",
    cancelled: "no_lease",
  },
  reopen: {
    queued: "not_final",
    active: "not_final",
    in_review: to("queued"),
    needs_person: to("queued"),
    completed: to("queued"),
    cancelled: to("queued"),
  },
  cancel: always(to("cancelled"), "task_final"),
};

/** What the table says of an action on a task in a status by a caller who stands so. */
export function cellOf(action: Action, status: TaskStatus, standing: Standing): Cell {
  const cell = transitions[action][status];
  return typeof cell === "object" && "holder" in cell ? cell[standing] : cell as Cell;
}

/** The changes of status that the table allows, each once, for the diagram in the README. */
export function statusChanges(): { from: TaskStatus; to: TaskStatus; by: Action[] }[] {
  const found = new Map<string, { from: TaskStatus; to: TaskStatus; by: Action[] }>();
  for (const action of Object.keys(transitions) as Action[]) {
    for (const from of Object.keys(transitions[action]) as TaskStatus[]) {
      for (const standing of standings) {
        const cell = cellOf(action, from, standing);
        if (typeof cell === "string") continue;
        for (const target of cell.to) {
          if (target === from) continue;
          const key = `${from} ${target}`;
          const change = found.get(key) ?? { from, to: target, by: [] };
          if (!change.by.includes(action)) change.by.push(action);
          found.set(key, change);
        }
      }
    }
  }
  return [...found.values()];
}
