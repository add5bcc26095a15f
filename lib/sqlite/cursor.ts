// Cursors of lists: opaque outside, a place and the list it belongs to inside. Pure.
import { LedgerRefusal, type ListQuery } from "../ledger/ledger.ts";
import { refuse } from "../rules/refusal.ts";
import { sha256 } from "../system/digest.ts";
import type { Place } from "./list_order.ts";

/** What a list must be asked for again for its cursor to fit; a digest, so that no cursor grows with a query. */
function listOf({ status, agent, since, query }: ListQuery): string {
  const asked = JSON.stringify([status, agent ?? null, since ?? null, query ?? null]);
  return sha256(asked, "base64url").slice(0, 16);
}

/** Writes a cursor: base64url of JSON. */
export function cursorAt(place: Place, query: ListQuery): string {
  const { group, major, minor } = place;
  const parts = [group, major, minor, listOf(query)];
  return new TextEncoder().encode(JSON.stringify(parts)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
}

/** Reads the cursor of a query; refuses with `invalid_argument` one that is not ours or of another list. */
export function placeOf(query: ListQuery): Place | undefined {
  if (query.cursor === undefined) return undefined;
  const parts = partsOf(query.cursor);
  const [group, major, minor, list] = parts;
  const isOurs = [group, major, minor].every(Number.isSafeInteger) &&
    list === listOf(query);
  if (isOurs) return { group, major, minor } as Place;
  throw new LedgerRefusal(refuse("invalid_argument", {
    field: "cursor",
    value: query.cursor,
    accepted: "the cursor of the page before, with the same status, agent, query and since",
  }));
}

function partsOf(cursor: string): unknown[] {
  try {
    const parts = JSON.parse(
      new TextDecoder().decode(Uint8Array.fromBase64(cursor, { alphabet: "base64url" })),
    );
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
