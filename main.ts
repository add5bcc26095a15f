// The program: arguments in, exit code out.
import { run } from "./lib/cli/run.ts";

if (import.meta.main) Deno.exitCode = await run(Deno.args);
