// The program: arguments in, exit code out.
import { run } from "./lib/cli/run.ts";

// Ended at once: everything was written, and taking the runtime apart takes as long as a small command.
if (import.meta.main) Deno.exit(await run(Deno.args));
