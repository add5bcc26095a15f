// Who gives a command, told from marks, names and variables.
import { deepEqual, equal, match, throws } from "node:assert/strict";
import { commandCaller, type IdentityClues, marksIn } from "../../lib/cli/identity.ts";
import { Refused, UsageError } from "../../lib/cli/usage.ts";

const call = (env: Record<string, string>, more: Partial<IdentityClues> = {}) =>
  commandCaller({
    environment: (name) => env[name],
    part: "anyone",
    command: "create",
    processSession: "of this call",
    ...more,
  });

const told: readonly [title: string, env: Record<string, string>, name: string, session: string][] =
  [
    ["CLAUDECODE", { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "c" }, "claude-code", "c"],
    ["CODEX_SESSION_ID", { CODEX_SESSION_ID: "x" }, "codex", "x"],
    ["GEMINI_CLI", { GEMINI_CLI: "1", CLAUDE_CODE_SESSION_ID: "c" }, "gemini-cli", "of this call"],
    ["OPENCODE", { OPENCODE: "1" }, "opencode", "of this call"],
    ["COPILOT_CLI", { COPILOT_CLI: "1", COPILOT_AGENT_SESSION_ID: "p" }, "copilot-cli", "p"],
    ["AI_AGENT with a name", { AI_AGENT: "Some Agent/1.2" }, "some", "of this call"],
    ["AI_AGENT with a version", { AI_AGENT: "goose@2" }, "goose", "of this call"],
    ["AI_AGENT as a switch", { AI_AGENT: "1" }, "agent", "of this call"],
    ["AI_AGENT beside another", { AI_AGENT: "x", CODEX_SESSION_ID: "x" }, "codex", "x"],
    ["AGENT_HANDOFF_AGENT", { AGENT_HANDOFF_AGENT: " Mine " }, "mine", "of this call"],
    [
      "AGENT_HANDOFF_AGENT under a mark",
      { CLAUDECODE: "1", AGENT_HANDOFF_AGENT: "mine", CLAUDE_CODE_SESSION_ID: "c" },
      "mine",
      "c",
    ],
    [
      "AGENT_HANDOFF_SESSION before all",
      { CODEX_SESSION_ID: "x", AGENT_HANDOFF_SESSION: "s" },
      "codex",
      "s",
    ],
  ];

for (const [title, env, name, session] of told) {
  Deno.test(`commandCaller() tells an agent by ${title}`, () => {
    const caller = call(env);
    deepEqual([caller.kind, caller.usualName, caller.session], ["agent", name, session]);
  });
}

Deno.test("commandCaller() takes USER, LOGNAME, then USERNAME for a person, and --by before them", () => {
  equal(call({ USERNAME: "c", LOGNAME: "b", USER: "a" }).usualName, "a");
  equal(call({ USERNAME: "c", LOGNAME: "b", USER: " " }).usualName, "b");
  equal(call({ USERNAME: "c" }).usualName, "c");
  equal(call({}).usualName, "unnamed");
  equal(call({ USER: "a" }, { by: "Ada\u202e L." }).usualName, "Ada L.");
  equal(call({ USER: "a" }).kind, "person");
});

Deno.test("commandCaller() needs a name for a holder's command, and none to look", () => {
  throws(() => call({ USER: "a" }, { part: "holder", command: "claim" }), UsageError);
  equal(call({ USER: "a" }, { part: "reader" }).kind, "person");
});

Deno.test("commandCaller() asks for a name where marks of several agents stand beside each other", () => {
  const env = { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "c", OPENCODE: "1" };
  throws(() => call(env), (error: Refused) => {
    match(JSON.stringify(error.body), /several agents \(CLAUDECODE, OPENCODE\)/);
    return true;
  });
  const named = call(env, { agent: "opencode" });
  deepEqual([named.agent, named.session], ["opencode", "of this call"]);
  equal(call(env, { agent: "claude-code" }).session, "c");
  equal(call(env, { agent: "codex" }).session, "of this call", "nobody else's conversation");
  equal(call(env, { part: "reader" }).session, "of this call");
});

Deno.test("commandCaller() takes no --by beside an agent's name or mark", () => {
  throws(() => call({ CLAUDECODE: "1" }, { by: "ada" }), Refused);
  throws(() => call({}, { by: "ada", agent: "codex" }), UsageError);
});

Deno.test("commandCaller() refuses variables that cannot be meant", () => {
  throws(() => call({ AGENT_HANDOFF_AGENT: "person" }), Refused);
  throws(() => call({ CODEX_SESSION_ID: "x", AGENT_HANDOFF_SESSION: "${ID}" }), Refused);
});

Deno.test("marksIn() takes a blank variable for none", () => {
  deepEqual(marksIn((name) => ({ CLAUDECODE: "", AI_AGENT: " " })[name]), []);
});
