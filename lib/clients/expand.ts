// Fills variables in as each client does before it starts a server. It may not read any environment.
import type { Expansion } from "./client.ts";

/** What a client fills in: its own environment and the directories it knows. */
export interface ExpansionValues {
  readonly environment: Readonly<Record<string, string>>;
  readonly root: string;
  readonly home: string;
}

/**
 * A text as the client hands it on. What it cannot fill in stays as written for Claude Code and Gemini
 * CLI, and becomes empty for the editors and opencode.
 */
export function expanded(text: string, expansion: Expansion, values: ExpansionValues): string {
  const { environment, root, home } = values;
  switch (expansion) {
    case "claude":
      return text.replace(
        /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g,
        (whole, name, otherwise) => environment[name] ?? otherwise ?? whole,
      );
    case "gemini":
      return text.replace(
        /\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))/g,
        (whole, braced, bare) => environment[braced ?? bare] ?? whole,
      );
    case "opencode":
      return text.replace(/\{env:([^}]+)\}/g, (_, name) => environment[name] ?? "");
    case "editor":
      return text.replace(/\$\{([^}]+)\}/g, (whole, name: string) => {
        if (name.startsWith("env:")) return environment[name.slice(4)] ?? "";
        const known: Record<string, string> = {
          workspaceFolder: root,
          workspaceFolderBasename: root.split(/[\\/]/).at(-1) ?? "",
          userHome: home,
        };
        return known[name] ?? whole;
      });
    case "none":
      return text;
  }
}
