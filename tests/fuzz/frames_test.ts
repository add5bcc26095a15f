// Random and mutated JSON-RPC frames against the real server: it goes on, and its output stays the protocol's.
import assert from "node:assert/strict";
import { soundHistory } from "../e2e/ledger_check.ts";
import { binary, parsed, Served, Workspace } from "../e2e/served.ts";
import { forSeconds } from "./box.ts";
import { Junk } from "./junk.ts";

const methods = [
  "initialize",
  "ping",
  "tools/list",
  "tools/call",
  "resources/list",
  "prompts/list",
  "logging/setLevel",
  "server/discover",
  "notifications/initialized",
  "notifications/cancelled",
  "notifications/roots/list_changed",
  "completion/complete",
];
const tools = ["create_handoff", "claim_handoff", "pass_handoff", "list_handoffs", "show_handoff"];

/** A frame that is nearly right: a request in which anything may be junk. */
function frame(junk: Junk): Record<string, unknown> {
  const { random } = junk;
  const params = random.odds(50)
    ? { name: random.pick(tools), arguments: random.odds(70) ? {} : junk.value() }
    : junk.value();
  const whole: Record<string, unknown> = {
    jsonrpc: random.odds(95) ? "2.0" : junk.value(),
    id: random.odds(80) ? `junk ${random.below(9)}` : junk.value(),
    method: random.odds(90) ? random.pick(methods) : junk.value(),
    params,
  };
  for (const key of Object.keys(whole)) if (random.odds(5)) delete whole[key];
  return random.odds(5) ? junk.beside(whole) : whole;
}

/** A line to send: junk without line breaks, so that the frame after it is one of its own. */
function line(junk: Junk): Uint8Array {
  const { random } = junk;
  const value = random.odds(10) ? [frame(junk), junk.value()] : frame(junk);
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const sent = random.odds(50) ? junk.damaged(bytes) : bytes;
  const inside = sent.filter((byte) => byte !== 10);
  return new Uint8Array([...inside, 10]);
}

Deno.test("serve answers ping after any frames, and prints nothing but JSON-RPC messages", async () => {
  using workspace = new Workspace();
  await using served = new Served({
    root: workspace.root,
    ...(binary !== undefined && { binary }),
  });
  await served.begin();
  const junk = new Junk(11);
  const sent: Uint8Array[] = [];
  const rounds = await forSeconds(4, async () => {
    sent.length = 0;
    for (let count = 0; count < 25; count++) sent.push(line(junk));
    for (const bytes of sent) await served.send(bytes);
    const reply = await served.request("ping", {});
    const about = () => sent.map((bytes) => new TextDecoder().decode(bytes)).join("");
    assert.ok(reply?.result, `no answer after\n${about()}`);
    for (const printed of served.lines.splice(0)) {
      assert.equal(parsed(printed)?.jsonrpc, "2.0", printed);
    }
  });
  assert.ok(rounds >= 20);
  const { code, stderr } = await served.end();
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /Uncaught|panicked|at file:/);
  await soundHistory(workspace.ledger, []);
});
