// Repositories made by the real git program, for tests to compare with. It knows nothing of the product.

/** Runs git in a directory, undisturbed by this machine's settings, and returns what it prints, trimmed. */
export function git(cwd: string, ...args: string[]): string {
  const output = new Deno.Command("git", {
    args,
    cwd,
    clearEnv: true,
    env: {
      PATH: Deno.env.get("PATH") ?? "",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_SYSTEM: "/dev/null",
      GIT_AUTHOR_NAME: "a",
      GIT_AUTHOR_EMAIL: "a@example.invalid",
      GIT_COMMITTER_NAME: "a",
      GIT_COMMITTER_EMAIL: "a@example.invalid",
    },
  }).outputSync();
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).trimEnd();
  if (!output.success) throw new Error(`git ${args.join(" ")}: ${text(output.stderr)}`);
  return text(output.stdout);
}

/** Makes a repository on branch `main` with one empty commit. */
export function makeRepository(path: string, ...options: string[]): void {
  Deno.mkdirSync(path, { recursive: true });
  git(path, "init", "--quiet", "--initial-branch=main", ...options);
  git(path, "commit", "--quiet", "--allow-empty", "-m", "start");
}

/** Makes one more empty commit and returns its id. */
export function commit(path: string): string {
  git(path, "commit", "--quiet", "--allow-empty", "-m", "more");
  return git(path, "rev-parse", "HEAD");
}

/** Whether the git program is at hand. The product never needs it; these tests compare with what it writes. */
function hasGit(): boolean {
  try {
    return new Deno.Command("git", { args: ["--version"] }).outputSync().success;
  } catch {
    return false;
  }
}

const gitIsHere = hasGit();

/** A test that needs the git program; on a machine without one it is told as ignored. */
export function testWithGit(name: string, run: (context: Deno.TestContext) => void): void {
  Deno.test({ name, ignore: !gitIsHere, fn: run });
}
