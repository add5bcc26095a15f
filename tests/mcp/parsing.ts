// Looks into what parsing gave, so that tests read as claims.
import assert from "node:assert/strict";
import type { Parsed } from "../../lib/mcp/arguments.ts";

/** The request, with the caller's name under `agent`; fails where the arguments were refused. */
export function requestOf(parsed: Parsed): Record<string, unknown> {
  if (parsed.refusal) assert.fail(`refused: ${JSON.stringify(parsed.refusal.facts)}`);
  const { agent, request } = parsed;
  return { ...request, ...(agent !== undefined && { agent }) };
}

/** The facts of an `invalid_argument`; fails where the arguments were taken or refused otherwise. */
export function factsOf(parsed: Parsed): { field: string; value?: string; accepted: string } {
  if (!parsed.refusal) assert.fail(`taken: ${JSON.stringify(parsed.request)}`);
  if (parsed.refusal.code !== "invalid_argument") assert.fail(parsed.refusal.code);
  return parsed.refusal.facts;
}
