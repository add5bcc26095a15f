// Whether what many callers saw of one lease can be explained by calls that took effect one after the other,
// each at some moment between its beginning and its end. Knows no ledger, only what was recorded.

/** One call as its caller saw it. */
export interface Seen {
  /** Moments of beginning and end, on one clock. */
  readonly from: number;
  readonly to: number;
  readonly caller: string;
  /** Took the lease; was told that another holds it; or gave it back. */
  readonly saw: "took" | "held" | "gave_back";
  /** The holder that a refused caller was told of. */
  readonly holder?: string;
}

const nobody = "";

/** The holder after a call; undefined where the call cannot be explained by the holder before it. */
function after(holder: string, seen: Seen): string | undefined {
  switch (seen.saw) {
    case "took":
      return holder === nobody ? seen.caller : undefined;
    case "held":
      return holder !== nobody && holder === seen.holder ? holder : undefined;
    case "gave_back":
      return holder === seen.caller ? nobody : undefined;
  }
}

/**
 * Searches for an order of the calls that keeps to their times and explains what each saw, from a free
 * lease on. Gives the places of the calls in that order; undefined where there is none. What was tried is
 * remembered, so that the search stays short as long as few calls overlap at any moment.
 */
export function explain(history: readonly Seen[]): number[] | undefined {
  const order = history.map((_, place) => place).sort((one, other) =>
    history[one]!.from - history[other]!.from
  );
  const tried = new Set<string>();
  const taken = new Set<number>();
  const path: number[] = [];

  const search = (holder: string): boolean => {
    if (path.length === history.length) return true;
    const open = order.filter((place) => !taken.has(place));
    const key = `${holder}|${open.join()}`;
    if (tried.has(key)) return false;
    tried.add(key);
    const soonestEnd = Math.min(...open.map((place) => history[place]!.to));
    for (const place of open) {
      const seen = history[place]!;
      // What began after another had ended cannot come before it.
      if (seen.from > soonestEnd) break;
      const next = after(holder, seen);
      if (next === undefined) continue;
      taken.add(place);
      path.push(place);
      if (search(next)) return true;
      path.pop();
      taken.delete(place);
    }
    return false;
  };

  return search(nobody) ? path : undefined;
}
