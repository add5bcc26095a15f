// What an argument takes, in words: numbers are written as English writes them.
import assert from "node:assert/strict";
import { accepted } from "../../lib/mcp/accepted.ts";

Deno.test("accepted() parts the thousands of a limit by commas, as English does", () => {
  const edges = [1, 10, 100, 1000].flatMap((scale) => [scale, 1000 * scale, 1_000_000 * scale]);
  const limits = [
    ...edges,
    ...edges.map((limit) => limit - 1),
    1024,
    8000,
    Number.MAX_SAFE_INTEGER,
  ];
  for (const limit of limits) {
    const number = limit.toLocaleString("en-US");
    assert.equal(accepted({ kind: "text", limit }), `text of 1 to ${number} characters`);
    assert.equal(
      accepted({ kind: "word", limit }),
      `an id of your own of 1 to ${number} characters`,
    );
  }
});
