// Stops a release whose tag is not the version of this checkout. The first step of the workflow.
import { version } from "../../lib/cli/version.ts";
import { readSection } from "./changelog_section.ts";
import { BuildFailure, readProject, runAsProgram } from "./project.ts";

/** What must agree before anything is built. */
export interface Claims {
  /** The tag pushed, such as `v1.2.3`. */
  readonly tag: string;
  /** Version in `deno.json`. */
  readonly project: string;
  /** Version that the program tells. */
  readonly program: string;
}

/** Refuses a tag that is not `v` and the version; one line that names both. */
export function checkTag(claims: Claims): void {
  const { tag, project, program } = claims;
  if (tag !== `v${project}`) {
    throw new BuildFailure(
      `Cannot release tag "${tag}": deno.json has version "${project}", expected the tag "v${project}"`,
    );
  }
  if (program !== project) {
    throw new BuildFailure(
      `Cannot release tag "${tag}": lib/cli/version.ts has version "${program}", expected "${project}"`,
    );
  }
}

if (import.meta.main) {
  await runAsProgram(async () => {
    const [tag = ""] = Deno.args;
    const project = await readProject();
    checkTag({ tag, project: project.version, program: version });
    await readSection(project.version);
    console.log(`Tag ${tag} is version ${project.version}`);
  });
}
