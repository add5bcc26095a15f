// The clients that are editors, as values: read in their documents, not tried here. Pure.
import type { Client } from "./client.ts";
import { EDITOR } from "./environment.ts";
import { files, LENIENT, MCP_SERVERS } from "./layout.ts";
import { joined, underHome, underRoot, vscodeUser, zedUser } from "./places.ts";

/** Cursor, VS Code and Zed. */
export const EDITOR_CLIENTS: readonly Client[] = [
  {
    id: "cursor",
    title: "Cursor",
    ...MCP_SERVERS,
    before: { type: "stdio" },
    scopes: {
      project: files({
        format: LENIENT,
        paths: (place) => [underRoot(place, ".cursor", "mcp.json")],
        serveArguments: ["--root", "${workspaceFolder}"],
        notes: ["Cursor shows a new server switched off: switch it on under Settings, MCP"],
      }),
      user: files({
        format: LENIENT,
        paths: (place) => [underHome(place, ".cursor", "mcp.json")],
        notes: [
          "Cursor shows a new server switched off: switch it on under Settings, MCP",
          "Cursor may start servers of this file outside the project; the project scope is the safer one",
        ],
      }),
    },
    programs: ["cursor", "cursor-agent"],
    traces: (place) => [underHome(place, ".cursor")],
    environment: EDITOR,
    expansion: "editor",
    handshakeName: "cursor-vscode",
    tried: false,
  },
  {
    id: "vscode",
    title: "VS Code",
    ...MCP_SERVERS,
    container: ["servers"],
    before: { type: "stdio" },
    scopes: {
      project: files({
        format: LENIENT,
        paths: (place) => [underRoot(place, ".vscode", "mcp.json")],
        serveArguments: ["--root", "${workspaceFolder}"],
        notes: ["VS Code asks whether you trust the server when it first starts it"],
      }),
      user: files({
        format: LENIENT,
        paths: (place) => [joined(place, vscodeUser(place), "mcp.json")],
        notes: ["VS Code asks whether you trust the server when it first starts it"],
      }),
    },
    programs: ["code", "code-insiders"],
    traces: (place) => [vscodeUser(place), underHome(place, ".vscode")],
    environment: EDITOR,
    expansion: "editor",
    handshakeName: "Visual Studio Code",
    tried: false,
  },
  {
    id: "zed",
    title: "Zed",
    ...MCP_SERVERS,
    container: ["context_servers"],
    before: { source: "custom" },
    scopes: {
      project: files({
        format: LENIENT,
        paths: (place) => [underRoot(place, ".zed", "settings.json")],
        notes: ["Zed starts a project's servers only in a worktree you trust"],
      }),
      user: files({
        format: LENIENT,
        paths: (place) => [joined(place, zedUser(place), "settings.json")],
        notes: [
          "Zed starts the server in the open project; where it does not, add --root after serve",
        ],
      }),
    },
    programs: ["zed", "zeditor"],
    traces: (place) => [zedUser(place)],
    environment: EDITOR,
    expansion: "none",
    handshakeName: "Zed",
    tried: false,
  },
];
