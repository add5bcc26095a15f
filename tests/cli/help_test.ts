// Help and completions, both made of the command table, and held to it.
import { deepEqual, equal, match } from "node:assert/strict";
import { everywhere } from "../../lib/cli/command.ts";
import { commandWords } from "../../lib/cli/completions/words.ts";
import { commandHelp, programHelp } from "../../lib/cli/help.ts";
import { commands } from "../../lib/cli/table.ts";
import { readValues } from "../../lib/cli/values.ts";
import { catalog } from "../../lib/mcp/catalog.ts";
import { Project } from "../support/program.ts";

for (const entry of commands) {
  Deno.test(`${entry.name} has help with every option and an example that parses`, async () => {
    const command = await entry.load();
    equal(command.name, entry.name);
    const help = commandHelp(entry, command, 100);
    for (const option of [...command.options, ...everywhere]) {
      match(help, new RegExp(`--${option.name}\\b`));
      equal(option.about.length > 0, true, option.name);
    }
    for (const { line, does } of command.examples) {
      match(help, new RegExp(RegExp.escape(`agent-handoff ${line}`)));
      equal(does.length > 0, true);
      const [name, ...args] = shellWords(line);
      equal(name, entry.name);
      await readValues(command, args);
    }
    equal(help.split("\n").every((row) => row.length <= 130), true);
  });
}

/** Splits a line as a shell does, quotes and a redirection at the end taken away. */
function shellWords(line: string): string[] {
  const [typed] = line.split(" > ");
  return [...typed!.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
}

Deno.test("every tool is a command whose options are the tool's arguments", async () => {
  for (const tool of catalog) {
    const entry = commands.find(({ name }) => name === tool.name.replace(/_handoffs?$/, ""));
    const { options, positionals = [] } = await entry!.load();
    const known = new Set([
      ...options.map(({ name }) => name),
      ...positionals.map(({ option }) => option),
    ]);
    for (const { name } of tool.fields) {
      equal(known.has(name.replaceAll("_", "-")), true, `${tool.name} ${name}`);
    }
  }
});

Deno.test("the program's help names every command, in its group, and the exit codes", () => {
  const help = programHelp(80);
  for (const { name, summary } of commands) {
    match(help, new RegExp(`^ +${name} +${RegExp.escape(summary.slice(0, 20))}`, "m"));
  }
  match(help, /0 done, 1 refused, 2 not understood, 70 a fault/);
});

Deno.test("--help, -h and help NAME print the same and end with 0, whatever else is missing", async () => {
  using project = new Project();
  const { stdout, code } = await project.run(["show", "--help"]);
  equal(code, 0);
  equal((await project.run(["help", "show"])).stdout, stdout);
  equal((await project.run(["show", "-h"])).stdout, stdout);
  match((await project.run(["--help"])).stdout, /^Usage: agent-handoff COMMAND/);
  match((await project.run(["serve", "--help"])).stdout, /^Usage: agent-handoff serve/);
  equal((await project.run(["help", "shw"])).code, 2);
  const { help } = JSON.parse((await project.run(["help", "show", "--json"])).stdout);
  equal(`${help.trimEnd()}\n`, stdout);
});

Deno.test("help is printed on a terminal where no command is named", async () => {
  using project = new Project();
  const { code, stdout } = await project.onTerminal([]);
  equal(code, 0);
  match(stdout, /Usage: agent-handoff COMMAND/);
});

/** What a shell offers, by a script that asks its completions. */
async function offered(shell: string, script: string): Promise<string[]> {
  const { stdout, stderr, success } = await new Deno.Command(shell, {
    args: shell === "zsh" ? ["-f", "-c", script] : ["-c", script],
    env: { HOME: Deno.makeTempDirSync() },
  }).output();
  equal(success, true, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim().split(/\s+/);
}

const names = async (): Promise<string[]> => (await commandWords()).map(({ name }) => name);

Deno.test("bash completes commands, options, choices and the ids of open tasks", async () => {
  using project = new Project();
  const { stdout } = await project.run(["completions", "bash"]);
  const path = project.file("completions.bash", stdout);
  const ask = (...words: string[]) =>
    offered(
      "bash",
      `source "${path}"
agent-handoff() { printf 'Nobody holds it\\nabcd012345\\tqueued\\nbeef012345\\tqueued\\n'; }
COMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=${words.length - 1}
_agent_handoff; printf '%s\\n' "\${COMPREPLY[@]}"`,
    );
  const all = await ask("agent-handoff", "");
  for (const name of await names()) equal(all.includes(name), true, name);
  deepEqual(await ask("agent-handoff", "relea"), ["release"]);
  deepEqual(await ask("agent-handoff", "list", "--sta"), ["--status"]);
  deepEqual(await ask("agent-handoff", "create", "--priority", "u"), ["urgent"]);
  deepEqual(await ask("agent-handoff", "show", "ab"), ["abcd012345"]);
  deepEqual(await ask("agent-handoff", "--root", "/tmp", "sho"), ["show"]);
  deepEqual(await ask("agent-handoff", "completions", "f"), ["fish"]);
});

Deno.test("completions for PowerShell name every command and every choice", async () => {
  using project = new Project();
  const { stdout } = await project.run(["completions", "powershell"]);
  for (const name of await names()) match(stdout, new RegExp(`'${name}'`));
  match(stdout, /'create --priority' \{ @\('low', 'normal', 'high', 'urgent'\) \}/);
  const open = (character: string): number => stdout.split(character).length;
  deepEqual([open("{"), open("(")], [open("}"), open(")")]);
});

/** Shells that are not on every machine; their scripts are asked where they are. */
async function has(shell: string): Promise<boolean> {
  try {
    return (await new Deno.Command(shell, { args: ["--version"] }).output()).success;
  } catch {
    return false;
  }
}

if (await has("fish")) {
  Deno.test("fish completes commands, options and choices", async () => {
    using project = new Project();
    const { stdout } = await project.run(["completions", "fish"]);
    const path = project.file("completions.fish", stdout);
    const ask = (line: string) =>
      offered("fish", `source ${path}; complete -C "${line}" | string split -f1 \\t`);
    const all = await ask("agent-handoff ");
    for (const name of await names()) equal(all.includes(name), true, name);
    deepEqual(await ask("agent-handoff create --prio"), ["--priority"]);
    deepEqual(await ask("agent-handoff create --priority u"), ["urgent"]);
  });
}

if (await has("zsh")) {
  Deno.test("zsh completes commands, options, choices and the ids of open tasks", async () => {
    using project = new Project();
    const { stdout } = await project.run(["completions", "zsh"]);
    const path = project.file("completions.zsh", stdout);
    const ask = (...words: string[]) =>
      offered(
        "zsh",
        `compdef() { :; }
compadd() { while [[ "$1" == -* && "$1" != -- ]]; do [[ "$1" == -d ]] && shift; shift; done; shift; print -l -- "$@"; }
agent-handoff() { printf 'Nobody holds it\\nabcd012345\\tqueued\\n'; }
source ${path}
words=(${words.map((word) => `"${word}"`).join(" ")}); CURRENT=${words.length}
_agent_handoff`,
      );
    const all = await ask("agent-handoff", "");
    for (const name of await names()) equal(all.includes(name), true, name);
    deepEqual(await ask("agent-handoff", "create", "--priority", ""), [
      "low",
      "normal",
      "high",
      "urgent",
    ]);
    deepEqual(await ask("agent-handoff", "show", ""), ["abcd012345"]);
    equal((await ask("agent-handoff", "list", "--s")).includes("--status"), true);
  });
}
