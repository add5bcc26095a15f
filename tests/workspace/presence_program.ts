// Holds a session until its standard input ends or it is killed: a server as far as presence is concerned.
import { Presence } from "../../lib/workspace/presence.ts";

const [directory, session, machine] = Deno.args;
const presence = new Presence(directory!, { machine: { machine } });
console.log(JSON.stringify(presence.hold(session!, { now: Date.now() })));
for await (const _ of Deno.stdin.readable);
