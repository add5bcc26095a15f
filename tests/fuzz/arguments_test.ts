// Random arguments for every tool: each call is done or refused by name, never a fault, and the ledger stays whole.
import assert from "node:assert/strict";
import { Place } from "../../lib/cli/place.ts";
import { replyText } from "../../lib/ledger/reply_text.ts";
import { answer } from "../../lib/mcp/answer.ts";
import { catalog } from "../../lib/mcp/catalog.ts";
import { refusalCodes } from "../../lib/rules/refusal.ts";
import { soundHistory } from "../e2e/ledger_check.ts";
import { Workspace } from "../e2e/served.ts";
import { forSeconds } from "./box.ts";
import { Junk } from "./junk.ts";

/** Arguments that fit often enough for calls to go deep, with junk in any place. */
function argumentsFor(junk: Junk, of: { fields: readonly string[]; ids: readonly string[] }) {
  const { random } = junk;
  const usual: Record<string, () => unknown> = {
    task_id: () => random.pick(of.ids),
    title: () => "Parse dates",
    objective: () => "Read dates",
    summary: () => "Half",
    next_action: () => "Go on",
    text: () => "Found it",
    kind: () => random.pick(["progress", "blocker", "resolved", "decision", "checkpoint"]),
    verdict: () => random.pick(["approve", "changes_requested"]),
    comments: () => "Reads well",
    agent: () => random.pick(["codex", "dsh", "claude-code"]),
    expected_version: () => random.between(1, 9),
  };
  const given: Record<string, unknown> = {};
  for (const field of of.fields) {
    const fits = usual[field];
    if (fits && random.odds(85)) given[field] = fits();
    else if (random.odds(20)) given[field] = junk.value();
  }
  // A wait that is long would only take up the time of the search.
  if (of.fields.includes("timeout_seconds")) return { ...given, timeout_seconds: 0 };
  if (random.odds(3)) return junk.beside(given);
  return random.odds(2) ? junk.value() : given;
}

Deno.test("answer() takes any arguments for any tool: done, or refused with a code of the contract, and never a fault", async () => {
  using workspace = new Workspace();
  const environment = (name: string) => name === "AGENT_HANDOFF_ROOT" ? workspace.root : undefined;
  const place = new Place({ environment });
  const faults: string[] = [];
  const house = {
    workplace: () => Promise.resolve(place),
    environment,
    processSession: "s-fuzz",
    log: (line: string) => void faults.push(line),
  };
  const junk = new Junk(12);
  const ids = ["ffffffffff"];
  const codes = new Map<string, number>();
  await forSeconds(4, async () => {
    const tool = junk.random.pick(catalog);
    const fields = Object.keys(tool.inputSchema.properties ?? {});
    const args = argumentsFor(junk, { fields, ids });
    const reply = await answer(house, tool, { arguments: args, clientName: "codex" });
    const about = `${tool.name} ${JSON.stringify(args)?.slice(0, 2000)}`;
    assert.deepEqual(faults, [], about);
    const text = replyText(reply.body);
    const told = JSON.parse(text);
    assert.deepEqual(told, JSON.parse(JSON.stringify(reply.body)), about);
    assert.ok(text.length <= 48_000, `${text.length} characters: ${about}`);
    assert.ok(text.isWellFormed(), about);
    const code = told.error?.code ?? "done";
    codes.set(code, (codes.get(code) ?? 0) + 1);
    if (code !== "done") assert.ok(refusalCodes.includes(code) && code !== "fault", about);
    if (tool.name === "create_handoff" && code === "done") ids.push(told.task_id);
    if (ids.length > 12) ids.splice(1, 1);
  });
  place.close();
  assert.ok(codes.get("done")! > 10 && codes.get("invalid_argument")! > 10);
  await soundHistory(workspace.ledger, []);
});
