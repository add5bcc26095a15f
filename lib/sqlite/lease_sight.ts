// What a call sees of the lease: its state now, and whether its holder still runs.
import type { LeaseSight } from "../ledger/ledger.ts";
import type { Runtime } from "../ledger/runtime.ts";
import { type Lease, leaseState } from "../rules/lease.ts";

/** The lease as it stands at a time, to be spread into what a call gives; nothing where there is none. */
export function leaseSeen(
  lease: Lease | undefined,
  at: { now: number; lifeOf: Runtime["lifeOf"] },
): { lease?: LeaseSight } {
  if (!lease) return {};
  const { now } = at;
  const life = at.lifeOf(lease.session);
  return { lease: { lease, state: leaseState(lease, now, life), life, now } };
}
