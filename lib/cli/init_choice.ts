// Which clients init is about: those named, else those that a person picks from the installed ones.
import { CLIENT_IDS, clientOf } from "../clients/catalog.ts";
import type { ClientId, Place as ClientPlace } from "../clients/client.ts";
import { installedClients } from "../clients/installed.ts";
import type { Invocation } from "./command.ts";
import { isThere } from "./client_place.ts";
import { ask, isAtTerminal } from "./confirm.ts";
import { nearestName, UsageError } from "./usage.ts";

/** The clients named with `--client`, or picked at the terminal. Throws `UsageError` where neither can be. */
export async function chooseClients(
  invocation: Invocation,
  place: ClientPlace,
): Promise<readonly ClientId[]> {
  const named = invocation.values.all("client").flatMap((value) => value.split(","))
    .map((name) => name.trim().toLowerCase()).filter((name) => name !== "");
  const installed = installedClients(place, isThere);
  if (named.includes("all")) return installed.map(({ client }) => client.id);
  if (named.length > 0) return await Promise.all([...new Set(named)].map(clientNamed));
  const { output, values } = invocation;
  if (values.has("agents-md") || values.has("claude-md")) return [];
  const found = installed.map(({ client }) => client.id);
  if (!isAtTerminal() || output.json) {
    throw new UsageError(
      "Cannot choose the clients: there is no terminal to ask at",
      `Add --client NAME (found here: ${
        found.join(", ") || "none"
      }), or --client all for those found`,
    );
  }
  output.say("Clients found here:");
  installed.forEach(({ client, shownBy }, index) =>
    output.say(`  ${index + 1}. ${client.title} (${shownBy})`)
  );
  if (found.length === 0) {
    output.say("  none; name one of these: " + CLIENT_IDS.join(", "));
  }
  return await picked(ask("Which ones? Numbers or names, all, or nothing to stop: "), found);
}

async function picked(answer: string, found: readonly ClientId[]): Promise<readonly ClientId[]> {
  const words = answer.toLowerCase().split(/[\s,]+/).filter((word) => word !== "");
  if (words.includes("all")) return found;
  return await Promise.all(
    words.map((word) => /^\d+$/.test(word) ? numbered(word, found) : clientNamed(word)),
  );
}

function numbered(word: string, found: readonly ClientId[]): ClientId {
  const id = found[Number(word) - 1];
  if (id !== undefined) return id;
  throw new UsageError(`Cannot take ${word}: the list ends at ${found.length}`, "Run it again");
}

/** A client by its id; `UsageError` with the nearest one. */
export async function clientNamed(name: string): Promise<ClientId> {
  const client = clientOf(name);
  if (client) return client.id;
  const nearest = await nearestName(name, CLIENT_IDS);
  throw new UsageError(
    `Cannot take --client "${name}": expected one of ${CLIENT_IDS.join(", ")}`,
    nearest === undefined
      ? "Name one of them, or all for those found here"
      : `Type --client ${nearest}`,
  );
}
