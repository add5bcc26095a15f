// Chooses the editor for a file's format. It may not know which client the file belongs to.
import type { Format, ServerEntry } from "./client.ts";
import type { EditResult, Found, Refused } from "./edit.ts";
import { findJson, removeJson, upsertJson } from "./edit_json.ts";
import { findToml, removeToml, upsertToml } from "./edit_toml.ts";
import { findYaml, removeYaml, upsertYaml } from "./edit_yaml.ts";

/** Puts our entry into a text of the format, as the format's own editor describes. */
export function upsertEntry(text: string, entry: ServerEntry, format: Format): EditResult {
  if (format.kind === "toml") return upsertToml(text, entry);
  return format.kind === "yaml" ? upsertYaml(text, entry) : upsertJson(text, entry, format);
}

/** Takes our entry out of a text of the format, as the format's own editor describes. */
export function removeEntry(text: string, entry: ServerEntry, format: Format): EditResult {
  if (format.kind === "toml") return removeToml(text, entry);
  return format.kind === "yaml" ? removeYaml(text) : removeJson(text, entry, format);
}

/** Finds our entry in a text of the format; `container` is where the client keeps its servers. */
export function findEntry(
  text: string,
  container: readonly string[],
  format: Format,
): Found | Refused {
  if (format.kind === "toml") return findToml(text, container);
  return format.kind === "yaml" ? findYaml(text) : findJson(text, container, format);
}
