// The real clients to try, with files that hold other people's settings, and what their lists must say.
import type { ClientId, Scope } from "../../lib/clients/client.ts";

/** One real client: how it is installed and asked, and what it needs to read our files at all. */
export interface RealClient {
  readonly id: ClientId;
  readonly npm: string;
  readonly program: string;
  readonly list: readonly string[];
  /** Files that are there before, by path under the home directory (`~/…`) or the project. */
  readonly files: Readonly<Record<string, string>>;
  /** What the list must say once the project's file is written, then the user's. */
  readonly says: Readonly<Record<Scope, RegExp>>;
  /** The scopes in which listing starts the server, so that its environment can be compared. */
  readonly starts: readonly Scope[];
}

/** The five clients that install from npm. */
export const REAL_CLIENTS: readonly RealClient[] = [
  {
    id: "claude-code",
    npm: "@anthropic-ai/claude-code",
    program: "claude",
    list: ["mcp", "list"],
    files: {
      "~/.claude.json":
        '{\n  "numStartups": 3,\n  "mcpServers": {\n    "theirs": {"command": "true"}\n  }\n}\n',
      ".mcp.json":
        '\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"theirs": {"command": "true"}\r\n\t}\r\n}\r\n',
    },
    says: {
      project: /agent-handoff: .* serve - .*Pending approval/,
      user: /agent-handoff: .* serve - .*Connected/,
    },
    starts: ["user"],
  },
  {
    id: "codex",
    npm: "@openai/codex",
    program: "codex",
    list: ["mcp", "list", "--json"],
    files: {
      "~/.codex/config.toml":
        '# mine\r\n[projects."PROJECT"]\r\ntrust_level = "trusted"\r\n\r\n[mcp_servers.theirs] # t\r\ncommand = "true"\r\n',
      ".codex/config.toml": '[mcp_servers]\ninline = { command = "true" }\n# the end',
    },
    says: { project: /"name": "agent-handoff"/, user: /"name": "agent-handoff"/ },
    starts: [],
  },
  {
    id: "copilot-cli",
    npm: "@github/copilot",
    program: "copilot",
    list: ["mcp", "list", "--json"],
    files: {
      "~/.copilot/config.json": '{"trusted_folders": ["PROJECT"]}',
      "~/.copilot/mcp-config.json":
        '// mine\n{\n  "mcpServers": {\n    "theirs": { "type": "local", "command": "true", "tools": ["*"] }, // t\n  },\n}\n',
      ".mcp.json": '{"mcpServers":{"theirs":{"command":"true"}}}',
    },
    says: {
      project: /"agent-handoff": \{[^}]*"source": "workspace"/,
      user: /"agent-handoff": \{[^}]*"source": "user"/,
    },
    starts: [],
  },
  {
    id: "gemini-cli",
    npm: "@google/gemini-cli",
    program: "gemini",
    list: ["mcp", "list"],
    files: {
      "~/.gemini/trustedFolders.json": '{"PROJECT": "TRUST_FOLDER"}',
      "~/.gemini/settings.json":
        '{\n  // mine\n  "mcpServers": { "theirs": { "command": "true" } }\n}\n',
      ".gemini/settings.json": '{\n    "general": {} // g\n}',
    },
    says: {
      project: /agent-handoff: .* serve \(stdio\) - Connected/,
      user: /agent-handoff: .* serve \(stdio\) - Connected/,
    },
    starts: ["project", "user"],
  },
  {
    id: "opencode",
    npm: "opencode-ai",
    program: "opencode",
    list: ["mcp", "list"],
    files: {
      "~/.config/opencode/opencode.jsonc":
        '{\n  // mine\n  "mcp": {\n    "theirs": { "type": "local", "command": ["true"], "enabled": false, },\n  },\n}\n',
      "opencode.json": '{"share": "manual"}',
    },
    says: { project: /agent-handoff .*connected/, user: /agent-handoff .*connected/ },
    starts: ["project", "user"],
  },
];
