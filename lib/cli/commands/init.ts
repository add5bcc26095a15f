// `init`: registers the server with the clients of this user or project.
import { CLIENT_IDS } from "../../clients/catalog.ts";
import type { Scope } from "../../clients/client.ts";
import { placeOf } from "../call.ts";
import { clientPlace } from "../client_place.ts";
import type { Command, Invocation } from "../command.ts";
import { ask, isAtTerminal } from "../confirm.ts";
import { chooseClients } from "../init_choice.ts";
import { holdsSection, planInit } from "../init_plan.ts";
import { carryOut, tellSteps } from "../init_steps.ts";
import { UsageError } from "../usage.ts";

const scopes = ["project", "user"] as const;

/** Writes, prints or takes away the registrations. */
export const command: Command = {
  name: "init",
  about:
    "Registers the server with MCP clients, in the files and formats of each. It finds the clients " +
    "that are installed and asks which to do, or takes those named. A changed file keeps its comments " +
    "and order and gets a backup beside it; running it twice changes nothing.",
  options: [
    {
      name: "client",
      value: "NAME",
      about: `${CLIENT_IDS.join(", ")}, or all for those found`,
      choices: [...CLIENT_IDS, "all"],
      many: true,
    },
    {
      name: "scope",
      value: "WORD",
      about: "project (default) writes into the project's files, user into yours",
      choices: scopes,
    },
    { name: "dry-run", about: "Print what would change as a diff, and write nothing" },
    { name: "print", about: "Print each entry as a new file would hold it, and write nothing" },
    { name: "remove", about: "Take our entries out again" },
    { name: "agents-md", about: "Write a short section for agents into AGENTS.md" },
    { name: "claude-md", about: "Write the same section into CLAUDE.md" },
  ],
  examples: [
    { line: "init", does: "asks which clients" },
    { line: "init --client codex,gemini-cli --dry-run", does: "shows what it would write" },
    { line: "init --client all --scope user --remove", does: "takes your own registrations away" },
  ],
  run: async (invocation) => {
    const { environment, output, values } = invocation;
    const scope = scopeOf(values.text("scope"));
    const root = rootFor(invocation, scope);
    const place = clientPlace(environment, root);
    const clients = await chooseClients(invocation, place);
    const plan = { clients, scope, remove: values.has("remove"), place };
    if (values.has("print")) {
      const steps = planInit({ ...plan, remove: false, sections: [], blank: true });
      return await tellSteps(steps, { output, as: "text" });
    }
    const steps = planInit({ ...plan, sections: sectionsFor(invocation, root) });
    if (values.has("dry-run")) return await tellSteps(steps, { output, as: "diff" });
    return await tellSteps(carryOut(steps), { output, as: "done" });
  },
};

function scopeOf(typed: string | undefined): Scope {
  const scope = (typed ?? "project").trim().toLowerCase();
  if ((scopes as readonly string[]).includes(scope)) return scope as Scope;
  throw new UsageError(
    `Cannot take --scope "${typed}": expected one of ${scopes.join(", ")}`,
    `Type --scope ${scopes[0]}, or leave it out`,
  );
}

/** The project; user files can do without one. */
function rootFor(invocation: Invocation, scope: Scope): string | undefined {
  try {
    return placeOf(invocation).root();
  } catch (error) {
    if (scope === "user" && invocation.values.text("root") === undefined) return undefined;
    throw error;
  }
}

/** The files that take the section: those asked for, or the one that a person agrees to. */
function sectionsFor({ output, values }: Invocation, root: string | undefined): string[] {
  const named = [
    ...(values.has("agents-md") ? ["AGENTS.md"] : []),
    ...(values.has("claude-md") ? ["CLAUDE.md"] : []),
  ];
  const isOffered = named.length === 0 && root !== undefined && !values.has("remove") &&
    !values.has("dry-run") && isAtTerminal() && !output.json && !holdsSection(root, "AGENTS.md");
  if (!isOffered) return named;
  const answer = ask("Add a short section to AGENTS.md that tells agents when to claim? (y/N) ");
  return /^y(es)?$/i.test(answer) ? ["AGENTS.md"] : [];
}
