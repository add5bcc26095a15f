// Arguments of any kind and shape: parsing never throws, and what it gives is a valid request or a refusal.
import assert from "node:assert/strict";
import fc from "fast-check";
import { parseArguments } from "../../lib/mcp/arguments.ts";
import { catalog } from "../../lib/mcp/catalog.ts";
import type { Form, ItemForm } from "../../lib/mcp/fields.ts";
import type { Tool } from "../../lib/mcp/tool.ts";
import { requestOf } from "./parsing.ts";

const runs = { numRuns: 2000, seed: 20261129 };

/** Text with what breaks programs: controls, surrogates, lists and numbers in disguise. */
const oddText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom("\0", "\ud83d", "\udc00", "\u{1f600}", ",", "\n", " ", "a", "["),
  }),
  fc.constantFrom(
    "",
    " ",
    "null",
    "person",
    "any",
    "2.0",
    "-1",
    "1e400",
    "[1,2]",
    '["a"]',
    "[",
    "0a1b",
  ),
  fc.json(),
);

const anyValue = fc.oneof(
  oddText,
  fc.constantFrom(null, undefined, NaN, Infinity, -0, 2, 2.5, true, [], {}),
  fc.array(oddText, { maxLength: 250 }),
  fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }),
);

const anyTool = fc.constantFrom(...catalog);

/** A value that is likely to fit a form, so that parsing gets past the first argument. */
function likely(form: Form | ItemForm): fc.Arbitrary<unknown> {
  switch (form.kind) {
    case "integer":
      return fc.integer({ min: form.least, max: form.most }).chain((value) =>
        fc.constantFrom<unknown>(value, `${value}`, ` ${value}.0 `)
      );
    case "choice":
      return fc.constantFrom(
        ...form.choices,
        ...form.choices.map((word) => ` ${word.toUpperCase()}`),
      );
    case "list":
      return fc.array(likely(form.item), { maxLength: 5 }).chain((items) =>
        fc.constantFrom<unknown>(items, JSON.stringify(items), items.join("\n"), items.join(","))
      );
    case "lease_token":
      return fc.constant("3-ABCDEFGHIJKLMNOPQRST");
    case "text":
      return oddText;
    default:
      return fc.constantFrom("0a1b2c3d4e", " Codex ", "any", "null", "person", "");
  }
}

/** A tool with most of its arguments likely, some of them anything, and now and then an unknown one. */
const call = anyTool.chain((tool) => {
  const likelyOnes = Object.fromEntries(tool.fields.map(({ name, form }) => [name, likely(form)]));
  const requiredKeys = tool.fields.filter((field) => field.required).map(({ name }) => name);
  const names = fc.constantFrom(...tool.fields.map(({ name }) => name));
  const odd = fc.oneof({ weight: 19, arbitrary: names }, { weight: 1, arbitrary: fc.string() });
  return fc.tuple(
    fc.constant(tool),
    fc.record(likelyOnes, { requiredKeys }),
    fc.dictionary(odd, anyValue, { maxKeys: 2 }),
  ).map(([tool, given, others]) => [tool, { ...given, ...others }] as const);
});

Deno.test("parseArguments() gives a valid request or an invalid_argument for any arguments", () => {
  fc.assert(
    fc.property(call, ([tool, given]) => {
      const parsed = parseArguments(tool, given);
      if (!parsed.refusal) return assertValid(tool, requestOf(parsed));
      assert.equal(parsed.refusal.code, "invalid_argument");
      const { field, value, accepted } = parsed.refusal.facts as Record<string, string>;
      assert.ok(accepted!.length > 0);
      for (const text of [field!, value ?? ""]) {
        assert.ok([...text].length <= 80);
        assert.ok(text.isWellFormed() && !text.includes("\0"));
      }
    }),
    runs,
  );
});

Deno.test("parseArguments() never throws, whatever stands in the place of the arguments", () => {
  fc.assert(
    fc.property(
      anyTool,
      fc.anything({ withBigInt: true, withSparseArray: true }),
      (tool, given) => {
        parseArguments(tool, given);
      },
    ),
    runs,
  );
});

Deno.test("parseArguments() takes what it gave once more and gives the same", () => {
  fc.assert(
    fc.property(call, ([tool, given]) => {
      const parsed = parseArguments(tool, given);
      if (parsed.refusal) return;
      const request = requestOf(parsed);
      const again = Object.fromEntries(
        tool.fields.filter(({ key }) => key in request).map((
          { name, key },
        ) => [name, request[key]]),
      );
      // A target to clear is spelled as nothing and would be absent the second time.
      if (again.target_agent === "") again.target_agent = "any";
      assert.deepEqual(requestOf(parseArguments(tool, again)), request);
    }),
    runs,
  );
});

function assertValid(tool: Tool, request: Record<string, unknown>): void {
  const known = tool.fields.map(({ key }) => key);
  for (const key of Object.keys(request)) assert.ok(known.includes(key), key);
  for (const { key, form, required } of tool.fields) {
    if (key in request) assertFits(form, request[key]);
    else assert.ok(!required, key);
  }
}

function assertFits(form: Form | ItemForm, value: unknown): void {
  switch (form.kind) {
    case "integer":
      assert.ok(Number.isSafeInteger(value));
      assert.ok((value as number) >= form.least && (value as number) <= form.most);
      return assert.ok(!Object.is(value, -0));
    case "choice":
      return assert.ok(form.choices.includes(value as string));
    case "list":
      assert.ok((value as unknown[]).length <= form.most);
      return (value as unknown[]).forEach((item) => assertFits(form.item, item));
    case "target":
      if (form.clears && value === "") return;
      if (form.person && value === "person") return;
      return assertName(value as string);
    case "agent":
      return assertName(value as string);
    default: {
      const text = value as string;
      assert.ok(text.isWellFormed() && !text.includes("\0") && text.trim() !== "");
      if ("limit" in form) assert.ok([...text].length <= form.limit);
    }
  }
}

function assertName(name: string): void {
  assert.match(name, /^[a-z0-9][a-z0-9._@/-]{0,63}$/);
  assert.ok(!["any", "anyone", "none", "null", "person"].includes(name));
}
