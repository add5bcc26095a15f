// Holds the section for agents to its markers, and the rest of the file to staying as it is.
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  removeSection,
  SECTION_BEGIN,
  SECTION_END,
  SECTION_TEXT,
  upsertSection,
} from "../../lib/clients/agents_section.ts";
import { refusal, text } from "./sample.ts";

Deno.test("upsertSection() writes a file of its own where the text is empty", () => {
  assert.equal(text(upsertSection("")), `${SECTION_BEGIN}\n${SECTION_TEXT}\n${SECTION_END}\n`);
  assert.equal(text(removeSection(text(upsertSection("")))), "");
});

Deno.test("upsertSection() tells when to claim, pass, stop and ask, in a page at most", () => {
  for (
    const word of [
      "claim_handoff",
      "pass_handoff",
      "complete_handoff",
      "renew_handoff",
      "ask a person",
    ]
  ) {
    assert.ok(SECTION_TEXT.includes(word), word);
  }
  assert.ok(SECTION_TEXT.length < 1_500);
});

Deno.test("upsertSection() replaces an older section in its place", () => {
  const before = `# Top\r\n${SECTION_BEGIN}\r\nold words\r\n${SECTION_END}\r\n## After\r\n`;
  const after = text(upsertSection(before));
  assert.ok(after.startsWith(`# Top\r\n${SECTION_BEGIN}\r\n## Handing`));
  assert.ok(after.endsWith(`${SECTION_END}\r\n## After\r\n`));
  assert.ok(!after.includes("old words"));
  assert.ok(!/[^\r]\n/.test(after));
});

Deno.test("upsertSection() and removeSection() refuse markers that do not stand once each in order", () => {
  const broken: [string, number][] = [
    [`a\n${SECTION_BEGIN}\n`, 2],
    [`a\n\n${SECTION_END}\n`, 3],
    [`${SECTION_END}\n${SECTION_BEGIN}\n`, 2],
    [`${SECTION_BEGIN}\n${SECTION_BEGIN}\n${SECTION_END}\n`, 2],
  ];
  for (const [given, line] of broken) {
    assert.equal(refusal(upsertSection(given)).line, line, given);
    assert.equal(refusal(removeSection(given)).line, line, given);
  }
});

Deno.test("upsertSection() takes a marker inside a sentence for text", () => {
  const before = `Keep the line ${SECTION_BEGIN} in mind.\n`;
  assert.equal(text(removeSection(text(upsertSection(before)))), before);
});

Deno.test("upsertSection() is the same twice, and removeSection() gives the file back byte for byte", () => {
  const line = fc.constantFrom("", "# Title", "text", "  ", "<!-- other:begin -->", "- item");
  const file = fc.record({
    lines: fc.array(line, { maxLength: 8 }),
    ending: fc.constantFrom("\n", "\r\n"),
    open: fc.boolean(),
  }).map(({ lines, ending, open }) =>
    lines.join(ending) + (open || lines.length === 0 ? "" : ending)
  );
  fc.assert(
    fc.property(file, (before) => {
      const after = text(upsertSection(before));
      assert.equal(text(upsertSection(after)), after);
      assert.equal(text(removeSection(after)), before);
      assert.equal(text(removeSection(before)), before);
    }),
    { seed: 20261129, numRuns: 500 },
  );
});
