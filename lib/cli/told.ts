// One line that tells what a writing command did. Reads the reply, decides nothing.
import type { Body } from "../ledger/view.ts";
import type { Output } from "./output.ts";

/** Prints what was done and how the task stands now. */
export function printDone(done: string): (body: Body, output: Output) => void {
  return (body, output) => {
    const { task_id, status, version, event, handoffs_left } = body;
    const again = body.replayed || body.repeated ? " (as before: the same call again)" : "";
    output.print(
      `${done} ${output.paint(String(task_id), "bold")}${again}: ${status}, version ${version}, ` +
        `event ${event}, ${handoffs_left} handoffs left`,
    );
  };
}
