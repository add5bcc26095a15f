// Who a call is by: the session and the usual name, from the environment, the client and the call itself.
import assert from "node:assert/strict";
import { type CallerClues, callerOf, clientAgent } from "../../lib/mcp/caller.ts";

type Variables = Readonly<Record<string, string>>;

function clues(variables: Variables, others: Partial<CallerClues> = {}): CallerClues {
  return { environment: (name) => variables[name], processSession: "process", ...others };
}

function callerFrom(variables: Variables, others: Partial<CallerClues> = {}) {
  const settled = callerOf(clues(variables, others));
  if ("refusal" in settled) assert.fail(JSON.stringify(settled.refusal));
  const { kind, session, agent, usualName } = settled.caller;
  return { kind, session, usualName, ...(agent !== undefined && { agent }) };
}

const codexMeta = { "x-codex-turn-metadata": { session_id: "codex-turn" } };
const shell = {
  CLAUDE_CODE_SESSION_ID: "claude-shell",
  COPILOT_AGENT_SESSION_ID: "copilot-shell",
  CODEX_SESSION_ID: "codex-shell",
};

/** Title, variables, other clues, session, usual name. */
const callers: readonly [string, Variables, Partial<CallerClues>, string, string][] = [
  ["nothing is known", {}, {}, "process", "unnamed"],
  [
    "the session is told",
    { AGENT_HANDOFF_SESSION: " told ", ...shell },
    {
      clientName: "claude-code",
      meta: codexMeta,
    },
    "told",
    "claude-code",
  ],
  ["a told session is blank", { AGENT_HANDOFF_SESSION: "  " }, {}, "process", "unnamed"],
  [
    "Codex names its session in the call",
    shell,
    {
      clientName: "codex-mcp-client",
      meta: codexMeta,
    },
    "codex-turn",
    "codex",
  ],
  ["Codex names none", shell, { clientName: "codex-mcp-client", meta: {} }, "process", "codex"],
  [
    "Claude Code hands its session on",
    shell,
    { clientName: "claude-code" },
    "claude-shell",
    "claude-code",
  ],
  [
    "Copilot hands its session on",
    shell,
    { clientName: "copilot-cli" },
    "copilot-shell",
    "copilot-cli",
  ],
  [
    "another client was started from Claude Code's shell",
    shell,
    {
      clientName: "opencode",
    },
    "process",
    "opencode",
  ],
  [
    "a client is told to act as another agent",
    { AGENT_HANDOFF_AGENT: "claude-code", ...shell },
    {
      clientName: "opencode",
    },
    "process",
    "claude-code",
  ],
  [
    "a client without a name is told its agent",
    { AGENT_HANDOFF_AGENT: "Claude-Code", ...shell },
    {},
    "claude-shell",
    "claude-code",
  ],
  [
    "the agent's variable is blank",
    { AGENT_HANDOFF_AGENT: " " },
    { clientName: "gemini-cli-mcp-client" },
    "process",
    "gemini-cli",
  ],
];

for (const [title, variables, others, session, usualName] of callers) {
  Deno.test(`callerOf() settles session and name where ${title}`, () => {
    assert.deepEqual(callerFrom(variables, others), { kind: "agent", session, usualName });
  });
}

Deno.test("callerOf() keeps the name given in the call beside the usual one", () => {
  const caller = callerFrom({ AGENT_HANDOFF_AGENT: "dsh" }, { agent: "codex" });
  assert.deepEqual(caller, { kind: "agent", session: "process", agent: "codex", usualName: "dsh" });
});

Deno.test("callerOf() settles each call anew, so that one process serves several conversations", () => {
  const of = (id: string) => ({ meta: { "x-codex-turn-metadata": { session_id: id } } });
  assert.equal(callerFrom({}, of("one")).session, "one");
  assert.equal(callerFrom({}, of("other")).session, "other");
});

Deno.test("callerOf() counts a variable that may not be read as unset", () => {
  const environment = () => {
    throw new Deno.errors.NotCapable("no");
  };
  const settled = callerOf({ environment, processSession: "process", clientName: "claude-code" });
  assert.ok("caller" in settled);
  assert.equal(settled.caller.session, "process");
  assert.equal(settled.caller.usualName, "claude-code");
});

for (
  const meta of [null, 7, "x", [], { "x-codex-turn-metadata": null }, {
    "x-codex-turn-metadata": { session_id: 7 },
  }, { "x-codex-turn-metadata": { session_id: "  " } }]
) {
  Deno.test(`callerOf() ignores metadata of another shape: ${JSON.stringify(meta)}`, () => {
    assert.equal(callerFrom({}, { meta }).session, "process");
  });
}

Deno.test("callerOf() makes a session storable whatever the client sends", () => {
  const meta = { "x-codex-turn-metadata": { session_id: `a\0b\ud83d${"c".repeat(300)}` } };
  const { session } = callerFrom({}, { meta });
  assert.match(session, /^ab\ufffdc+$/);
  assert.ok(session.length <= 200);
});

for (const value of ["Claude Code", "${AGENT}", "any", "person", "a".repeat(65)]) {
  Deno.test(`callerOf() refuses AGENT_HANDOFF_AGENT ${value.slice(0, 20)}, quoting it`, () => {
    const settled = callerOf(clues({ AGENT_HANDOFF_AGENT: value }));
    assert.ok("refusal" in settled);
    const { code, facts } = settled.refusal;
    assert.equal(code, "invalid_argument");
    assert.ok("field" in facts);
    assert.equal(facts.field, "AGENT_HANDOFF_AGENT");
    assert.equal(facts.value, value);
  });
}

Deno.test("callerOf() refuses an unexpanded AGENT_HANDOFF_SESSION: it would be one for every window", () => {
  const settled = callerOf(clues({ AGENT_HANDOFF_SESSION: "${CLAUDE_SESSION}" }));
  assert.ok("refusal" in settled && "field" in settled.refusal.facts);
  assert.equal(settled.refusal.facts.field, "AGENT_HANDOFF_SESSION");
});

const names: readonly [client: string, agent: string | undefined][] = [
  ["claude-code", "claude-code"],
  ["codex-mcp-client", "codex"],
  ["gemini-cli-mcp-client", "gemini-cli"],
  ["dsh-mcp-client", "dsh"],
  ["Visual Studio Code", "visual-studio-code"],
  ["Zed (preview)", "zed--preview-"],
  ["mcp-client", "mcp-client"],
  ["  ", undefined],
  ["…", undefined],
  ["_x", "x"],
  ["Person", "person-client"],
  ["any", "any-client"],
  ["é".repeat(3) + "x".repeat(80), "x".repeat(64)],
];

for (const [client, agent] of names) {
  Deno.test(`clientAgent() takes ${JSON.stringify(client.slice(0, 30))} for ${agent?.slice(0, 30)}`, () => {
    assert.equal(clientAgent(client), agent);
    if (agent !== undefined) assert.match(agent, /^[a-z0-9][a-z0-9._@/-]{0,63}$/);
  });
}
