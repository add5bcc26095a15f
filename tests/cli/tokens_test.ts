// A command line that is taken apart without node:util comes apart as parseArgs of node:util takes it.
import { deepEqual, equal } from "node:assert/strict";
import { parseArgs } from "node:util";
import * as fc from "fast-check";
import { type Token, tokensOf } from "../../lib/cli/tokens.ts";

const valued = new Set(["root", "status", "query"]);
const switches = ["json", "help", "wait"];

const argument = fc.oneof(
  fc.constantFrom("--root", "--status", "--json", "--help", "--unknown", "--no-json", "--", "-"),
  fc.constantFrom(
    "-h",
    "-x",
    "-hx",
    "--=",
    "--=a",
    "--root=",
    "--root=/a",
    "--json=1",
    "--query=a=b",
  ),
  fc.constantFrom("list", "", " ", "=", "a=b", "--query=a\nb", "---", "---=", "--root--"),
  fc.string({ maxLength: 6 }),
  fc.string({ maxLength: 6 }).map((text) => `--${text}`),
);

/** Just what the command line reads of a token. */
function told(tokens: readonly Token[]): unknown[] {
  return tokens.map((token) =>
    token.kind === "positional" ? [token.value] : [
      ...[token.name, token.value, token.inlineValue],
      // Only shown for an option that is unknown.
      valued.has(token.name) || switches.includes(token.name) || token.rawName,
    ]
  );
}

Deno.test("tokensOf() takes any command line apart as parseArgs does", async () => {
  let plain = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(argument, { maxLength: 6 }), async (args) => {
      const { tokens } = parseArgs({
        args,
        strict: false,
        tokens: true,
        allowPositionals: true,
        options: {
          ...Object.fromEntries([...valued].map((name) => [name, { type: "string" as const }])),
          ...Object.fromEntries(switches.map((name) => [name, { type: "boolean" as const }])),
          help: { type: "boolean", short: "h" },
        },
      });
      const expected = tokens.filter((token) => token.kind !== "option-terminator");
      deepEqual(told(await tokensOf(args, { valued, switches })), told(expected), args.join(" "));
      if (args.every((one) => /^--\w+$/.test(one))) plain++;
    }),
    { seed: 7, numRuns: 3000 },
  );
  equal(plain > 100, true, `${plain}`);
});
