// `doctor`: what is as it should be, what is not, and what to do about it.
import { CLIENT_IDS, clientOf } from "../../clients/catalog.ts";
import { placeOf } from "../call.ts";
import { clientPlace } from "../client_place.ts";
import type { Command, Invocation } from "../command.ts";
import { lookAtClient, lookAtClients } from "../doctor_clients.ts";
import { lookAtCopies } from "../doctor_copies.ts";
import { lookAtLedger } from "../doctor_ledger.ts";
import { exitCodes } from "../exit_codes.ts";
import { type Finding, fine, printFindings } from "../finding.ts";
import { clientNamed } from "../init_choice.ts";
import { Refused } from "../usage.ts";
import { version } from "../version.ts";

/** Looks at everything, or at one client's registration. */
export const command: Command = {
  name: "doctor",
  about:
    "Looks at the root, the rights, the file system, the database and its history, the lease and " +
    "the sessions, and the registrations of clients, and says what to do about each. With --client it " +
    "shows what that client would start, and tries root, ledger and a read under that environment, in " +
    "this process. Starts no program, changes nothing; exit code 1 where something has to be put right.",
  options: [{
    name: "client",
    value: "NAME",
    about: `Look at one registration: ${CLIENT_IDS.join(", ")}`,
    choices: CLIENT_IDS,
  }],
  examples: [
    { line: "doctor", does: "everything" },
    { line: "doctor --client codex", does: "what Codex would start, and whether it would work" },
  ],
  async run(invocation) {
    const { output, values } = invocation;
    const named = values.text("client");
    const findings = named === undefined ? await lookAtAll(invocation) : await lookAtClient(
      clientOf(await clientNamed(named.trim().toLowerCase()))!,
      clientPlace(invocation.environment, rootOf(invocation)),
    );
    const wrong = findings.filter(({ state }) => state === "bad");
    if (!output.json) printFindings(findings, output);
    if (wrong.length > 0) {
      throw new Refused({
        error: {
          code: named === undefined ? "ledger_damaged" : "workspace_unknown",
          message: `Found ${wrong.length} of ${findings.length} things that have to be put right`,
          next: wrong[0]!.advice!,
        },
        findings,
      });
    }
    if (output.json) output.document({ findings });
    return exitCodes.done;
  },
};

async function lookAtAll(invocation: Invocation): Promise<readonly Finding[]> {
  const program = fine(
    "program",
    `agent-handoff ${version}, deno ${Deno.version.deno}, ${Deno.build.target}`,
  );
  const place = placeOf(invocation);
  try {
    const own = Deno.build.standalone ? Deno.realPathSync(Deno.execPath()) : undefined;
    const copies = lookAtCopies(invocation.environment, own);
    return [program, ...copies, ...await lookAtLedger(place), ...clientFindings(invocation)];
  } finally {
    place.close();
  }
}

function clientFindings(invocation: Invocation): readonly Finding[] {
  try {
    return lookAtClients(clientPlace(invocation.environment, rootOf(invocation)));
  } catch (error) {
    // Without a home directory no client can be looked for, and that is no fault of the ledger.
    if (error instanceof Refused) return [];
    throw error;
  }
}

function rootOf(invocation: Invocation): string | undefined {
  try {
    return placeOf(invocation).root();
  } catch {
    return undefined;
  }
}
