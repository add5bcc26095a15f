// Looks for more than one copy of this program: an older one refuses a ledger that a newer one has raised.
// Knows PATH and files, no ledger.
import { programsOnPath } from "./client_place.ts";
import { type Finding, fine, note } from "./finding.ts";

type Environment = (name: string) => string | undefined;

/** Bytes under which a file is a launcher, such as npm's, which starts a program that lies elsewhere. */
const launcherBytes = 1024 * 1024;

/**
 * Tells of every copy of `agent-handoff` that PATH leads to, links followed, and of a running program that
 * is none of them. Nothing is told where PATH leads to none, or where this program may not look.
 *
 * `own` is the path of the running program; undefined from source, where Deno is what runs.
 */
export function lookAtCopies(environment: Environment, own: string | undefined): Finding[] {
  const found = programsOnPath("agent-handoff", environment);
  const [first, ...others] = found;
  if (first === undefined) return [];
  const isElsewhere = own !== undefined && first.size >= launcherBytes &&
    !found.some(({ path }) => path === own);
  const more = [...others.map(({ path }) => path), ...isElsewhere ? [own] : []];
  if (more.length === 0) return [fine("copies", `PATH leads to ${first.path} alone`)];
  return [
    note(
      "copies",
      `PATH leads to ${first.path}; other copies are ${more.join(" and ")}`,
      "Keep one, or upgrade all of them: an older one refuses a ledger that a newer one has raised",
    ),
  ];
}
