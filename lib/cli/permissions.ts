// The exact permissions of the server when it runs from source. README, docs and tests read the same list.

/** Variables that the server reads, as `--allow-env` names them. */
export const serverVariables: readonly string[] = [
  "AGENT_HANDOFF_*",
  "CLAUDE_PROJECT_DIR",
  "CLAUDE_CODE_SESSION_ID",
  "COPILOT_AGENT_SESSION_ID",
  "HOME",
  "USERPROFILE",
];

/**
 * Flags of `deno run` for a server of one project: read and write below its root, read of the machine's
 * id (which tells whether a session file is of this machine), the kind of file system and the host's name, and the variables it looks at. Never net,
 * run or ffi. A linked worktree needs read of the repository's common git directory too.
 */
export function serverPermissions(root: string): string[] {
  return [
    `--allow-read=${root},/etc/machine-id`,
    `--allow-write=${root}`,
    "--allow-sys=statfs,hostname",
    `--allow-env=${serverVariables.join(",")}`,
  ];
}
