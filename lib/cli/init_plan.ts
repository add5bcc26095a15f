// What `init` would do, gathered from the clients' plans and the section for agents. Writes nothing.
import { removeSection, SECTION_BEGIN, upsertSection } from "../clients/agents_section.ts";
import type { ClientId, Place as ClientPlace, Scope } from "../clients/client.ts";
import { planChanges } from "../clients/plan.ts";
import { join } from "node:path";
import { readTextExactly, serverLaunch } from "./client_place.ts";

/** One file that init looks at. */
export interface Step {
  /** A client's id, or `agents` for the section that tells agents what to do. */
  readonly for: ClientId | "agents";
  readonly path: string;
  readonly action: "create" | "change" | "none" | "remove" | "refuse";
  readonly before?: string;
  readonly after?: string;
  readonly reason?: string;
  readonly notes: readonly string[];
}

/** What to plan. */
export interface InitPlan {
  readonly clients: readonly ClientId[];
  readonly scope: Scope;
  readonly remove: boolean;
  /** Names of the files at the root that take the section, such as `AGENTS.md`. */
  readonly sections: readonly string[];
  readonly place: ClientPlace;
  /** Plans as if no file were there, for printing. */
  readonly blank?: true;
}

/** Plans every file, in the order of the clients, the sections last. */
export function planInit(plan: InitPlan): readonly Step[] {
  const { clients, scope, remove, sections, place, blank } = plan;
  const changes = planChanges(clients, {
    scope,
    remove,
    place,
    launch: serverLaunch(place.environment, { scope, root: place.root }),
    readFile: blank ? () => undefined : readTextExactly,
  });
  return [
    ...changes.map(({ client, ...rest }) => ({ for: client, ...rest })),
    ...sections.map((name) => planSection(name, plan)),
  ];
}

function planSection(name: string, { place, remove }: InitPlan): Step {
  const path = place.root === undefined ? name : join(place.root, name);
  const known = { for: "agents" as const, path, notes: [] };
  if (place.root === undefined) {
    return { ...known, action: "refuse", reason: "There is no project directory here" };
  }
  let before: string | undefined;
  try {
    before = readTextExactly(path);
  } catch (error) {
    return {
      ...known,
      action: "refuse",
      reason: `Cannot read the file: ${(error as Error).message}`,
    };
  }
  const result = remove ? removeSection(before ?? "") : upsertSection(before ?? "");
  if (result.kind === "refused") {
    const line = result.line === undefined ? "" : `line ${result.line}: `;
    return { ...known, action: "refuse", reason: line + result.reason };
  }
  const held = { ...known, ...(before !== undefined && { before }) };
  if (result.text === (before ?? "")) {
    const reason = remove ? "It holds no section of ours" : "The section is there already";
    return { ...held, action: "none", reason };
  }
  if (remove) {
    return { ...held, action: "remove", ...(result.text !== "" && { after: result.text }) };
  }
  return { ...held, action: before === undefined ? "create" : "change", after: result.text };
}

/** Whether a file at the root holds our section already. */
export function holdsSection(root: string, name: string): boolean {
  try {
    return readTextExactly(join(root, name))?.includes(SECTION_BEGIN) ?? false;
  } catch {
    return false;
  }
}
