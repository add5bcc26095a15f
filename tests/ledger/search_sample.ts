// Tasks with a past for the tests of searches, and shorthands for searching. Tests nothing itself.
import assert from "node:assert/strict";
import type { Ledger, ListQuery } from "../../lib/ledger/ledger.ts";
import { claim, complete, create, log, pass, review, submit, update } from "../support/commands.ts";
import { taskIdOf } from "../support/ids.ts";
import { claude, codex, dsh, maker } from "../support/people.ts";
import { Bench, done, type NewStorage } from "./bench.ts";

/** Who searches. */
export const asCodex = { agent: "codex", session: codex.session };

/** Tasks by what they are there for. */
export const made = {
  titled: taskIdOf(40),
  told: taskIdOf(41),
  passed: taskIdOf(42),
  reviewed: taskIdOf(43),
  over: taskIdOf(44),
  foreign: taskIdOf(45),
  renamed: taskIdOf(46),
};

/** Name of one of these tasks. */
export type Name = keyof typeof made;

/** Makes the tasks with a past that searches can look into. */
export async function fill(ledger: Ledger): Promise<void> {
  const one = (name: Name, title: string, more = {}) =>
    create(maker, { newTaskId: made[name], title, objective: "Do it", ...more });
  await done(
    ledger,
    one("titled", "Zephyr importer: leap_seconds", { priority: "low" }),
    one("told", "Second task", {
      objective: "Make the zephyr importer quicker, whatever the platypus says",
      constraints: "No new quokka",
      plan: ["Measure the axolotl"],
    }),
    one("passed", "Third task", { targetAgent: "claude-code" }),
    claim(claude, { taskId: made.passed }),
    pass(claude, {
      taskId: made.passed,
      summary: "The wombat is read, the seconds leap",
      nextAction: "Feed the wallaby",
      targetAgent: "codex",
    }),
    one("reviewed", "Fourth task", { reviewer: "dsh" }),
    claim(codex, { taskId: made.reviewed }),
    submit(codex, { taskId: made.reviewed, summary: "A first numbat" }),
    review(dsh, {
      taskId: made.reviewed,
      verdict: "changes_requested",
      comments: "The bilby is missing",
    }),
    claim(codex, { taskId: made.reviewed }),
    log(codex, { taskId: made.reviewed, entry: "test", text: "Counted echidnas", ref: "run9 → 1" }),
    log(dsh, { taskId: made.reviewed, text: "Crème brûlée of the zephyr" }),
    pass(codex, { taskId: made.reviewed, summary: "A second numbat", nextAction: "Go on" }),
    one("over", "Fifth zephyr task"),
    claim(codex, { taskId: made.over }),
    complete(codex, { taskId: made.over, summary: "Done with the zephyr" }),
    one("foreign", "数据库迁移", { objective: "データを移す" }),
    one("renamed", "A marsupial title", { objective: "Rename the potoroo" }),
    update(maker, { taskId: made.renamed, expectedVersion: 1, title: "Another quoll title" }),
  );
}

/** The name of a task. */
export function nameOf(taskId: string): string {
  return Object.entries(made).find(([, known]) => known === taskId)?.[0] ?? taskId;
}

/** What a search finds, by the names of the tasks; nothing may be left out. */
export async function search(
  ledger: Ledger,
  query: string,
  more: Partial<ListQuery> = {},
): Promise<string[]> {
  const { rows, leftOut } = await ledger
    .list({ status: "all", limit: 100, ...asCodex, query, ...more });
  assert.equal(leftOut, undefined);
  return rows.map(({ task }) => nameOf(task.taskId));
}

/** Registers tests on ledgers with these tasks. */
export function searchTests(
  name: string,
  make: NewStorage,
): (title: string, body: (ledger: Ledger) => Promise<void>) => void {
  return (title, body) =>
    Deno.test(`${name}: ${title}`, () =>
      Bench.run(make, async (bench) => {
        const ledger = await bench.open();
        await fill(ledger);
        await body(ledger);
      }));
}
