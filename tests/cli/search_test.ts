// How a list with a query looks: on a terminal, in a pipe and as JSON.
import { deepEqual, equal, match } from "node:assert/strict";
import { Project, settled } from "../support/program.ts";

async function filled(): Promise<Project> {
  const project = new Project();
  await project.run(["create", "Read dates", "--objective", "Mind the\nleap\x07 seconds"]);
  await project.run(["create", "Leap years", "--objective", "x"]);
  await project.run(["create", "Another task", "--objective", "x"]);
  return project;
}

Deno.test("list --query tells below each row on a terminal, and in its last cell in a pipe, what was found", async () => {
  using project = await filled();
  const found = "Mind the leap seconds";
  const { stdout } = await project.run(["list", "--query", "leap"]);
  equal(
    settled(stdout),
    "Nobody holds the writer lease\n" +
      "TASKTASKTA\tqueued\tnormal\tanyone\t4\tAGO\tLeap years\tLeap years\n" +
      `TASKTASKTA\tqueued\tnormal\tanyone\t4\tAGO\tRead dates\t${found}\n`,
  );
  const seen = await project.onTerminal(["list", "--query", "leap"], { env: { NO_COLOR: "1" } });
  match(settled(seen.stdout), new RegExp(`Read dates *\n  ${found}\n$`));
  const { tasks } = await project.json(["list", "--query", "'leap sec*'"]);
  deepEqual(tasks.map(({ excerpt }: { excerpt: string }) => excerpt), [found]);
});

Deno.test("list --query of words that nothing holds, or of signs alone, shows no task and is no error", async () => {
  using project = await filled();
  for (const query of ["thylacine", "***"]) {
    const { code, stdout } = await project.run(["list", "--query", query]);
    deepEqual([code, stdout], [0, "Nobody holds the writer lease\n"]);
  }
});
