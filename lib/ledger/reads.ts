// Show and list: they answer in every state and change nothing.
import type { Ledger, Listed, ListQuery } from "./ledger.ts";
import { type Call, readReply, type Reply, replying } from "./reply.ts";
import { replyLimit, replyText } from "./reply_text.ts";
import type { ListRequest, ShowRequest } from "./requests.ts";
import { type Body, eventView, listView, rowView, shownView } from "./view.ts";
import { warn, type Warning } from "../rules/refusal.ts";
import { actingName } from "../rules/acting_name.ts";
import type { Task } from "../rules/task.ts";

/** Room that a reply keeps for its lease and warnings, in UTF-16 units. */
const room = 4000;

/** The brief of a task and its newest events, as many as fit. */
export function showHandoff(call: Call, request: ShowRequest): Promise<Reply> {
  return replying(call, async () => {
    const ledger = await call.workplace.ledger({ create: false });
    const shown = await ledger.show({
      taskId: request.taskId,
      history: request.history ?? 10,
      ...(request.before !== undefined && { before: request.before }),
    });
    const brief = shownView(shown);
    const history = newestThatFit(shown.history.map(eventView), replyText(brief).length);
    const earlier = shown.earlierEvents + shown.history.length - history.length;
    const body = {
      ...brief,
      ...((request.history ?? 10) > 0 && { history }),
      earlier_events: earlier,
    };
    return readReply(call, {
      body,
      lease: shown.lease,
      warnings: await unfinished(shown.sight.task),
    });
  });
}

/** A page of short rows in claim order. */
export function listHandoffs(call: Call, request: ListRequest): Promise<Reply> {
  return replying(call, async () => {
    const ledger = await call.workplace.ledger({ create: false });
    const { session } = call.caller;
    const agent = actingName(call.caller, (await ledger.lease())?.lease);
    const query = { status: "open", limit: 20, ...request, agent, session } as const;
    const listed = await pageThatFits(ledger, query);
    return readReply(call, { body: listView(listed), lease: listed.lease });
  });
}

/** A page within the limit of a reply: a longer one is asked for again with as many rows as fit. */
async function pageThatFits(ledger: Ledger, query: ListQuery): Promise<Listed> {
  let listed = await ledger.list(query);
  for (let fit = rowsThatFit(listed); fit < listed.rows.length; fit = rowsThatFit(listed)) {
    listed = await ledger.list({ ...query, limit: fit });
  }
  return listed;
}

/** How many rows from the first on fit into a reply; one at least. */
function rowsThatFit({ rows }: Listed): number {
  let size = room;
  const end = rows.findIndex((row) => {
    size += JSON.stringify(rowView(row)).length + 2;
    return size > replyLimit;
  });
  return end < 0 ? rows.length : Math.max(1, end);
}

/** The newest events that fit beside the brief, in rising order; one at least. */
function newestThatFit(events: readonly Body[], used: number): Body[] {
  const fitting: Body[] = [];
  let size = used + room;
  for (const event of [...events].reverse()) {
    size += JSON.stringify(event).length + 2;
    if (size > replyLimit && fitting.length > 0) break;
    fitting.unshift(event);
  }
  return fitting;
}

async function unfinished(task: Task): Promise<Warning[]> {
  if (!task.unfinished) return [];
  const { unfinishedFacts } = await import("../rules/decide_claim.ts");
  return [warn("unfinished_edits", unfinishedFacts(task.unfinished))];
}
