// The mark that ties a command to the event it left: a text that the model writes only once. Only values.
import type { Command } from "../../lib/rules/command.ts";
import type { LedgerEvent } from "../../lib/rules/event.ts";

/** The mark in a command; none where a command carries no text of its own. */
export function markOfCommand(command: Command): string | undefined {
  switch (command.type) {
    case "create":
      return command.title;
    case "claim":
      return command.newTokenHash;
    case "renew":
      return undefined;
    case "pass":
    case "submit":
    case "complete":
      return command.summary;
    case "log":
      return command.text;
    case "review":
      return command.comments;
    case "update":
      return command.cancel ?? command.title;
    case "extend":
    case "release":
      return command.why;
    case "reopen":
      return command.answer;
    case "cancel":
      return command.reason;
  }
}

/** The mark that an event took from its command; none where the rules added the event themselves. */
export function markOfEvent(event: LedgerEvent): string | undefined {
  switch (event.kind) {
    case "created":
    case "updated":
      return event.data.title;
    case "claimed":
    case "taken_over":
      return event.data.tokenHash;
    case "passed":
    case "submitted":
    case "completed":
      return event.data.summary;
    case "stopped":
      return event.data.comments ?? event.data.summary;
    case "logged":
      return event.data.text;
    case "noted":
      return event.data.text ?? event.data.summary;
    case "approved":
    case "rejected":
      return event.data.comments;
    case "cancelled":
      return event.data.reason;
    case "extended":
    case "released":
      return event.data.why;
    case "reopened":
      return event.data.answer;
    default:
      return undefined;
  }
}
