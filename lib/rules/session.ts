// What is known of a session: who served it from where, and which one it goes on from. Pure data.

/** What a session tells of itself, once, with its first event. */
export interface SessionFacts {
  /** Name of the client program, as its handshake gave it. */
  readonly client?: string;
  readonly clientVersion?: string;
  /** Name of the machine, where it can be read. */
  readonly host?: string;
  /** Start of the process that serves it, epoch milliseconds. */
  readonly startedAt?: number;
  /** Absolute working directory. */
  readonly directory?: string;
  readonly branch?: string;
  /** The session that this one says it goes on from (`AGENT_HANDOFF_PARENT_SESSION`). */
  readonly parent?: string;
}

/** A session as the ledger remembers it. */
export interface SessionRecord extends SessionFacts {
  readonly session: string;
  /** Name it first acted under, and whether as an agent or a person. */
  readonly name: string;
  readonly kind: "agent" | "person";
  /** Number of its first event. */
  readonly firstEvent: number;
  readonly firstAt: number;
}
