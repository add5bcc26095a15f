// README and docs held to the code: commands, tools, refusals, permissions, numbers, transcript.
import assert from "node:assert/strict";
import { join } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { getStaticTOMLValue, parseTOML } from "toml-eslint-parser";
import { parse as parseYaml } from "yaml";
import { regenerated } from "../../docs/generate.ts";
import { serverPermissions } from "../../lib/cli/permissions.ts";
import { commands } from "../../lib/cli/table.ts";
import { version } from "../../lib/cli/version.ts";
import { offered } from "../../lib/mcp/catalog.ts";
import { refusalCodes } from "../../lib/rules/refusal.ts";

const repository = join(import.meta.dirname!, "..", "..");
const read = (path: string) => Deno.readTextFileSync(join(repository, path));
const readme = read("README.md");

/** First cells of the table after a marker. */
function firstCells(marker: string): string[][] {
  const table = readme.split(`<!-- ${marker} -->\n`)[1]!.split("\n\n")[0]!;
  return table.split("\n").slice(2).map((row) => row.split("|").slice(1, -1).map((c) => c.trim()));
}

/** Configuration blocks of a page: what stands after each `config:` comment. */
function configurations(page: string): { client: string; form: string; text: string }[] {
  const found = page.matchAll(/<!-- config: (\S+) [^>]*-->\n```(\w+)\n([\s\S]*?)```/g);
  return [...found].map(([, client, form, text]) => ({
    client: client!,
    form: form!,
    text: text!,
  }));
}

function parsed(form: string, text: string): unknown {
  if (form === "toml") return getStaticTOMLValue(parseTOML(text));
  if (form === "yaml") {
    return parseYaml(text, {
      customTags: [{ tag: "tag:yaml.org,2002:js", resolve: (text: string) => text }],
    });
  }
  const errors: unknown[] = [];
  const value = parseJsonc(text, errors as never[]);
  assert.deepEqual(errors, []);
  return value;
}

/** Every list of arguments that names main.ts, wherever it stands. */
function argumentLists(value: unknown): string[][] {
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
    return value.some((item) => item.endsWith("main.ts")) ? [value] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(argumentLists);
}

Deno.test("README begins with the promise and the two commands that set it up", () => {
  const commands = /```sh\n([\s\S]*?)```/.exec(readme)![1]!.trim().split("\n");
  assert.deepEqual(commands, [
    "npx -y deno@2.9.6 task demo",
    "npx -y deno@2.9.6 task test",
  ]);
  const tasks = JSON.parse(read("deno.json")).tasks;
  assert.ok(tasks.demo && tasks.test);
});

Deno.test("README names every tool that is offered with its arguments in their order", () => {
  const named = firstCells("tools").map(([tool, list]) => `${tool} ${list}`);
  const real = offered("all").map((tool) =>
    `\`${tool.name}\` ${tool.fields.map((f) => f.required ? f.name : `${f.name}?`).join(", ")}`
  );
  assert.deepEqual(named, real);
});

Deno.test("README names every command, and no other", () => {
  const named = firstCells("commands").map(([cell]) => /^`agent-handoff (\w+)/.exec(cell!)?.[1]);
  assert.deepEqual(named.sort(), [...commands.map(({ name }) => name), "help", "serve"].sort());
});

Deno.test("README tells what to do about every refusal", () => {
  const named = firstCells("refusals").map(([code]) => code!.replaceAll("`", ""));
  assert.deepEqual(named, [...refusalCodes]);
  for (const row of firstCells("refusals")) assert.ok(row.every((cell) => cell.length > 3));
});

Deno.test("README's transcript, diagram and token number are what the program gives", async () => {
  assert.equal(await regenerated(readme), readme, "run `deno task docs`");
});

for (const page of ["README.md", "docs/clients.md"]) {
  Deno.test(`${page}: every configuration block parses and names the exact permissions`, () => {
    const blocks = configurations(read(page));
    assert.ok(blocks.length >= 3);
    for (const { client, form, text } of blocks) {
      const value = parsed(form, text);
      for (const list of argumentLists(value)) {
        const flags = list.slice(
          list.indexOf("run") + 1,
          list.findIndex((a) => /main\.ts$/.test(a)),
        );
        assert.deepEqual(flags, ["--no-prompt", ...serverPermissions("/path/to/project")], client);
      }
    }
  });

  Deno.test(`${page}: no command line grants everything`, () => {
    for (const block of read(page).matchAll(/```\w*\n([\s\S]*?)```/g)) {
      assert.doesNotMatch(
        block[1]!,
        /(^|[\s"'])(-A|--allow-all|--allow-net|--allow-run|--allow-ffi)\b/m,
      );
    }
  });
}

Deno.test("the serve task grants what the configurations grant, and never asks", () => {
  const { serve } = JSON.parse(read("deno.json")).tasks;
  const flags = [...serverPermissions(".")];
  for (const flag of ["--no-prompt", ...flags]) assert.ok(serve.includes(` ${flag} `), flag);
  assert.doesNotMatch(serve, / -A|--allow-(all|net|run|ffi)/);
});

Deno.test("the version is the same in deno.json, in the program and in the changelog's form", () => {
  assert.equal(JSON.parse(read("deno.json")).version, version);
  assert.match(read("CHANGELOG.md"), /^## \[Unreleased\]$/m);
});

Deno.test("every link to a file in README and docs leads to one", () => {
  const pages = [
    "README.md",
    ...[...Deno.readDirSync(join(repository, "docs"))]
      .filter(({ name }) => name.endsWith(".md")).map(({ name }) => `docs/${name}`),
  ];
  for (const page of pages) {
    for (const [, link] of read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
      const path = join(repository, page, "..", link!);
      assert.ok(Deno.statSync(path), `${page} links to ${link}`);
    }
  }
});

Deno.test("what holds a decision is there", () => {
  const folder = join(repository, "docs", "decisions");
  for (const { name } of Deno.readDirSync(folder)) {
    const text = Deno.readTextFileSync(join(folder, name));
    const list = text.split("<!-- held-by -->")[1] ?? "";
    const paths = [...list.matchAll(/^- `([^`]+)`/gm)].map(([, path]) => path!);
    assert.ok(paths.length > 0, `${name} says what holds it`);
    for (const path of paths) assert.ok(Deno.statSync(join(repository, path)), `${name}: ${path}`);
  }
});
