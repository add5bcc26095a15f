// Which texts of an event a search looks at. Knows the kinds of events, and no storage.
import type { LedgerEvent } from "../rules/event.ts";

/** The texts of one event that can be found. */
export interface EventTexts {
  readonly title?: string;
  /** Every other text, the weightiest first. */
  readonly others: readonly string[];
}

/**
 * The texts of an event: title, objective, constraints and plan; summaries and next actions; comments;
 * entries of the journal with their references, and notes; what people gave as reason or answer. Names,
 * paths and renewals are no texts.
 */
export function textsOf(event: LedgerEvent): EventTexts {
  const { title, others } = textsAsWritten(event);
  return {
    ...(title !== undefined && { title: title.normalize("NFC") }),
    others: others.map((text) => text.normalize("NFC")),
  };
}

/** The same texts letter by letter as they were written: one letter may be spelled in more than one way. */
export function textsAsWritten(event: LedgerEvent): EventTexts {
  const { title, others } = told(event);
  const texts = others.filter((text) => text != null && text !== "") as string[];
  return title === undefined ? { others: texts } : { title, others: texts };
}

/** Every text of an event, its title last. */
export function allTexts({ title, others }: EventTexts): readonly string[] {
  return title === undefined ? others : [...others, title];
}

interface Told {
  readonly title?: string;
  readonly others: readonly (string | null | undefined)[];
}

function told(event: LedgerEvent): Told {
  switch (event.kind) {
    case "created":
    case "updated": {
      const { title, objective, constraints, plan = [] } = event.data;
      return { ...(title !== undefined && { title }), others: [objective, constraints, ...plan] };
    }
    case "passed":
    case "submitted":
    case "completed":
      return { others: [event.data.summary, event.data.nextAction] };
    case "stopped":
      return { others: [event.data.summary, event.data.nextAction, event.data.comments] };
    case "approved":
    case "rejected":
      return { others: [event.data.comments] };
    case "logged":
      return { others: [event.data.text, event.data.ref] };
    case "noted": {
      const { text, ref, summary, nextAction } = event.data;
      return { others: [text, ref, summary, nextAction] };
    }
    case "cancelled":
      return { others: [event.data.reason] };
    case "released":
    case "extended":
      return { others: [event.data.why] };
    case "reopened":
      return { others: [event.data.answer] };
    default:
      return { others: [] };
  }
}
