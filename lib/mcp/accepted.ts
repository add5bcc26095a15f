// What each argument takes, in words, for refusals and help. Knows forms, not how they are checked.
import type { Form, ItemForm } from "./fields.ts";

/** What would have been taken, as a phrase that fits after "accepted:"; never empty. */
export function accepted(form: Form | ItemForm): string {
  switch (form.kind) {
    case "text":
      return `text of 1 to ${number(form.limit)} characters`;
    case "word":
      return `an id of your own of 1 to ${number(form.limit)} characters`;
    case "task_id":
      return "the id of a task, or its first 4 or more digits";
    case "lease_token":
      return "the lease_token that claim_handoff gave, or nothing";
    case "integer":
      return form.most === Number.MAX_SAFE_INTEGER
        ? `a whole number from ${form.least} on`
        : `a whole number from ${form.least} to ${form.most}`;
    case "choice":
      return `one of ${form.choices.join(", ")}`;
    case "agent":
      return `${nameForm}, and none of ${noNames.join(", ")}`;
    case "target":
      return form.person
        ? `${nameForm}; person to ask a person; nothing for anyone`
        : `${nameForm}; nothing for anyone`;
    case "list":
      return `a list of at most ${form.most} items, each ${
        accepted(form.item)
      }, or the same as text, ` +
        (form.commas ? "one a line or between commas" : "one a line");
  }
}

const nameForm = "a name of 1 to 64 lower-case letters, digits and . _ @ / -, such as claude-code";

/** Words that mean nobody in particular where another agent could be named (contract, Words). */
export const nobodyWords: readonly string[] = ["any", "anyone", "none", "null"];

/** The word for people, which is no agent's name (contract, Words). */
export const personWord = "person";

/** Names that no agent can have. */
export const noNames: readonly string[] = [...nobodyWords, personWord];

/** Form of an agent's name, after trimming and in lower case (contract, Words). */
export const agentPattern = /^[a-z0-9][a-z0-9._@/-]{0,63}$/;

/** A whole number with commas between thousands. The runtime's own way takes ten milliseconds to set up. */
function number(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
