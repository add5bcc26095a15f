// Looks at how clients have the server registered, and tries a registration in this very process: no program
// is started. Changes nothing.
import { isAbsolute } from "node:path";
import { CLIENTS } from "../clients/catalog.ts";
import type { Client, Place as ClientPlace } from "../clients/client.ts";
import { installedClients } from "../clients/installed.ts";
import {
  findRegistrations,
  type HandedOn,
  handedOn,
  type Registration,
} from "../clients/registered.ts";
import { findRoot } from "../workspace/root.ts";
import { CommandPlace } from "./call.ts";
import { isThere, lookAt, lookOnPath, readTextExactly } from "./client_place.ts";
import { refusalFinding } from "./doctor_ledger.ts";
import { variables } from "./environment.ts";
import { bad, type Finding, fine, note } from "./finding.ts";

/** Which clients are here and have us registered. */
export function lookAtClients(place: ClientPlace): readonly Finding[] {
  const installed = new Set(installedClients(place, isThere).map(({ client }) => client.id));
  const findings = CLIENTS.flatMap((client) => {
    const { registrations, problems } = findRegistrations(client, {
      place,
      readFile: readTextExactly,
    });
    const check = `client ${client.id}`;
    const faults = problems.map(({ path, line, reason }) =>
      note(
        check,
        `${path}${line === undefined ? "" : `:${line}`}: ${reason}`,
        "Put that file right",
      )
    );
    const [first] = registrations;
    if (first) {
      const state = first.enabled ? "registered" : "registered, but switched off";
      return [...faults, fine(check, `${state} in ${first.path}:${first.line}`)];
    }
    if (!installed.has(client.id)) return faults;
    const advice = `agent-handoff init --client ${client.id}`;
    return [...faults, note(check, "installed, not registered", advice)];
  });
  return findings.length > 0 ? findings : [note("clients", "none found", "agent-handoff init")];
}

/** What one client would start, and whether that would work. */
export async function lookAtClient(
  client: Client,
  place: ClientPlace,
): Promise<readonly Finding[]> {
  const { registrations, problems } = findRegistrations(client, {
    place,
    readFile: readTextExactly,
  });
  const faults = problems.map(({ path, line, reason }) =>
    bad("file", `${path}${line === undefined ? "" : `:${line}`}: ${reason}`, "Put that file right")
  );
  const [used] = registrations;
  if (!used) {
    const advice = `Run agent-handoff init --client ${client.id}`;
    return [...faults, bad("registration", `${client.title} has none of ours`, advice)];
  }
  const environment = Object.fromEntries(
    variables.flatMap((name) => {
      const value = place.environment(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const handed = handedOn(client, used, { place, environment });
  return [...faults, ...registered(used), ...handed ? await tried(handed, place) : []];
}

function registered(used: Registration): Finding[] {
  const where = `${used.path}:${used.line} (${used.scope})`;
  if (!used.launch) {
    return [bad("registration", `${where} names no program`, "Run agent-handoff init")];
  }
  return [
    used.enabled
      ? fine("registration", where)
      : bad("registration", `${where} is switched off`, "Switch it on in the client"),
  ];
}

/** Finds root, ledger and a read as the server would, under the environment it would get. */
async function tried(handed: HandedOn, place: ClientPlace): Promise<Finding[]> {
  const { args, environment, workingDirectory } = handed;
  const read = (name: string): string | undefined => environment[name];
  const set = Object.entries(environment)
    .filter(([name]) => name.startsWith("AGENT_HANDOFF_") || name === "CLAUDE_PROJECT_DIR");
  const findings: Finding[] = [
    programFinding(handed, place),
    isThere(workingDirectory)
      ? fine("directory", workingDirectory)
      : bad("directory", `${workingDirectory} does not exist`, "Correct it in the entry"),
    fine(
      "environment",
      set.map(([name, value]) => `${name}=${value}`).join(" ") || "none of our variables",
    ),
  ];
  const flag = rootFlag(args);
  const found = findRoot({
    environment: read,
    cwd: workingDirectory,
    ...(flag !== undefined && { flag }),
  });
  if (!found.ok) {
    const advice = "Set AGENT_HANDOFF_ROOT or --root in the entry to the project's absolute path";
    return [...findings, bad("root", `${found.field} "${found.value}": ${found.reason}`, advice)];
  }
  findings.push(fine("root", `${found.root} (${found.from})`));
  using trial = new Trial({ environment: read, root: found.root });
  return [...findings, await trial.look(), await offeredTools(read("AGENT_HANDOFF_TOOLS"))];
}

function programFinding({ command, args }: HandedOn, place: ClientPlace): Finding {
  const line = [command, ...args].join(" ");
  const found = isAbsolute(command)
    ? lookAt(command)
    : lookOnPath(command, (name) => place.environment(name));
  // A runtime that is there says nothing of the program that it is to run.
  const script = args.find((one) => isAbsolute(one) && /\.[cm]?[jt]s$/.test(one));
  if (script !== undefined && found !== "missing" && lookAt(script) === "missing") {
    return bad("command", `${script}: no such file`, "Register the server anew from where it is");
  }
  if (found === "there") return fine("command", line);
  if (found === "hidden") {
    return note("command", `${line} (this program may not look whether it is there)`);
  }
  return bad("command", `${command}: no such program`, "Give its absolute path, or install it");
}

/** A place that is given up at the end of a block. */
class Trial extends CommandPlace implements Disposable {
  /** Lists one task. */
  async look(): Promise<Finding> {
    try {
      const ledger = await this.ledger({ create: false });
      const { newestEvent } = await ledger.list({ status: "open", limit: 1, session: "doctor" });
      return fine("read", newestEvent === 0 ? "an empty ledger" : `newest event ${newestEvent}`);
    } catch (error) {
      return refusalFinding(error, "read");
    }
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

async function offeredTools(set: string | undefined): Promise<Finding> {
  const { offered } = await import("../mcp/catalog.ts");
  const tools = offered(set?.trim().toLowerCase() === "core" ? "core" : "all");
  return fine("tools", tools.map(({ name }) => name).join(", "));
}

function rootFlag(args: readonly string[]): string | undefined {
  const joined = args.find((one) => one.startsWith("--root="));
  if (joined !== undefined) return joined.slice("--root=".length);
  const at = args.indexOf("--root");
  return at < 0 ? undefined : args[at + 1];
}
