// What the serving process gives up before its first message, so that no fault or package can use it later.

/**
 * Permissions that serving never needs (contract, Permissions). System facts are not among them: the kind of
 * file system is asked for when the ledger is opened, to choose its journal.
 */
export const givenUp = ["net", "run", "ffi", "import"] as const;

/**
 * Gives up network, subprocesses, foreign functions and remote imports for the rest of the
 * process. Cannot fail; without `--no-prompt` a terminal would still be asked, so that flag belongs to it.
 */
export function giveUpPermissions(): void {
  for (const name of givenUp) Deno.permissions.revokeSync({ name });
}

/** Gives up files as well, for commands that only print what the program itself holds. */
export function giveUpFiles(): void {
  for (const name of ["read", "write"] as const) Deno.permissions.revokeSync({ name });
}
