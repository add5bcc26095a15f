// Words for the refusals of the place and the storage: root, file, disk.
import type { Refusal, RefusalFacts } from "../rules/refusal.ts";
import type { Words } from "./explain.ts";

/** Finds the words for a refusal that concerns no task. */
export function explainStorage(refusal: Refusal): Words {
  switch (refusal.code) {
    case "workspace_unknown":
      return workspaceUnknown(refusal.facts);
    case "workspace_unsafe": {
      const { path, reason } = refusal.facts;
      return {
        message: `Cannot keep a ledger at "${path}": ${reason}`,
        next:
          "Ask the person to put it right, or to name with AGENT_HANDOFF_ROOT, for every agent of " +
          "the project alike, a directory on a local disk, such as one below the home directory",
        facts: { path, reason },
      };
    }
    case "ledger_busy": {
      const { path, waitedSeconds } = refusal.facts;
      return {
        message:
          `Cannot write to "${path}": another program has held it for ${waitedSeconds} seconds`,
        next: "Send the call again in a moment; nothing was changed",
        facts: { path },
      };
    }
    case "ledger_damaged": {
      const { path, detail } = refusal.facts;
      return {
        message: `Cannot read the ledger "${path}": it is damaged, ${detail}`,
        next: "Stop and ask the person to run agent-handoff doctor; the file was left as it is",
        facts: { path, detail },
      };
    }
    case "ledger_newer": {
      const { path, found, known } = refusal.facts;
      return {
        message:
          `Cannot open the ledger "${path}": its schema is version ${found}, this program knows ${known}`,
        next: "Ask the person to upgrade agent-handoff here; the file was left as it is",
        facts: { path, found, known },
      };
    }
    case "ledger_moved":
      return ledgerMoved(refusal.facts);
    case "storage_full":
      return {
        message: `Cannot write to "${refusal.facts.path}": the disk is full`,
        next: "Ask the person to make room, then send the call again; nothing was changed",
        facts: { path: refusal.facts.path },
      };
    case "storage_denied": {
      const { path, detail } = refusal.facts;
      return {
        message: `Cannot write to "${path}": ${detail}`,
        next: "Ask the person to give this program the right to write there; nothing was changed",
        facts: { path, detail },
      };
    }
    default: {
      const detail = "detail" in refusal.facts ? refusal.facts.detail : refusal.code;
      return {
        message: `Cannot answer: a fault in agent-handoff, ${detail}`,
        next: "Call the same tool once more; if it fails again, tell the person",
        facts: { detail },
      };
    }
  }
}

/** What became of the ledger's file, and what to do then. */
const moves: Readonly<Record<RefusalFacts["ledger_moved"]["how"], { fact: string; next: string }>> =
  {
    gone: {
      fact: "its file was moved or deleted while it was open",
      next:
        "Ask the person to put the file back; this program goes on as soon as a ledger is there",
    },
    replaced: {
      fact: "another file was put in its place while it was open",
      next: "Send the call again; it is answered from the file that is there now",
    },
    log_gone: {
      fact: "its log was deleted while it was open",
      next: "Send the call again",
    },
    log_replaced: {
      fact: "its log was deleted while it was open, and another program has made a new one",
      next:
        "Ask the person to restart this program; until then it can neither read nor write there",
    },
  };

function ledgerMoved({ path, how, isWritten }: RefusalFacts["ledger_moved"]): Words {
  const { fact, next } = moves[how];
  const written = "what was sent stands only in the file that was there before";
  return {
    message: `Cannot go on with the ledger "${path}": ${fact}; ${
      isWritten ? written : "nothing was changed"
    }`,
    next,
    facts: { path, how },
  };
}

/** What is wrong with a value that should name the root, by the reason's code. */
const rootReasons: Readonly<Record<string, string>> = {
  unexpanded_variable: "it holds a variable that nobody expanded",
  unexpanded_home: "it begins with a ~ that nobody expanded",
  file_url: "it is a URL, not a path",
  relative: "it is a relative path",
  missing: "no such directory exists",
  not_a_directory: "it is not a directory",
  unreadable: "it may not be read",
};

function workspaceUnknown(facts: RefusalFacts["workspace_unknown"]): Words {
  const { field, value, reason, accepted } = facts;
  const told = { field, ...(value !== undefined && { value }), reason, accepted };
  if (reason === "no_repository") {
    return {
      message: `Cannot find the workspace: no git repository at or above ${
        JSON.stringify(value ?? "the working directory")
      }`,
      next:
        "Set AGENT_HANDOFF_ROOT or --root to the absolute path of the project, or start the client in a git repository; nothing was created",
      facts: told,
    };
  }
  return {
    message: `Cannot use ${field} ${JSON.stringify(value ?? "")}: ${
      rootReasons[reason] ?? reason
    }, expected ${accepted}`,
    next: `Set ${field} to the absolute path of the project, or leave it out; nothing was created`,
    facts: told,
  };
}
