// A tool as a value: what it is called, takes and gives, and which action it runs. Knows no protocol SDK.
import type { Call, Reply } from "../ledger/actions.ts";
import { type Field, type FieldsOf, named, type NamedField } from "./fields.ts";
import { inputSchema, type ObjectSchema, outputSchema, type ReplyKey } from "./schema.ts";

/** What clients are told about a tool's effects; all four are always set (contract, Annotations). */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Arguments after parsing, under their keys in a request; the caller's name is not among them. */
export type Request = Readonly<Record<string, unknown>>;

/** One tool, for every surface that offers it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Annotations;
  readonly meta?: Readonly<Record<string, unknown>>;
  /** In the order of the contract. */
  readonly fields: readonly NamedField[];
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  /** Whether a call may last for as long as its caller asked, and so ends when the process does. */
  readonly waits: boolean;
  /** Runs the action on arguments that the parser gave for these fields. Rejects for faults only. */
  run(call: Call, request: Request): Promise<Reply>;
}

type Actions = typeof import("../ledger/actions.ts");

let acting: Actions | undefined;

/** How a tool is written down. */
export interface ToolSpec<Asked> {
  readonly name: string;
  readonly title: string;
  /** The key rule first; at most 2,048 characters. */
  readonly description: string;
  /** Changes nothing. */
  readonly readOnly?: true;
  /** The same call twice has the effect of one. */
  readonly idempotent?: true;
  /** Marks a tool that a client should not hide behind a search. */
  readonly alwaysLoad?: true;
  readonly waits?: true;
  readonly fields: FieldsOf<Asked> & { readonly agent?: Field<string, false> };
  readonly gives: readonly ReplyKey[];
  /** Picks its action. The actions are loaded with the first call: a list of tools needs none of them. */
  action(actions: Actions): (call: Call, request: Asked) => Promise<Reply>;
}

/** Makes a tool of its spec. The compiler holds its fields to the request of its action, key by key. */
export function tool<Asked>(spec: ToolSpec<Asked>): Tool {
  const fields = named(spec.fields as Readonly<Record<string, Field>>);
  return {
    name: spec.name,
    title: spec.title,
    description: spec.description,
    annotations: {
      readOnlyHint: spec.readOnly ?? false,
      destructiveHint: false,
      idempotentHint: spec.idempotent ?? false,
      openWorldHint: false,
    },
    ...(spec.alwaysLoad && { meta: { "anthropic/alwaysLoad": true } }),
    fields,
    inputSchema: inputSchema(fields),
    outputSchema: outputSchema(spec.gives),
    waits: spec.waits ?? false,
    // Sound because the parser makes a request from the very fields that the compiler checked above.
    run: async (call, request) => {
      const action = spec.action(acting ??= await import("../ledger/actions.ts"));
      return await action(call, request as Asked);
    },
  };
}
