// Tries what the released program must not be able to do and prints how each try ended. Compiled by a proof.

const tries: Readonly<Record<string, () => unknown>> = {
  listen: () => Deno.listen({ port: 0 }),
  connect: () => Deno.connect({ port: 9999 }),
  fetch: () => fetch("http://127.0.0.1:9999/"),
  run: () => new Deno.Command("true").output(),
  node: async () => {
    const { spawnSync } = await import("node:child_process");
    const { status } = spawnSync("true");
    if (status !== 0) throw new Error("not run");
  },
  load: () => Deno.dlopen("libc.so.6", {}),
  user: () => Deno.uid(),
};

const outcomes: Record<string, string> = {};
for (const [name, attempt] of Object.entries(tries)) {
  try {
    await attempt();
    outcomes[name] = "done";
  } catch (error) {
    outcomes[name] = (error as Error).name;
  }
}
for (const name of ["net", "run", "ffi"] as const) {
  outcomes[`${name} state`] = Deno.permissions.querySync({ name }).state;
}
outcomes.variable = String(Deno.env.get("SECRET_TOKEN"));
outcomes.named = String(Deno.env.get("AGENT_HANDOFF_AGENT"));
console.log(JSON.stringify(outcomes));
