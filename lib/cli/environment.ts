// The environment as the program may see it: only the variables it was given leave to read. Never enumerated.

/** Every variable the program ever looks at. From source, `--allow-env` names exactly these. */
export const variables = [
  "AGENT_HANDOFF_ROOT",
  "AGENT_HANDOFF_AGENT",
  "AGENT_HANDOFF_SESSION",
  "AGENT_HANDOFF_PARENT_SESSION",
  "AGENT_HANDOFF_LEASE",
  "AGENT_HANDOFF_TOOLS",
  "AGENT_HANDOFF_GRACE_MINUTES",
  "AGENT_HANDOFF_DEBUG",
  "CLAUDE_PROJECT_DIR",
  "CLAUDE_CODE_SESSION_ID",
  "CODEX_SESSION_ID",
  "COPILOT_AGENT_SESSION_ID",
  "CLAUDECODE",
  "AI_AGENT",
  "GEMINI_CLI",
  "OPENCODE",
  "COPILOT_CLI",
  "HOME",
  "USERPROFILE",
  "USER",
  "LOGNAME",
  "USERNAME",
  "NO_COLOR",
  // Where clients keep their programs and files: for init and doctor alone.
  "PATH",
  "PATHEXT",
  "XDG_CONFIG_HOME",
  "APPDATA",
  "CLAUDE_CONFIG_DIR",
  "CODEX_HOME",
  "DSH_HOME",
  "COPILOT_HOME",
  "GEMINI_CLI_HOME",
  // The YAML library looks at these two; nothing here depends on them.
  "LOG_TOKENS",
  "LOG_STREAM",
] as const;

/** Name of a variable that the program looks at. */
export type Variable = (typeof variables)[number];

/** Reads one variable; one that may not be read counts as unset. */
export function environment(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch {
    return undefined;
  }
}
