// Medians, least values and ratios of runs that were taken in turn. Knows numbers, not what they measure.

/** Samples by the name of what was run; the samples of one round stand at the same place in every list. */
export type Samples<Name extends string> = Readonly<Record<Name, readonly number[]>>;

/** Runs once and gives what it took, in whatever unit the table names. */
export type Run = (round: number) => number | Promise<number>;

/**
 * Runs every candidate once a round, so that a busy moment of the machine hits all alike. The candidate
 * that begins changes from round to round, because whoever comes after a slow one pays for it.
 * The first `warmUps` rounds fill caches and count for nothing; their numbers are negative.
 */
export async function inTurn<Name extends string>(
  candidates: Readonly<Record<Name, Run>>,
  options: { readonly rounds: number; readonly warmUps: number },
): Promise<Samples<Name>> {
  const names = Object.keys(candidates) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    number[]
  >;
  for (let round = -options.warmUps; round < options.rounds; round++) {
    const first = (round + options.warmUps) % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const taken = await candidates[name](round);
      if (round >= 0) samples[name].push(taken);
    }
  }
  return samples;
}

/** Milliseconds that some work takes. */
export async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/** The least value, which noise of the machine touches least. */
export function least(values: readonly number[]): number {
  return values.reduce((one, other) => Math.min(one, other));
}

/** How many times of the other values these are: the median over the rounds, pair by pair. */
export function times(values: readonly number[], others: readonly number[]): number {
  return median(values.map((value, round) => value / others[round]!));
}

/** How many times of the other values these are by the least of each. */
export function timesByLeast(values: readonly number[], others: readonly number[]): number {
  return least(values) / least(others);
}

/** The samples of two candidates that are run one after the other, added up round by round. */
export function added(...lists: readonly (readonly number[])[]): number[] {
  return lists[0]!.map((_, round) => lists.reduce((sum, list) => sum + list[round]!, 0));
}
