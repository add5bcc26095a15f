// What the bookkeeper says when the rules break a promise.

/** The promises that the bookkeeper holds the rules to. */
export type Promised =
  | "one_lease"
  | "fence_rises"
  | "fence_checked"
  | "budget"
  | "final"
  | "status"
  | "address"
  | "dependencies"
  | "review"
  | "person"
  | "lease_term"
  | "no_theft"
  | "no_wedge"
  | "once"
  | "no_trace"
  | "numbering"
  | "note"
  | "replay";

/** A broken promise, with what was found. */
export class Violation extends Error {
  /** Which promise was broken. */
  readonly promised: Promised;

  /** Names the promise and the finding. */
  constructor(promised: Promised, finding: string) {
    super(`${promised}: ${finding}`);
    this.name = "Violation";
    this.promised = promised;
  }
}

/** Throws where a promise is not kept. */
export function hold(kept: boolean, promised: Promised, finding: string): asserts kept {
  if (!kept) throw new Violation(promised, finding);
}
