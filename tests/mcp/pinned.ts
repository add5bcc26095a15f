// The form in which tools are written down a second time. Imports nothing of the product.

/** What clients are told of one tool. */
export interface Pinned {
  readonly title: string;
  readonly description: string;
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required: readonly string[];
  /** Keys of replies that the output schema describes, in order. */
  readonly gives: string;
}
