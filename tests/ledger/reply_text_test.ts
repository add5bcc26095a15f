// The text of replies: one key a line, and never longer than the limit, whatever was stored.
import assert from "node:assert/strict";
import { fitted, replyLimit, replyText, shortText } from "../../lib/ledger/reply_text.ts";

Deno.test("replyText() writes one top-level key a line, one row of a list a line, no other white space", () => {
  const body = {
    a: 1,
    tasks: [{ x: "1 2", y: [1] }, { x: "3" }],
    empty: [],
    gone: undefined,
    b: null,
  };
  assert.equal(
    replyText(body),
    '{\n"a":1,\n"tasks":[\n{"x":"1 2","y":[1]},\n{"x":"3"}],\n"empty":[],\n"b":null\n}',
  );
  assert.deepEqual(JSON.parse(replyText(body)), JSON.parse(JSON.stringify(body)));
});

Deno.test("fitted() leaves a reply within the limit as it is", () => {
  const body = { text: "x".repeat(1000) };
  assert.equal(fitted(body).body, body);
});

Deno.test("fitted() shortens the longest texts to the limit, names their keys and splits no pair", () => {
  const emoji = "😀".repeat(8000);
  const controls = "\u0001".repeat(8000);
  const body = { objective: { by: "codex", text: emoji }, summary: { by: "dsh", text: controls } };
  const { body: fitting, text } = fitted(body);
  assert.equal(text, replyText(fitting));
  assert.ok(text.length <= replyLimit);
  assert.ok(text.isWellFormed());
  assert.ok((fitting.shortened as string[]).includes("summary"));
  assert.equal((fitting.objective as { by: string }).by, "codex");
  assert.equal(body.objective.text.length, 16_000, "the stored text is not touched");
});

Deno.test("fitted() holds the limit where no single text is long, and leaves ids and names whole", () => {
  const step = { step: 1, by: "a".repeat(64), text: "\u0001".repeat(60) };
  const { body: fitting } = fitted({
    task_id: "0123456789",
    plan: Array.from({ length: 200 }, () => step),
  });
  assert.ok(replyText(fitting).length <= replyLimit, `${replyText(fitting).length}`);
  assert.equal((fitting.plan as typeof step[])[0]!.by, step.by);
  assert.deepEqual([fitting.task_id, fitting.shortened], ["0123456789", ["plan"]]);
});

Deno.test("shortText() cuts between code points and marks the cut", () => {
  assert.equal(shortText("abc", 3), "abc");
  assert.equal(shortText("abcd", 3), "ab…");
  assert.equal(shortText("😀😀😀", 2), "😀…");
});
