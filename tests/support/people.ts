// Who acts in the tests: agents with their sessions, and a person. Only values.
import type { Caller } from "../../lib/rules/command.ts";
import type { Actor } from "../../lib/rules/task.ts";

/** Somebody who acts: the recorded actor and the caller that brings its commands are the same. */
export type Who = Actor;

/** An agent in one session. */
export function agent(name: string, session = `s-${name}`): Who {
  return { kind: "agent", name, session };
}

/** Creates tasks where a test does not say who did, and does nothing else. */
export const maker: Who = agent("maker");
/** An agent. */
export const codex: Who = agent("codex");
/** The same agent's name in another session. */
export const codexElsewhere: Who = agent("codex", "s-codex-elsewhere");
/** Another agent. */
export const claude: Who = agent("claude-code");
/** A third agent. */
export const dsh: Who = agent("dsh");
/** A person. */
export const ann: Who = { kind: "person", name: "ann", session: "s-ann" };

/** The caller that brings somebody's command; the name is given in the call. */
export function callerOf(who: Who): Caller {
  const { kind, name, session } = who;
  return { kind, session, usualName: name, ...(kind === "agent" && { agent: name }) };
}
