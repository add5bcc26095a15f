// What lists do where more was stored than one reply may hold.
import assert from "node:assert/strict";
import { listHandoffs } from "../../lib/ledger/reads.ts";
import { replyLimit, replyText } from "../../lib/ledger/reply_text.ts";
import type { Call, Reply } from "../../lib/ledger/reply.ts";
import { memoryWorkplace } from "../mcp/workplaces.ts";
import { create } from "../support/commands.ts";
import { maker } from "../support/people.ts";

const ids = Array.from({ length: 100 }, (_, place) => `${place}`.padStart(10, "0"));

async function fullWorkplace(): Promise<Call> {
  const workplace = memoryWorkplace();
  const ledger = await workplace.ledger({ create: true });
  for (const newTaskId of ids) {
    const title = "語".repeat(200);
    const objective = `${"word ".repeat(30)}needle`;
    const names = { targetAgent: "t".repeat(64), reviewer: "r".repeat(64) };
    const dependsOn = ids.slice(0, 6).filter((id) => id < newTaskId);
    await ledger.execute(create(maker, { newTaskId, title, objective, dependsOn, ...names }));
  }
  return { workplace, caller: { kind: "agent", session: "s", usualName: "codex" } };
}

async function everyPage(page: (cursor?: string) => Promise<Reply>): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | undefined, pages = 0; pages === 0 || cursor; pages++) {
    const { body } = await page(cursor);
    assert.ok(replyText(body).length <= replyLimit, `${replyText(body).length} characters`);
    assert.equal(body.shortened, undefined, "rows come whole");
    seen.push(...(body.tasks as { task_id: string }[]).map(({ task_id }) => task_id));
    cursor = body.cursor as string | undefined;
    assert.ok(pages < 10, "the pages come to an end");
  }
  return seen;
}

Deno.test("listHandoffs() ends a page early with a cursor where its rows would pass the limit of a reply", async () => {
  const call = await fullWorkplace();
  const listed = await everyPage((cursor) =>
    listHandoffs(call, { limit: 100, ...(cursor && { cursor }) })
  );
  assert.deepEqual(listed, ids);
  const found = await everyPage((cursor) =>
    listHandoffs(call, { limit: 100, query: "needle", ...(cursor && { cursor }) })
  );
  assert.deepEqual(found.sort(), ids);
});
