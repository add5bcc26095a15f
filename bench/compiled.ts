// What compiling costs and saves: start to the reply of `initialize`, idle memory, size, against the targets.
// Compiles everything it measures, so it needs a runtime to embed (DENORT_BIN or a download).
import { join } from "node:path";
import { bundle } from "../.ci/release/bundle.ts";
import { compile, permissionFlags } from "../.ci/release/compile.ts";
import { checkout } from "../.ci/release/project.ts";
import { interleaved, megabytes, startServer } from "./starting.ts";

const rounds = Number(Deno.args[0] ?? 21);
const work = await Deno.makeTempDir({ prefix: "agent-handoff-bench-" });
try {
  const entry = await bundle({ into: join(work, "dist") });
  const doNothing = await bundle({
    into: join(work, "nothing"),
    entry: "bench/do_nothing_server.ts",
  });
  await Deno.mkdir(join(work, "empty"));
  const empty = join(work, "empty", "main.js");
  await Deno.writeTextFile(empty, "");
  const build = async (name: string, from: string, ...flags: string[]) => {
    const output = join(work, name);
    await compile({ entry: from, output, flags: [...flags, ...permissionFlags] });
    return output;
  };
  const fromSource = join(work, "from-source");
  await compileSource(fromSource);
  const programs = {
    fromSource,
    ours: await build("ours", entry, "--no-code-cache"),
    cached: await build("cached", entry),
    nothing: await build("do-nothing", doNothing, "--no-code-cache"),
    nothingCached: await build("do-nothing-cached", doNothing),
    empty: await build("empty-program", empty, "--no-code-cache"),
  };
  const run = [Deno.execPath(), "run", "--quiet", ...permissionFlags];
  const source = [...run, "--config", join(checkout, "deno.json"), join(checkout, "main.ts")];
  const commands = {
    "deno run, source": [...source, "serve"],
    "deno run, bundle": [...run, "--no-config", entry, "serve"],
    "compiled, as released": [programs.ours, "serve"],
    "compiled, with code cache": [programs.cached, "serve"],
    "compiled from source, not bundled": [programs.fromSource, "serve"],
    "compiled do-nothing server": [programs.nothing],
    "compiled do-nothing server, with code cache": [programs.nothingCached],
  };
  const measured = await interleaved(commands, { rounds, cwd: work, start: startServer });
  const size = async (path: string) => (await Deno.stat(path)).size;
  const emptySize = await size(programs.empty);
  console.log(`Deno ${Deno.version.deno}, ${Deno.build.target}, ${rounds} interleaved rounds`);
  console.table(measured);

  const ours = measured["compiled, as released"]!;
  const nothing = measured["compiled do-nothing server"]!;
  const startAgainst = (name: string) => ours.startMedian / measured[name]!.startMedian;
  const rows = [
    ["start against deno run, times", startAgainst("deno run, source"), 1],
    ["start against do-nothing server, times", startAgainst("compiled do-nothing server"), 1.25],
    [
      "idle memory against do-nothing server, times",
      ours.memoryMedian / nothing.memoryMedian,
      1.15,
    ],
    ["size above an empty program, MiB", megabytes(await size(programs.ours) - emptySize), 12],
    [
      "size above an empty program when not bundled, MiB",
      megabytes(await size(programs.fromSource) - emptySize),
      NaN,
    ],
    [
      "cost of no code cache, ms",
      ours.startMedian - measured["compiled, with code cache"]!.startMedian,
      NaN,
    ],
  ] as const;
  console.table(rows.map(([what, value, atMost]) => ({
    what,
    value: Number(value.toFixed(2)),
    "at most": Number.isNaN(atMost) ? "" : atMost,
    holds: Number.isNaN(atMost) ? "" : value <= atMost ? "yes" : "NO",
  })));
} finally {
  await Deno.remove(work, { recursive: true });
}

/** Compiles the source as it is, with every package whole: what the bundle is measured against. */
async function compileSource(output: string): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["compile", "--quiet", "--no-check", "--no-code-cache", ...permissionFlags],
      ...["--output", output, "main.ts"],
    ],
    cwd: checkout,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
