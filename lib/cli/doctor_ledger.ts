// Looks at the root, the state directory, the file and what is in it. Changes nothing.
import { refusalBody } from "../ledger/explain.ts";
import { type Ledger, LedgerRefusal } from "../ledger/ledger.ts";
import { warningText } from "../ledger/warn_words.ts";
import { chooseJournal } from "../workspace/mounts.ts";
import { seeSessionFile } from "../workspace/session_file.ts";
import { prepareStateDirectory, type StatePaths } from "../workspace/state_dir.ts";
import type { CommandPlace } from "./call.ts";
import { damageAdvice } from "./doctor_damage.ts";
import { bad, type Finding, fine, note } from "./finding.ts";
import { minutesText } from "./when.ts";

/** Oldest SQLite without the fault that could spoil a ledger when its log was reset. */
export const safeSqlite = "3.51.3";

/** Up to so many events doctor replays the whole history; beyond, `verify` is for that. */
const quickEvents = 50_000;

/** What doctor finds of a place and its ledger, in the order in which one thing rests on the other. */
export async function lookAtLedger(place: CommandPlace): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  try {
    const root = place.root();
    findings.push(fine("root", `${root} (${place.rootSource()})`));
    for (const warning of place.rootWarnings()) {
      findings.push(note("root", warningText(warning, "commands")));
    }
    const state = prepareStateDirectory(root, { create: false });
    if (!state.ok) await place.ledger({ create: false });
    else if (!state.ledgerExists) {
      findings.push(note("ledger", `none yet below ${root}`, "agent-handoff create makes it"));
    } else {
      findings.push(...permissions(state.paths), fileSystem(state.paths));
      findings.push(...await database(state.paths.ledger));
      findings.push(...await working(await place.ledger({ create: false })));
      findings.push(sessions(state.paths));
    }
  } catch (error) {
    findings.push(refusalFinding(error));
  }
  return findings;
}

/** A refusal as a finding; other errors are faults and go on. */
export function refusalFinding(error: unknown, check = "ledger"): Finding {
  if (!(error instanceof LedgerRefusal)) throw error;
  const { message, next } = refusalBody(error.refusal, "commands") as Record<string, string>;
  const advice = error.refusal.code === "ledger_damaged"
    ? damageAdvice(error.refusal.facts)
    : next!;
  return bad(check, message!, advice);
}

function permissions(paths: StatePaths): Finding[] {
  if (Deno.build.os === "windows") return [];
  const open = [paths.directory, paths.ledger].filter((path) =>
    ((Deno.statSync(path).mode ?? 0) & 0o022) !== 0
  );
  return [
    open.length === 0 ? fine("permissions", "nobody but the owner may write") : note(
      "permissions",
      `others may write to ${open.join(" and ")}`,
      "Take write rights from group and others, unless you share the project on purpose",
    ),
  ];
}

function fileSystem(paths: StatePaths): Finding {
  const { fileSystem, mountPoint, journal, reason } = chooseJournal(paths.directory);
  const where = mountPoint === undefined ? "" : ` mounted at ${mountPoint}`;
  const fact = `${fileSystem}${where}: ${journal} journal (${reason.replaceAll("_", " ")})`;
  if (journal === "refuse") {
    return bad("file system", fact, "Move the project to a local disk: locks do not hold here");
  }
  return journal === "wal" ? fine("file system", fact) : note("file system", fact);
}

async function database(path: string): Promise<Finding[]> {
  const { databaseFacts } = await import("../sqlite/facts.ts");
  const facts = await databaseFacts(path);
  const { sqliteVersion, journalMode, schema, knownSchema, bytes, logBytes, newestEvent } = facts;
  const isSafe = compareVersions(sqliteVersion, safeSqlite) >= 0;
  return [
    isSafe ? fine("sqlite", sqliteVersion) : bad(
      "sqlite",
      `${sqliteVersion} is older than ${safeSqlite}`,
      "Upgrade Deno or agent-handoff",
    ),
    fine(
      "database",
      `schema ${schema} of ${knownSchema}, journal ${journalMode}, ${bytes} bytes and ` +
        `${logBytes} in the log, newest event ${newestEvent}`,
    ),
    await history(path, newestEvent),
  ];
}

async function history(path: string, events: number): Promise<Finding> {
  if (events > quickEvents) {
    return note("history", `${events} events, not replayed here`, "Run agent-handoff verify");
  }
  const { verifyLedger } = await import("../sqlite/verify.ts");
  const { found, findings, tasks } = await verifyLedger(path);
  if (found === 0) return fine("history", `${events} events replayed, ${tasks} tasks as stored`);
  return bad(
    "history",
    `${found} findings, the first: ${findings[0]!.detail}`,
    "Run agent-handoff verify for all of them, and keep a copy of the whole directory",
  );
}

async function working(ledger: Ledger): Promise<Finding[]> {
  const sight = await ledger.lease();
  if (!sight) return [fine("lease", "nobody holds it")];
  const { lease, state, life, now } = sight;
  const left = minutesText(Math.max(0, Math.ceil((lease.expiresAt - now) / 60_000)));
  const who = `${lease.agent} holds task ${lease.taskId}`;
  if (state === "live") return [fine("lease", `${who}, ${left} left; its session is ${life}`)];
  const fact = state === "expired"
    ? `${who}, but its time is over`
    : `${who}, but its session ended`;
  return [note("lease", fact, "The next claim ends it; a person may end it now")];
}

function sessions({ sessions }: StatePaths): Finding {
  let files: string[] = [];
  try {
    files = [...Deno.readDirSync(sessions)].map(({ name }) => `${sessions}/${name}`);
  } catch {
    // No session was served yet.
  }
  const live = files.filter((path) => seeSessionFile(path).lock === "locked").length;
  return fine("sessions", `${live} served now, ${files.length - live} files of ended ones`);
}

/** Below, at or above zero as the first version is older, equal or newer. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split(".").map(Number));
  for (let index = 0; index < 3; index++) {
    const difference = (a![index] ?? 0) - (b![index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
