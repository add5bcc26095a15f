// Which variables each client hands to the servers it starts. Seen with the real programs or read in
// their source; it may not read any environment itself.
import type { EnvironmentPolicy } from "./client.ts";

/** Claude Code: everything, and its own marks. */
export const CLAUDE_CODE: EnvironmentPolicy = {
  hands: "all",
  drops: [],
  adds: { CLAUDE_PROJECT_DIR: "${root}", CLAUDECODE: "1" },
  session: "CLAUDE_CODE_SESSION_ID",
};

/** Codex: a short list, besides what the entry names in `env` and `env_vars`. */
export const CODEX: EnvironmentPolicy = {
  hands: [
    "HOME",
    "LOGNAME",
    "PATH",
    "SHELL",
    "USER",
    "LANG",
    "LC_ALL",
    "TERM",
    "TMPDIR",
    "TZ",
    "__CF_USER_TEXT_ENCODING",
    "PATHEXT",
    "COMSPEC",
    "SYSTEMROOT",
    "SYSTEMDRIVE",
    "USERNAME",
    "USERDOMAIN",
    "USERPROFILE",
    "HOMEDRIVE",
    "HOMEPATH",
    "PROGRAMFILES",
    "PROGRAMDATA",
    "LOCALAPPDATA",
    "APPDATA",
    "TEMP",
    "TMP",
  ],
  drops: [],
  adds: {},
};

/** DeepSeek Harness: everything but names that look like secrets, and its own. */
export const DSH: EnvironmentPolicy = {
  hands: "all",
  drops: ["*KEY*", "*PASSWORD*", "*SECRET*", "*TOKEN*", "DSH_*"],
  adds: {},
};

/** Gemini CLI: everything but names that look like secrets. Values that look like them go too. */
export const GEMINI_CLI: EnvironmentPolicy = {
  hands: "all",
  drops: [
    "*TOKEN*",
    "*SECRET*",
    "*PASSWORD*",
    "*PASSWD*",
    "*KEY*",
    "*AUTH*",
    "*CREDENTIAL*",
    "*CREDS*",
    "*PRIVATE*",
    "*CERT*",
    "CLIENT_ID",
    "DB_URI",
    "CONNECTION_STRING",
    "DATABASE_URL",
    "AWS_DEFAULT_REGION",
    "AZURE_CLIENT_ID",
    "AZURE_TENANT_ID",
    "SLACK_WEBHOOK_URL",
    "TWILIO_ACCOUNT_SID",
    "GOOGLE_CLOUD_PROJECT",
    "GOOGLE_CLOUD_ACCOUNT",
    "FIREBASE_PROJECT_ID",
  ],
  adds: { GEMINI_CLI: "1" },
};

/** Copilot CLI: everything, and its session. */
export const COPILOT_CLI: EnvironmentPolicy = {
  hands: "all",
  drops: [],
  adds: {},
  session: "COPILOT_AGENT_SESSION_ID",
};

/** opencode: everything, and its own marks. */
export const OPENCODE: EnvironmentPolicy = {
  hands: "all",
  drops: [],
  adds: { OPENCODE: "1", AGENT: "1" },
  session: "OPENCODE_PID",
};

/** Editors: everything they were started with, as far as their documents tell. */
export const EDITOR: EnvironmentPolicy = { hands: "all", drops: [], adds: {} };
