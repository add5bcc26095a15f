// Makes words of warnings. They stand in `warnings`, a field that stored text cannot imitate.
import type { Warning } from "../rules/refusal.ts";
import type { GitHead } from "../rules/task.ts";
import { spoken, type Voice } from "./explain.ts";
import { isoTime } from "./iso_time.ts";

/** One warning as a sentence. */
export function warningText(warning: Warning, voice: Voice = "tools"): string {
  return spoken(words(warning), voice);
}

function words(warning: Warning): string {
  switch (warning.kind) {
    case "unfinished_edits": {
      const { by, since, at } = warning.facts;
      const began = since === undefined ? "" : `began at ${isoTime(since)} and `;
      return `The workspace may hold unfinished edits by ${by}, whose lease ${began}ended at ${
        isoTime(at)
      }${headsText(warning.facts)}; inspect it before you write`;
    }
    case "lease_over":
      return `Your lease ran out at ${
        isoTime(warning.facts.expiredAt)
      } and nobody had claimed since; renew in time with {renew}`;
    case "clocks_disagree":
      return `Clocks disagree: the lease was granted ${warning.facts.minutes} minutes after the present clock time; it was dated anew from now with its full length`;
    case "took_over":
      return `You took the lease over from an ended session of ${warning.facts.from}, held since ${
        isoTime(warning.facts.since)
      }${headsText(warning.facts)}; inspect the workspace before you write`;
    case "unknown_agent": {
      const { name, role, known } = warning.facts;
      const names = known.slice(0, 10).join(", ");
      return `The ${role} ${name} was never seen in this ledger; seen: ${names || "nobody yet"}`;
    }
    case "twin_task":
      return `Task ${warning.facts.taskId}, made a few minutes ago by the same agent, has the same title and objective`;
    case "git_moved":
      return `The workspace moved since the last pass: ${headText(warning.facts.then)} then, ${
        headText(warning.facts.now)
      } now`;
    case "dependants":
      return `These tasks depend on the cancelled one and now wait for ever: ${
        warning.facts.taskIds.join(", ")
      }; remove the dependency with {update}`;
    case "dependency_cancelled":
      return `Dependency ${warning.facts.taskId} is cancelled; the task waits for ever unless it is removed with {update}`;
    case "no_progress":
      return `This submission tells nothing new since the one at ${
        isoTime(warning.facts.since)
      } that was sent back: same commit, same list of files, same text`;
    case "already_holding":
      return `You hold the lease for task ${warning.facts.taskId}; go on with it`;
    case "broad_root":
      return `The workspace root is ${warning.facts.path}; set AGENT_HANDOFF_ROOT to the project if that is not meant`;
    case "git_unreadable":
      return `Branch and commit could not be read: ${warning.facts.detail}`;
    case "index_unreadable":
      return `The git index could not be read: ${warning.facts.detail}`;
    case "index_moved":
      return "The git index changed since the last pass";
    case "files_missing":
      return `Listed as changed but not there: ${pathsText(warning.facts.paths)}`;
    case "files_changed":
      return `Changed on disk since the last pass: ${pathsText(warning.facts.paths)}`;
    case "storage":
      return warning.facts.detail;
  }
}

/** Where the work tree stood when the lease was taken, and where it stands now. */
function headsText({ then, now }: { then?: GitHead; now?: GitHead }): string {
  const heads = [
    ...(then ? [`then at ${headText(then)}`] : []),
    ...(now ? [`now at ${headText(now)}`] : []),
  ];
  return heads.length > 0 ? ` (${heads.join(", ")})` : "";
}

/** Branch and commit; a branch's name that is not plain stands as a JSON string, since agents choose it. */
function headText({ branch, commit }: GitHead): string {
  const isPlain = branch === undefined || /^[\w./+-]{1,100}$/.test(branch);
  const name = isPlain ? branch : JSON.stringify(branch);
  return [name, commit?.slice(0, 10)].filter((part) => part !== undefined).join(" ") || "no commit";
}

/** Each path as a JSON string: agents wrote it, and what it holds must not pass for a word of ours. */
function pathsText(paths: readonly string[]): string {
  const shown = paths.slice(0, 5).map((path) => JSON.stringify(path)).join(", ");
  return paths.length > 5 ? `${shown} and ${paths.length - 5} more` : shown;
}
