// Under which name a call is made. Apart from the decisions, so that who only reads need not load them.
import type { Caller } from "./command.ts";
import type { Lease } from "./lease.ts";

/**
 * The name a caller acts under: a person's own, the one given in the call, the one under which its
 * session holds the lease, else its usual one (contract, Tools).
 */
export function actingName(caller: Caller, lease: Lease | undefined): string {
  if (caller.kind === "person") return caller.usualName;
  if (caller.agent !== undefined) return caller.agent;
  return lease?.session === caller.session ? lease.agent : caller.usualName;
}
