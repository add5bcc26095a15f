// A number that equal creations share, so that one is found without reading texts. Pure.
import { sha256 } from "../system/digest.ts";

/** What makes two creations equal (contract, Retries). */
export interface Likeness {
  readonly agent: string;
  readonly title: string;
  readonly objective: string;
}

/** A number of 48 bits that equal creations share; others may share it by chance. */
export function likenessOf({ agent, title, objective }: Likeness): number {
  const digest = sha256(JSON.stringify([agent, title, objective]));
  return Number.parseInt(digest.slice(0, 12), 16);
}
