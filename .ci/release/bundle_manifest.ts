// The bundles for desktop clients: one .mcpb for each target, made and checked by the format's own program.
import { join } from "node:path";
import { offered } from "../../lib/mcp/catalog.ts";
import { runTool } from "./archive.ts";
import { companions } from "./archive.ts";
import { checkout, type Project } from "./project.ts";
import { description, title } from "./words.ts";
import type { Target } from "./targets.ts";

/** The manifest of a bundle (format 0.3). Its tools are the ones that the server offers. */
export function bundleManifest(project: Project, target: Target): Record<string, unknown> {
  const entry = `server/${target.program}`;
  return {
    manifest_version: "0.3",
    name: "agent-handoff",
    display_name: title,
    version: project.version,
    description,
    author: { name: "The Agent Handoff Ledger authors" },
    license: project.license,
    server: {
      type: "binary",
      entry_point: entry,
      mcp_config: {
        command: `\${__dirname}/${entry}`,
        args: ["serve", "--root", "${user_config.root}"],
        env: {},
      },
    },
    user_config: {
      root: {
        type: "directory",
        title: "Project folder",
        description: "The project whose tasks are handed on; its ledger is .agent-handoff in it",
        required: true,
      },
    },
    tools: offered("all").map(({ name, title }) => ({ name, description: title })),
    compatibility: { platforms: [target.platform] },
  };
}

/** What to bundle and where to. */
export interface BundleFileOptions {
  readonly project: Project;
  readonly target: Target;
  readonly program: string;
  readonly into: string;
}

/** Makes one target's bundle, has it validated and packed, and gives its path. */
export async function makeBundle(options: BundleFileOptions): Promise<string> {
  const { project, target, program, into } = options;
  const staging = await Deno.makeTempDir({ prefix: "agent-handoff-bundle-" });
  try {
    await Deno.mkdir(join(staging, "server"));
    const placed = join(staging, "server", target.program);
    await Deno.copyFile(program, placed);
    if (Deno.build.os !== "windows") await Deno.chmod(placed, 0o755);
    for (const name of companions) await Deno.copyFile(join(checkout, name), join(staging, name));
    const manifest = join(staging, "manifest.json");
    await Deno.writeTextFile(manifest, JSON.stringify(bundleManifest(project, target), null, 2));
    const output = join(into, target.bundle);
    await mcpb("validate", manifest);
    await mcpb("pack", staging, output);
    return output;
  } finally {
    await Deno.remove(staging, { recursive: true });
  }
}

/** Runs the format's own program, of an exact version whose packages are locked by their sums. */
export async function mcpb(...args: string[]): Promise<string> {
  const lock = join(checkout, ".ci", "release", "tools.lock");
  const locked = ["run", "--quiet", "--no-config", `--lock=${lock}`, "--frozen"];
  // It reads the whole environment and asks the system for its user; it runs before anything is published.
  const allowed = ["--no-prompt", "--allow-read", "--allow-write", "--allow-env", "--allow-sys"];
  const program = "npm:@anthropic-ai/mcpb@2.1.2";
  return await runTool(Deno.execPath(), [...locked, ...allowed, program, ...args], checkout);
}
