// Installs five real clients from npm in a temporary directory, registers our server in files that hold
// other people's settings, and checks each client's own list. Needs npm and its registry; run by hand:
//   deno run -A tests/clients/real_clients.ts [client …]
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { clientOf } from "../../lib/clients/catalog.ts";
import type { ClientId, Place, Scope } from "../../lib/clients/client.ts";
import { planChanges } from "../../lib/clients/plan.ts";
import { findRegistrations, handedOn } from "../../lib/clients/registered.ts";
import { REAL_CLIENTS, type RealClient } from "./real_client_cases.ts";

/** Variables that tell whether a client's filter is known: one plain, two that look like secrets. */
const MARKS = { PLAIN_MARK: "1", SOME_TOKEN: "1", MY_KEY: "1", AGENT_HANDOFF_ROOT: "" };

/** Runs a program to its end, two minutes at most, and gives what it printed without colours. */
async function output(
  command: string,
  options: { args: readonly string[]; cwd: string; env: Record<string, string> },
): Promise<string> {
  const child = new Deno.Command(command, {
    args: [...options.args],
    cwd: options.cwd,
    env: options.env,
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const end = setTimeout(() => child.kill("SIGKILL"), 120_000);
  const { stdout, stderr } = await child.output();
  clearTimeout(end);
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  // deno-lint-ignore no-control-regex
  return text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, "");
}

function readFile(path: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Deno.readFileSync(path),
    );
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function write(path: string, text: string): void {
  Deno.mkdirSync(dirname(path), { recursive: true });
  Deno.writeTextFileSync(path, text);
}

/** Tries one client in one scope; throws at the first thing that is not as the catalogue says. */
async function attempt(
  real: RealClient,
  given: { scope: Scope; bin: string; base: string },
): Promise<void> {
  const { scope, bin, base } = given;
  const home = join(base, `${real.id}-${scope}-home`);
  const root = join(base, `${real.id}-${scope}-project`);
  Deno.mkdirSync(join(root, ".git"), { recursive: true });
  for (const [path, text] of Object.entries(real.files)) {
    const project = text.replace("PROJECT", root);
    if (path.startsWith("~/")) write(join(home, path.slice(2)), project);
    else if (scope === "project") write(join(root, path), project);
  }
  const report = join(base, `${real.id}-${scope}.json`);
  const place: Place = { home, root, platform: "linux", environment: () => undefined };
  const server = join(import.meta.dirname ?? "", "probe_server.ts");
  const launch = {
    command: Deno.execPath(),
    args: ["run", "-A", "--no-config", server, report, "serve"],
  };
  const options = { scope, launch, place, readFile };
  const [change] = planChanges([real.id], options);
  assert.ok(change?.after !== undefined, `${change?.action}: ${change?.reason}`);
  write(change.path, change.after);

  const environment = {
    HOME: home,
    PATH: Deno.env.get("PATH") ?? "",
    DENO_DIR: Deno.env.get("DENO_DIR") ?? join(Deno.env.get("HOME") ?? "", ".cache", "deno"),
    ...MARKS,
  };
  const listed = await output(join(bin, real.program), {
    args: real.list,
    cwd: root,
    env: environment,
  });
  console.log(listed.trim().replace(/^/gm, "    "));
  assert.match(listed, real.says[scope]);
  if (real.starts.includes(scope)) compareStart(real.id, { place, report, environment });

  // The text as we wrote it: a client may have added something of its own since.
  const ours = (path: string): string | undefined =>
    path === change.path ? change.after : readFile(path);
  const removal = planChanges([real.id], { ...options, readFile: ours, remove: true })
    .find(({ path }) => path === change.path);
  assert.equal(removal?.action, "remove");
  assert.equal(removal.after, change.before, "removing gives the file back");
}

/** Holds the catalogue's word on environment and directory to what the server saw. */
function compareStart(
  id: ClientId,
  given: { place: Place; report: string; environment: Record<string, string> },
): void {
  const client = clientOf(id);
  assert.ok(client);
  const { place, environment } = given;
  const [registration] = findRegistrations(client, { place, readFile }).registrations;
  assert.ok(registration);
  const expected = handedOn(client, registration, { place, environment });
  const seen = JSON.parse(Deno.readTextFileSync(given.report));
  assert.equal(seen.cwd, expected?.workingDirectory, "working directory");
  assert.deepEqual(seen.args, expected?.args.slice(-seen.args.length), "arguments");
  for (
    const name of [
      "HOME",
      ...Object.keys(MARKS),
      "AGENT_HANDOFF_AGENT",
      ...Object.keys(client.environment.adds),
    ]
  ) {
    assert.equal(seen.environment[name], expected?.environment[name], `variable ${name}`);
  }
  if (client.environment.session === undefined) return;
  assert.ok(seen.environment[client.environment.session], `session ${client.environment.session}`);
}

const wanted = Deno.args.length > 0 ? Deno.args : REAL_CLIENTS.map((client) => client.id);
const base = Deno.makeTempDirSync({ prefix: "agent-handoff-clients-" });
let failures = 0;
try {
  for (const real of REAL_CLIENTS.filter((client) => wanted.includes(client.id))) {
    const directory = join(base, `${real.id}-install`);
    Deno.mkdirSync(directory);
    const args = ["install", "--no-audit", "--no-fund", "--prefix", directory, real.npm];
    const installed = await output("npm", { args, cwd: directory, env: Deno.env.toObject() });
    const bin = join(directory, "node_modules", ".bin");
    const versionEnv = { HOME: base, PATH: Deno.env.get("PATH") ?? "" };
    const version = await output(join(bin, real.program), {
      args: ["--version"],
      cwd: base,
      env: versionEnv,
    })
      .catch(() => `not installed: ${installed}`);
    for (const scope of ["project", "user"] as const) {
      console.log(`${real.id} ${version.trim().split("\n")[0]}, ${scope}`);
      try {
        await attempt(real, { scope, bin, base });
        console.log("  ok");
      } catch (error) {
        failures++;
        console.log(`  FAILED: ${error instanceof Error ? error.message : error}`);
      }
    }
  }
} finally {
  Deno.removeSync(base, { recursive: true });
}
Deno.exit(failures === 0 ? 0 : 1);
