// What is said of a place that is not fit for a ledger: the path, the present fact, and a way out.
import { equal, match } from "node:assert/strict";
import { graceMinutes, journalRefusal, stateRefusal } from "../../lib/cli/place_refusals.ts";
import { refusalBody } from "../../lib/ledger/explain.ts";
import type { LedgerRefusal } from "../../lib/ledger/ledger.ts";
import { journalFor } from "../../lib/workspace/mounts.ts";

/** The words of a refusal. */
function said(refusal: LedgerRefusal): Record<string, string> {
  return refusalBody(refusal.refusal) as Record<string, string>;
}

Deno.test("a place without file locks is refused with its file system, and a safe place is offered (C15)", () => {
  const table = "36 35 0:50 / /home/ada/remote rw,relatime - fuse.sshfs host:/srv rw";
  const path = "/home/ada/remote/project/.agent-handoff/ledger.sqlite3";
  const choice = journalFor(path, table, { system: "linux" });
  equal(choice.journal, "refuse");
  const { code, message, next } = said(journalRefusal(path, choice));
  equal(code, "workspace_unsafe");
  equal(
    message,
    `Cannot keep a ledger at "${path}": file locks cannot be trusted on its file system ` +
      '(fuse.sshfs mounted at "/home/ada/remote", without locks)',
  );
  match(next!, /AGENT_HANDOFF_ROOT, .* a directory on a local disk/);
});

Deno.test("a state directory that leads out of the root is refused with where it leads", () => {
  const refused = {
    ok: false,
    code: "workspace_unsafe",
    attempted: "look",
    path: "/p/.agent-handoff",
    reason: "leads_outside",
    leadsTo: "/elsewhere",
  } as const;
  const { code, message } = said(stateRefusal(refused));
  equal(code, "workspace_unsafe");
  match(
    message!,
    /"\/p\/.agent-handoff": it is a symbolic link that leads out of the root, to "\/elsewhere"$/,
  );
});

Deno.test("what the file system said of the state directory becomes storage_full or storage_denied", () => {
  const refused = { ok: false, attempted: "create", path: "/p/.agent-handoff" } as const;
  equal(
    said(stateRefusal({ ...refused, code: "storage_full", reason: "full" })).code,
    "storage_full",
  );
  const denied = said(stateRefusal({ ...refused, code: "storage_denied", reason: "read_only" }));
  equal(denied.message, 'Cannot write to "/p/.agent-handoff": the file system is read-only');
});

Deno.test("graceMinutes() takes whole minutes from 0 to 1440, and blank as unset", () => {
  for (
    const [value, minutes] of [[undefined, 10], [" ", 10], ["0", 0], [" 1440 ", 1440]] as const
  ) {
    equal(graceMinutes(value), minutes);
  }
  for (const value of ["-1", "1441", "ten", "1.5", "1e2"]) {
    let code: string | undefined;
    try {
      graceMinutes(value);
    } catch (error) {
      code = (error as LedgerRefusal).refusal.code;
    }
    equal(code, "invalid_argument", value);
  }
});
