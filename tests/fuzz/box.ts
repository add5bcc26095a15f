// How long the searches of this folder go on: a few seconds in the gate, minutes in the long run.

const longer = 60;

/** Runs a search in rounds until its time is over; gives how many rounds there were. */
export async function forSeconds(
  seconds: number,
  round: (count: number) => void | Promise<void>,
): Promise<number> {
  const limit = seconds * 1000 * (Deno.env.get("SOAK") ? longer : 1);
  const began = performance.now();
  let count = 0;
  // The first rounds are the same in every run, however slow the machine is.
  while (count < 20 || performance.now() - began < limit) await round(count++);
  return count;
}
