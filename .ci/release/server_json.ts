// The entry for the MCP registry: where each bundle is and what its sum is. Publishes nothing.
import { join } from "node:path";
import * as z from "zod/v4";
import { type Project } from "./project.ts";
import { sha256Of } from "./sums.ts";
import { targets } from "./targets.ts";
import { description, title } from "./words.ts";

const schemaUrl = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/** A GitHub repository, `owner/name`. */
export const repositoryPattern = /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9._-]{1,100}$/;

/** Where the files of a release are downloaded from. */
export function downloadUrl(repository: string, version: string): string {
  return `https://github.com/${repository}/releases/download/v${version}`;
}

// The registry's schema of 2025-12-11 as far as this file goes, and the registry's own rules for bundles.
const exactVersion = z.string().max(255).regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/);
const variable = z.strictObject({
  name: z.string().min(1),
  description: z.string(),
  format: z.enum(["string", "number", "boolean", "filepath"]),
  isRequired: z.boolean(),
});
const entry = z.strictObject({
  registryType: z.literal("mcpb"),
  identifier: z.string().regex(/^https:\/\/github\.com\/[^/]+\/[^/]+\/releases\/download\/.*mcp.*/),
  version: exactVersion,
  fileSha256: z.string().regex(/^[a-f0-9]{64}$/),
  transport: z.strictObject({ type: z.literal("stdio") }),
  environmentVariables: z.array(variable),
});
const serverEntry = z.strictObject({
  $schema: z.literal(schemaUrl),
  name: z.string().min(3).max(200).regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: exactVersion,
  repository: z.strictObject({ url: z.url(), source: z.literal("github") }),
  packages: z.array(entry).min(1),
});

/** The registry's entry of one release. */
export type ServerEntry = z.infer<typeof serverEntry>;

/** Checks an entry against the registry's schema; throws what is wrong with it. */
export function checkServerEntry(value: unknown): ServerEntry {
  return serverEntry.parse(value);
}

/** Makes the entry from the bundles in a directory, which must all be there. */
export async function makeServerEntry(
  directory: string,
  of: { readonly project: Project; readonly repository: string },
): Promise<ServerEntry> {
  const { project: { version }, repository } = of;
  const [owner] = repository.split("/");
  const packages = [];
  for (const { bundle } of targets) {
    packages.push({
      registryType: "mcpb",
      identifier: `${downloadUrl(repository, version)}/${bundle}`,
      version,
      fileSha256: await sha256Of(join(directory, bundle)),
      transport: { type: "stdio" },
      environmentVariables: [{
        name: "AGENT_HANDOFF_ROOT",
        description:
          "The project directory; by default the repository around the working directory",
        format: "filepath",
        isRequired: false,
      }],
    });
  }
  return checkServerEntry({
    $schema: schemaUrl,
    name: `io.github.${owner}/agent-handoff`,
    title,
    description,
    version,
    repository: { url: `https://github.com/${repository}`, source: "github" },
    packages,
  });
}
