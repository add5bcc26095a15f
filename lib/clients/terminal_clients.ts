// The clients that run in a terminal, as values. Pure: no disk, no process.
import type { Client, Place } from "./client.ts";
import * as environment from "./environment.ts";
import { files, LENIENT, MCP_SERVERS, PLAIN, WITH_COMMENTS } from "./layout.ts";
import { directoryOf, joined, underHome, underRoot, xdgConfig } from "./places.ts";

const claudeHome = (place: Place): string => {
  const named = place.environment("CLAUDE_CONFIG_DIR")?.trim();
  return joined(place, named ? named : place.home, ".claude.json");
};
const codexHome = (place: Place): string =>
  directoryOf(place, { variable: "CODEX_HOME", otherwise: [".codex"] });
const dshHome = (place: Place): string =>
  directoryOf(place, { variable: "DSH_HOME", otherwise: [".dsh"] });
const copilotHome = (place: Place): string =>
  directoryOf(place, { variable: "COPILOT_HOME", otherwise: [".copilot"] });
const geminiHome = (place: Place): string =>
  joined(place, directoryOf(place, { variable: "GEMINI_CLI_HOME", otherwise: [] }), ".gemini");
const opencodeHome = (place: Place): string => joined(place, xdgConfig(place), "opencode");

/** Claude Code, Codex, DeepSeek Harness, Copilot CLI, Gemini CLI and opencode. */
export const TERMINAL_CLIENTS: readonly Client[] = [
  {
    id: "claude-code",
    title: "Claude Code",
    ...MCP_SERVERS,
    before: { type: "stdio" },
    scopes: {
      project: files({
        format: PLAIN,
        paths: (place) => [underRoot(place, ".mcp.json")],
        shared: true,
        notes: [
          "Claude Code asks once, at its next start here, whether the servers of .mcp.json may run",
        ],
      }),
      user: files({ format: PLAIN, paths: (place) => [claudeHome(place)] }),
    },
    programs: ["claude"],
    traces: (place) => [claudeHome(place), underHome(place, ".claude")],
    environment: environment.CLAUDE_CODE,
    expansion: "claude",
    handshakeName: "claude-code",
    tried: true,
  },
  {
    id: "codex",
    title: "Codex",
    ...MCP_SERVERS,
    container: ["mcp_servers"],
    // Codex hands servers a short list of variables; a root set by the person must be named to pass.
    after: { env_vars: ["AGENT_HANDOFF_ROOT"] },
    scopes: {
      project: files({
        format: { kind: "toml" },
        paths: (place) => [underRoot(place, ".codex", "config.toml")],
        notes: [
          "Codex reads this file only in a trusted project: answer yes when it asks, or run codex exec --trust",
        ],
      }),
      user: files({
        format: { kind: "toml" },
        paths: (place) => [joined(place, codexHome(place), "config.toml")],
        notes: [
          "Codex asks before tool calls unless the entry sets default_tools_approval_mode",
        ],
      }),
    },
    programs: ["codex"],
    traces: (place) => [codexHome(place)],
    environment: environment.CODEX,
    expansion: "none",
    handshakeName: "codex-mcp-client",
    tried: true,
  },
  {
    id: "dsh",
    title: "DeepSeek Harness",
    ...MCP_SERVERS,
    container: [],
    before: { transport: "stdio" },
    scopes: {
      user: files({
        format: { kind: "yaml" },
        paths: (place) => [joined(place, dshHome(place), "cordis.patch.yml")],
        notes: ["DeepSeek Harness reads the patch list again by itself; it asks nothing more"],
      }),
    },
    programs: ["dsh"],
    traces: (place) => [dshHome(place)],
    environment: environment.DSH,
    expansion: "none",
    handshakeName: "dsh-mcp-client",
    tried: false,
  },
  {
    id: "copilot-cli",
    title: "Copilot CLI",
    ...MCP_SERVERS,
    before: { type: "local" },
    after: { tools: ["*"] },
    scopes: {
      project: files({
        format: PLAIN,
        // Tried: the second is read only where the first is missing.
        onlyFirst: true,
        paths: (place) => [underRoot(place, ".mcp.json"), underRoot(place, ".github", "mcp.json")],
        shared: true,
        // Claude Code reads the file too, and knows no type "local".
        before: { type: "stdio" },
        after: {},
        notes: [
          "Copilot CLI reads the project's servers only in a folder you trust: say yes when it asks",
        ],
      }),
      user: files({
        format: LENIENT,
        paths: (place) => [joined(place, copilotHome(place), "mcp-config.json")],
        // VS Code reads this file as well.
        shared: true,
      }),
    },
    programs: ["copilot"],
    traces: (place) => [copilotHome(place)],
    environment: environment.COPILOT_CLI,
    expansion: "none",
    handshakeName: "copilot-cli",
    tried: true,
  },
  {
    id: "gemini-cli",
    title: "Gemini CLI",
    ...MCP_SERVERS,
    scopes: {
      project: files({
        format: WITH_COMMENTS,
        paths: (place) => [underRoot(place, ".gemini", "settings.json")],
        notes: ["Gemini CLI starts servers only in a folder you trust: say yes when it asks"],
      }),
      user: files({
        format: WITH_COMMENTS,
        paths: (place) => [joined(place, geminiHome(place), "settings.json")],
        notes: ["Gemini CLI starts servers only in a folder you trust: say yes when it asks"],
      }),
    },
    programs: ["gemini"],
    traces: (place) => [geminiHome(place)],
    environment: environment.GEMINI_CLI,
    expansion: "gemini",
    handshakeName: "gemini-cli-mcp-client",
    tried: true,
  },
  {
    id: "opencode",
    title: "opencode",
    ...MCP_SERVERS,
    container: ["mcp"],
    shape: "list",
    before: { type: "local" },
    after: { enabled: true },
    environmentKey: "environment",
    newFile: { $schema: "https://opencode.ai/config.json" },
    scopes: {
      project: files({
        format: LENIENT,
        paths: (place) => [underRoot(place, "opencode.jsonc"), underRoot(place, "opencode.json")],
        created: (place) => underRoot(place, "opencode.json"),
      }),
      user: files({
        format: LENIENT,
        paths: (place) => [
          joined(place, opencodeHome(place), "opencode.jsonc"),
          joined(place, opencodeHome(place), "opencode.json"),
        ],
        created: (place) => joined(place, opencodeHome(place), "opencode.json"),
      }),
    },
    programs: ["opencode"],
    traces: (place) => [opencodeHome(place)],
    environment: environment.OPENCODE,
    expansion: "opencode",
    handshakeName: "opencode",
    tried: true,
  },
];
