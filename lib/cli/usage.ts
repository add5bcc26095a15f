// Usage errors and refusals on their way out of a command. Knows words, not how they are printed.
import { refusalBody } from "../ledger/explain.ts";
import type { Body } from "../ledger/view.ts";
import type { Refusal } from "../rules/refusal.ts";

/** The command line cannot be understood: exit code 2, nothing was done. */
export class UsageError extends Error {
  /** What to type instead. */
  readonly next: string;
  /** What a JSON document holds beside the error: the lease, where a ledger was read. */
  readonly beside: Body;

  /** `message` says what was typed and what is wrong; `next` what to type instead. */
  constructor(message: string, next: string, options: { beside?: Body } = {}) {
    super(message);
    this.name = "UsageError";
    this.next = next;
    this.beside = options.beside ?? {};
  }

  /** The value of `error` in a JSON document. */
  get body(): Body {
    return { code: "invalid_argument", message: this.message, next: this.next };
  }
}

/** A "no" of this product: exit code 1. `body` is the whole JSON document, with `error` in it. */
export class Refused extends Error {
  /** The JSON document. */
  readonly body: Body;

  /** Carries a reply that says no. */
  constructor(body: Body) {
    super("refused");
    this.name = "Refused";
    this.body = body;
  }

  /** Carries a refusal in the words of the command line. */
  static of(refusal: Refusal): Refused {
    return new Refused({ error: refusalBody(refusal, "commands") });
  }

  /** Carries a "no" that only the command line gives, under a code of the contract. */
  static because(error: { code: Refusal["code"]; message: string; next: string } & Body): Refused {
    return new Refused({ error });
  }
}

/**
 * The name among `known` that comes nearest to what was typed; undefined where none is near.
 * Loads its library only now, since most calls are typed right.
 */
export async function nearestName(
  typed: string,
  known: readonly string[],
): Promise<string | undefined> {
  const { closestMatch } = await import("leven");
  // Half of what was typed has to be right, or every short word would be near to some name.
  const maxDistance = Math.min(3, Math.floor(typed.trim().length / 2));
  return closestMatch(typed.slice(0, 64).toLowerCase(), [...known], { maxDistance }) ??
    known.find((name) => typed.length > 2 && name.startsWith(typed));
}
