// Show and list: they answer in every state and change nothing.
import { type Call, readReply, type Reply, replying } from "./reply.ts";
import { replyLimit, replyText } from "./reply_text.ts";
import type { ListRequest, ShowRequest } from "./requests.ts";
import { type Body, eventView, listView, shownView } from "./view.ts";
import { warn, type Warning } from "../rules/refusal.ts";
import { actingName } from "../rules/decide.ts";
import { unfinishedFacts } from "../rules/decide_claim.ts";
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
    return readReply(call, { body, lease: shown.lease, warnings: unfinished(shown.sight.task) });
  });
}

/** A page of short rows in claim order. */
export function listHandoffs(call: Call, request: ListRequest): Promise<Reply> {
  return replying(call, async () => {
    const ledger = await call.workplace.ledger({ create: false });
    const { session } = call.caller;
    const agent = actingName(call.caller, (await ledger.lease())?.lease);
    const listed = await ledger.list({ status: "open", limit: 20, ...request, agent, session });
    return readReply(call, { body: listView(listed), lease: listed.lease });
  });
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

function unfinished(task: Task): Warning[] {
  if (!task.unfinished) return [];
  return [warn("unfinished_edits", unfinishedFacts(task.unfinished))];
}
